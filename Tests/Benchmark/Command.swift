/// What the command line asks for.
struct Command {
    /// What can be measured.
    enum Part: String, CaseIterable {
        case start, zoom, step, drag, pinch, idle, slow, floors, growth
    }

    static let usage = """
        usage: xzoom-bench PROGRAM [--size some|all] [--parts PART,…] [--runs N] [--plot FILE]
          --size all   pictures that take minutes as well (some)
          --parts …    of \(Part.allCases.map(\.rawValue).joined(separator: ", ")) (all, without growth for some)
          --runs N     measured runs of what is short (4)
          --plot FILE  where growth draws its PNG (.build/bench-pictures/growth.png)
        """

    var program = ""
    var runs = 4
    var includesLarge = false
    var parts: Set<Part> = []
    var plot = "\(Picture.folder)/growth.png"

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
            case "--size":
                guard let text = rest.popFirst(), ["some", "all"].contains(text) else { return nil }
                includesLarge = text == "all"
            case "--parts":
                let names = rest.popFirst()?.split(separator: ",") ?? []
                let chosen = names.compactMap { Part(rawValue: String($0)) }
                guard chosen.count == names.count else { return nil }
                parts = Set(chosen)
            case "--plot":
                guard let path = rest.popFirst() else { return nil }
                plot = path
            default:
                guard program.isEmpty, !argument.hasPrefix("-") else { return nil }
                program = argument
            }
        }
        guard !program.isEmpty else { return nil }
        if parts.isEmpty { parts = Set(Part.allCases.filter { $0 != .growth || includesLarge }) }
    }
}
