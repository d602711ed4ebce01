# What zsh completes, in the folder that it is in, with the completions in the folder that its argument names: in a terminal of
# its own, with the Tab key.
zmodload zsh/zpty || exit
integer failed=0
folder=$1

# Of the shell in that terminal: Ctrl-X prints the command line instead of running it.
setup=$(mktemp)
trap 'rm -f $setup' EXIT
cat >$setup <<END
PS1= RPS1=
fpath=('$folder' \$fpath)
autoload -Uz compinit
compinit -u -D
shown() { print -r -- "<<\$BUFFER>>"; BUFFER=; }
zle -N shown
bindkey '^X' shown
print ready
END

# What a command line becomes by Tab.
becomes() {
    local line=$1 wanted=$2 text= part=
    zpty shell 'TERM=dumb zsh -f -i'
    zpty -w shell "source $setup"
    zpty -r shell text $'*\nready*'
    text=
    zpty -n -w shell "$line"$'\t\C-x'
    while [[ $text != *'<<'*'>>'* ]] && zpty -r shell part; do text+=$part; done
    zpty -d shell
    text=${${text##*'<<'}%%'>>'*}
    if [[ $text != $wanted ]]; then
        print -u2 -r -- "zsh: $line: “$text” rather than “$wanted”"
        failed=1
    fi
}

becomes 'xzoom --full' 'xzoom --fullscreen '
becomes 'xzoom --filt' 'xzoom --filter='
becomes 'xzoom --filter=n' 'xzoom --filter=nearest '
becomes 'xzoom -i ne' 'xzoom -i nearest '
becomes 'xzoom -ine' 'xzoom -inearest '
becomes 'xzoom a' 'xzoom a\ picture.png '
becomes 'xzoom AN' 'xzoom ANOTHER.JPG '
becomes 'xzoom abou' 'xzoom about.txt '
becomes 'xzoom --config=abou' 'xzoom --config=about.txt '
becomes 'xzoom -f -- fol' 'xzoom -f -- folder/'
exit failed
