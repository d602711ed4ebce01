import CLinux
import Glibc
import ScrollView

extension Options {
    /// Reads a command line, and the configuration file before it.
    /// - Parameter arguments: the program's name and its arguments.
    /// - Returns: what to do.
    static func parse(_ arguments: [Argument]) -> Request {
        let parsed: (values: [(name: OptionName, value: Argument)], files: [Argument])
        do throws(Refusal) {
            parsed = try words(of: arguments)
        } catch {
            return .refuse(nil)
        }
        let names = Set(parsed.values.map(\.name))
        if names.contains(.version) { return .printVersion(isVerbose: names.contains(.verbose)) }
        if let word = parsed.values.last(where: { $0.name == .generate })?.value.text {
            let words = Document.allCases.map(\.rawValue).joined(separator: ", ")
            return Document(rawValue: word).map { .generate($0) }
                ?? .refuse("--generate \(word): not one of \(words)")
        }
        var options = Options()
        let configuration = parsed.values.last { $0.name == .configuration }?.value
        options.readConfiguration(configuration)
        for (name, value) in parsed.values {
            if let complaint = options.set(name, to: value) { return .refuse(complaint) }
        }
        options.files = parsed.files
        if names.contains(.help) { return .printHelp(options) }
        if names.contains(.doctor) { return .diagnose(options) }
        if let complaint = options.contradiction() { return .refuse(complaint) }
        options.media.maximumIsExact = options.given.contains(.maximumZoom)
        guard !options.files.isEmpty || options.filesFrom != nil else {
            return .refuse("no file to show; see xzoom --help")
        }
        if names.contains(.check) { return .check(options) }
        if let target = options.renderTarget { return .render(options, to: target) }
        return .show(options)
    }

    /// getopt has said what is wrong.
    private struct Refusal: Error {}

    /// What getopt_long(3) makes of a command line; up to an option that needs nothing else.
    private static func words(
        of arguments: [Argument]
    ) throws(Refusal) -> (values: [(name: OptionName, value: Argument)], files: [Argument]) {
        // The name comes first in what getopt prints, as it does in our own messages.
        var argv = [strdup("xzoom")] + arguments.dropFirst().map { strdup($0.cString) }
        let names = OptionName.allCases
        // Codes above all letters.
        let firstCode: Int32 = 256
        var longs = names.enumerated().map { index, name in
            option(
                name: UnsafePointer(strdup(name.long)),
                has_arg: name.argument == .flag ? optional_argument : required_argument,
                flag: nil, val: firstCode + Int32(index))
        }
        longs.append(option())
        defer {
            argv.forEach { free($0) }
            longs.forEach { free(UnsafeMutablePointer(mutating: $0.name)) }
        }
        let shorts = names.compactMap { name in
            name.short.map { "\($0)\(name.argument == .flag ? "" : ":")" }
        }.joined()
        var values: [(name: OptionName, value: Argument)] = []
        while true {
            // getopt may change the arguments' order.
            let step = xz_getopt(Int32(argv.count), &argv, shorts, longs)
            if step.code == -1 {
                return (values, argv[Int(step.next)...].compactMap { $0.map { Argument(cString: $0) } })
            }
            let name =
                step.code >= firstCode
                ? names[Int(step.code - firstCode)]
                : names.first { $0.short?.asciiValue.map { Int32($0) } == step.code }
            guard let name else { throw Refusal() }
            values.append((name, step.argument.map { Argument(cString: $0) } ?? ""))
            if name == .help { return (values, []) }
            if name == .version {
                // What follows is not read any more, but for this.
                if arguments.contains(where: { ["-v", "--verbose"].contains($0.text) }) {
                    values.append((.verbose, ""))
                }
                return (values, [])
            }
        }
    }
}
