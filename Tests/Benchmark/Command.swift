/// What the command line asks for.
struct Command {
    static let usage = """
        usage: xzoom-bench PROGRAM [--runs N] [--sample PICTURE] [--growth]
          --runs N          measured runs of each kind (7), after one that is not counted
          --sample PICTURE  opens this picture as well
          --growth          measures pictures of 1, 4, 16 and 64 megapixels as well
        """

    var program = ""
    var runs = 7
    var sample: String?
    var includesGrowth = false

    /// Reads the arguments after the program's name; `nil` where they are wrong.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--runs":
                guard let text = rest.popFirst(), let count = Int(text), (1...1000).contains(count) else {
                    return nil
                }
                runs = count
            case "--sample":
                guard let path = rest.popFirst() else { return nil }
                sample = path
            case "--growth": includesGrowth = true
            default:
                guard program.isEmpty, !argument.hasPrefix("-") else { return nil }
                program = argument
            }
        }
        guard !program.isEmpty else { return nil }
    }
}
