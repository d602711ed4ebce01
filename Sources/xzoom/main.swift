// xzoom: shows pictures in a window and zooms into them.
import CLinux
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
var status: Int32 = 0
switch Options.parse(words.compactMap { $0.map { Argument(cString: $0) } }) {
case .printHelp(let options):
    print(options.help)
case .printVersion(let isVerbose):
    print("xzoom \(Version.number)")
    if isVerbose { LoaderReport.lines(folder: Executable.folder).forEach { print($0) } }
case .refuse(let complaint):
    if let complaint { report(complaint) }
    status = 2
case .generate(let document): print(document.text, terminator: "")
case .check(let options): status = Check.run(options)
case .render(let options, let target): status = Render.run(options, to: target)
case .diagnose(let options): status = Doctor.run(options)
case .show(let options):
    // A picture stays although nobody reads what is said of it any more.
    signal(SIGPIPE, SIG_IGN)
    status = Viewer.run(options)
}
// What was printed may be for a script, which must know that it is not there.
if xz_finish_output() == 0 {
    report("standard output cannot be written")
    status = max(status, 1)
}
exit(status)
