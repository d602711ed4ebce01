/// Completions of the command line, from the table of options: words of choices where an option has some, files where it takes
/// one, else files to show, of which those that look like pictures come first or alone. Any file can be completed where none does.
private enum Completions {
    /// What the names of pictures end with.
    static let extensions = FileKind.all.flatMap(\.extensions)

    /// The word of a flag that is on the command line only to overrule the configuration file.
    static let switchWords = ["yes", "no"]
}

extension OptionName {
    /// All ways to write it.
    fileprivate var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
}

/// For bash, with its package of completions or without it.
enum BashCompletion {
    static var text: String {
        let options = OptionName.allCases
        let words: [String] = options.compactMap { name in
            guard case .words(let words) = name.argument else { return nil }
            return
                "        \(name.spellings.joined(separator: "|"))) words='\(words.joined(separator: " "))' ;;"
        }
        let switches = options.filter { $0.argument == .flag && $0.isLasting }.map { "--\($0.long)" }
        let spelled = { (isWanted: (OptionName) -> Bool) in
            options.filter(isWanted).flatMap(\.spellings).joined(separator: "|")
        }
        let files = spelled { if case .file = $0.argument { true } else { false } }
        let values = spelled { if case .value = $0.argument { true } else { false } }
        let all = options.map { "--\($0.long)" + ($0.argument == .flag ? "" : "=") }
        return #"""
            # bash completion for xzoom; written by `xzoom --generate=bash`
            _xzoom() {
                local cur=${COMP_WORDS[COMP_CWORD]} option= prefix= words= i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                    # Behind it there are files alone.
                    if [[ ${COMP_WORDS[i]} == -- ]]; then
                        _xzoom_files
                        return
                    fi
                done
                # bash takes an equals sign for a word of its own, unless it has been told not to.
                if [[ $cur == = ]]; then
                    option=${COMP_WORDS[COMP_CWORD - 1]} cur=
                elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]] && ((COMP_CWORD > 2)); then
                    option=${COMP_WORDS[COMP_CWORD - 2]}
                elif [[ $cur == --*=* ]]; then
                    option=${cur%%=*} prefix=$option= cur=${cur#*=}
                else
                    # A flag takes nothing from the next word.
                    option=${COMP_WORDS[COMP_CWORD - 1]}
                    case $option in
                    \#(switches.joined(separator: "|"))) option= ;;
                    esac
                fi
                case $option in
            \#(words.joined(separator: "\n"))
                    \#(switches.joined(separator: "|"))) words='\#(Completions.switchWords.joined(separator: " "))' ;;
                    # Files of any name: readline's own way, below.
                    \#(files)) return ;;
                    \#(values)) compopt +o default +o bashdefault; return ;;
                    *)
                        if [[ $cur != -* ]]; then
                            _xzoom_files
                            return
                        fi
                        words='\#(all.joined(separator: " "))'
                        ;;
                esac
                compopt +o default +o bashdefault
                COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$cur"))
                if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
            }

            # Folders and pictures; where there are none, nothing, and so all files.
            _xzoom_files() {
                if declare -F _filedir >/dev/null; then
                    local cur=${COMP_WORDS[COMP_CWORD]}
                    _filedir '@(\#(Completions.extensions.joined(separator: "|")))'
                fi
            }

            complete -o bashdefault -o default -F _xzoom xzoom

            """#
    }
}

/// For zsh.
enum ZshCompletion {
    static var text: String {
        let specifications = OptionName.allCases.map { name in
            let others = name.spellings.count > 1 ? "(\(name.spellings.joined(separator: " ")))" : ""
            let help = "[\(escaped(name.help))]"
            // "+": the argument is in the same word or the next; "=": behind an equals sign or in the next word.
            let (shortEnd, longEnd, argument) =
                switch name.argument {
                case .flag: ("", "", "")
                case .words(let words): ("+", "=", ":\(escaped(name.long)):(\(words.joined(separator: " ")))")
                case .file(let kind): ("+", "=", ":\(escaped(kind)):_files")
                case .value(let kind): ("+", "=", ":\(escaped(kind)): ")
                }
            let short = name.short.map {
                quoted("\(others)-\($0)\(shortEnd)\(help)\(argument)") + " \\\n    "
            }
            return "    " + (short ?? "") + quoted("\(others)--\(name.long)\(longEnd)\(help)\(argument)")
        }
        let pattern = Completions.extensions.joined(separator: "|")
        return #"""
            #compdef xzoom
            # zsh completion for xzoom; written by `xzoom --generate=zsh`

            _arguments -s -S : \
            \#(specifications.joined(separator: " \\\n")) \
                '*:picture:_files -g "(#i)*.(\#(pattern))(-.)"'

            """#
    }

    /// Text within a specification, where brackets and colons have a meaning.
    private static func escaped(_ text: String) -> String {
        text.map { #"\[]:"#.contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
    }
}

/// For fish.
enum FishCompletion {
    static var text: String {
        let lines = OptionName.allCases.map { name in
            let argument =
                switch name.argument {
                case .flag: ""
                case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
                case .file: " -r -F"
                case .value: " -x"
                }
            let short = name.short.map { " -s \($0)" } ?? ""
            return "complete -c xzoom\(short) -l \(name.long)\(argument) -d \(quoted(name.help))"
        }
        return #"""
            # fish completion for xzoom; written by `xzoom --generate=fish`

            # Pictures first, then folders, then all other files.
            function __xzoom_files
                set -l files (complete -C "__fish_command_without_completions "(commandline -ct))
                string match -rie '\.(?:\#(Completions.extensions.joined(separator: "|")))$' -- $files
                string match -re '/$' -- $files
                printf '%s\n' $files
            end

            complete -c xzoom -f -k -a '(__xzoom_files)'
            \#(lines.joined(separator: "\n"))

            """#
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { #"\'"#.contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
