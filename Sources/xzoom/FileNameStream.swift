import Posix

/// The names of files that come from a file or stream, the first of them at once.
final class FileNameStream {
    private var names: FileNames
    /// Those that have come before the program began.
    private(set) var first: [Argument] = []

    /// Waits for the first name; `nil` where the command line says nothing of names.
    /// - Parameter options: what it says.
    /// - Throws: where the stream cannot be read.
    init?(_ options: Options) throws(PosixError) {
        guard let path = options.filesFrom else { return nil }
        let source = path == "-" ? try FileDescriptor.standardInput() : try .open(reading: path.cString)
        names = FileNames(reading: source, terminator: options.isZeroTerminated ? .zero : .line)
        while first.isEmpty && !names.hasEnded {
            _ = Poll.wait(reading: [names.rawValue], until: nil)
            first = read()
        }
    }

    /// The descriptor to poll; then call `read`; `nil` once all have come.
    var rawValue: Int32? { names.hasEnded ? nil : names.rawValue }

    /// Takes the names that have come. What is no name is told of.
    func read() -> [Argument] {
        names.read().compactMap { name in
            switch name {
            case .success(let path): return path
            case .failure(let problem):
                report(problem.message)
                return nil
            }
        }
    }
}
