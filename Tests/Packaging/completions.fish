# What fish completes, in the folder that it is in, with the completions that its argument names.
source $argv[1]; or exit
set -g failed 0

# What the last word of a command line can become.
function expect
    set -l found (complete -C $argv[1] | string replace -r '\t.*' '')
    if test "$found" != "$argv[2..-1]"
        echo "fish: $argv[1]: “$found” rather than “$argv[2..-1]”" >&2
        set -g failed 1
    end
end

expect 'xzoom --fi' --files-from --filter --fit
expect 'xzoom --full' --fullscreen
expect 'xzoom --filter=n' --filter=nearest
expect 'xzoom -i ' auto bilinear nearest
expect 'xzoom --config abou' about.txt
expect 'xzoom ' 'a picture.png' ANOTHER.JPG folder/ about.txt
expect 'xzoom --fullscreen abou' about.txt
exit $failed
