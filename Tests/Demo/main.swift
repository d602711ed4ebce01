// xzoom-demo: shows a picture on an X server of its own, double-clicks it, and saves what was on the screen.
import Foundation

guard CommandLine.arguments.count == 4 else {
    complain("usage: xzoom-demo PROGRAM PICTURE FOLDER")
    exit(2)
}
let demonstration = Demonstration(
    program: CommandLine.arguments[1], picture: CommandLine.arguments[2], folder: CommandLine.arguments[3])
do {
    let result = try demonstration.run()
    print(result.before)
    print(result.after)
} catch {
    complain("xzoom-demo: \(error)")
    exit(1)
}

/// Writes a line to standard error.
func complain(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }
