/// A text about the program that is made from its tables of options, commands, keys and gestures; `--generate` writes it. The raw
/// value is its name on the command line.
enum Document: String, CaseIterable {
    /// The manual page.
    case man
    /// Completions for a shell.
    case bash, zsh, fish

    /// The whole text, with a newline at its end.
    var text: String {
        switch self {
        case .man: Manual.text
        case .bash: BashCompletion.text
        case .zsh: ZshCompletion.text
        case .fish: FishCompletion.text
        }
    }
}
