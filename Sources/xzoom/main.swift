// xzoom: shows pictures in a window and zooms into them.
import Glibc
import Posix

/// Writes a line for people to standard error.
func report(_ message: String) {
    let line = Array("xzoom: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

FileDescriptor.openStandardStreams()
// A file that may grow no more is an error, like a disk that is full.
signal(SIGXFSZ, SIG_IGN)
let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
switch Options.parse(words.compactMap { $0.map { Argument(cString: $0) } }) {
case .printHelp(let options):
    print(options.help)
case .printVersion(let isVerbose):
    print("xzoom \(Version.number)")
    if isVerbose { LoaderReport.lines(folder: Executable.folder).forEach { print($0) } }
case .refuse(let complaint):
    if let complaint { report(complaint) }
    exit(2)
case .generate(let document): print(document.text, terminator: "")
case .check(let options): exit(Check.run(options))
case .render(let options, let target): exit(Render.run(options, to: target))
case .diagnose(let options): exit(Doctor.run(options))
case .show(let options): exit(Viewer.run(options))
}
