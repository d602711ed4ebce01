// xzoom-bench: measures xzoom, and beside it the other viewers that are installed, on an X server of its own.
import Foundation

guard let command = Command(Array(CommandLine.arguments.dropFirst())) else {
    FileHandle.standardError.write(Data("\(Command.usage)\n".utf8))
    exit(2)
}
do {
    try Benchmark(command).run()
} catch {
    FileHandle.standardError.write(Data("xzoom-bench: \(error)\n".utf8))
    exit(1)
}

/// Prints a line at once, into a pipe as well.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
