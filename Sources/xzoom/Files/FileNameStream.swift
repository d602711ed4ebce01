import Posix

/// The names of files that come from a file or stream, the first of them at once.
final class FileNameStream {
    private let path: String
    private var names: FileNames
    /// Those that have come before the program began.
    private(set) var first: [Argument] = []

    /// The stream cannot be read.
    struct Failure: Error {
        /// Words for people.
        let message: String
    }

    /// Waits for the first name; `nil` where the command line says nothing of names.
    /// - Parameters:
    ///   - options: what it says.
    ///   - signals: a descriptor that can be read when the program is to end; then no name is waited for any more.
    /// - Throws: where the stream cannot be read.
    init?(_ options: Options, until signals: Int32? = nil) throws(Failure) {
        guard let path = options.filesFrom else { return nil }
        self.path = path.text
        let source: FileDescriptor
        do throws(PosixError) {
            source = path == "-" ? try FileDescriptor.standardInput() : try .open(reading: path.cString)
        } catch {
            throw Failure(message: "\(path.text): \(error.message)")
        }
        names = FileNames(reading: source, terminator: options.isZeroTerminated ? .zero : .line)
        while first.isEmpty && !names.hasEnded {
            let ready = Poll.wait(reading: [names.rawValue] + [signals].compactMap { $0 }, until: nil)
            if let signals, ready.contains(signals) { return }
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
                if case .system = problem {
                    report("\(path): \(problem.message)")
                } else {
                    report(problem.message)
                }
                return nil
            }
        }
    }
}
