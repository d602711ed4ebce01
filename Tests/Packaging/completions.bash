# What bash completes, in the folder that it is in, with the completions that its argument names: as bash would call them.
source "$1" || exit
[[ $(complete -p xzoom) == *' -F _xzoom xzoom' ]] || exit
failed=0

# Only says something while readline completes.
compopt() { :; }

# The words of a command line, and after -- what the last can become.
expect() {
    COMP_WORDS=() COMPREPLY=()
    while [[ $1 != to ]]; do
        COMP_WORDS+=("$1")
        shift
    done
    shift
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=${COMP_WORDS[*]} COMP_POINT=${#COMP_LINE}
    _xzoom xzoom "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    if [[ "${COMPREPLY[*]}" != "$*" ]]; then
        printf 'bash: %s: “%s” rather than “%s”\n' "${COMP_WORDS[*]}" "${COMPREPLY[*]}" "$*" >&2
        failed=1
    fi
}

expect xzoom --fi to --fit= --filter= --files-from=
expect xzoom --full to --fullscreen
expect xzoom --filter = n to nearest
expect xzoom --filter = to auto nearest bilinear
expect xzoom -i '' to auto nearest bilinear
expect xzoom --filter=b to --filter=bilinear
expect xzoom --fullscreen = y to yes
expect xzoom --fullscreen --ver to --version --verbose
expect xzoom --min-zoom '' to
expect xzoom --config '' to
# Readline's own completion does the rest.
if declare -F _filedir >/dev/null; then
    expect xzoom a to 'a picture.png'
    expect xzoom 'ANOTHER' to ANOTHER.JPG
    expect xzoom --fullscreen a to 'a picture.png'
    expect xzoom -- a to 'a picture.png'
    expect xzoom fol to folder
fi
expect xzoom about to
exit $failed
