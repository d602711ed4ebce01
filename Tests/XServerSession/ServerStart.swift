import Foundation

/// A folder that goes with all in it.
final class TemporaryFolder {
    let path: String

    init(prefix: String) throws {
        var template = Array("\(NSTemporaryDirectory())/\(prefix)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SessionError.system("mkdtemp", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The start of a server process up to its display's name.
struct ServerStart {
    let process: ChildProcess
    let displayName: String
    /// Monotonic seconds by which all has to be ready.
    let deadline: Double
    /// The log, which can be read after its folder is gone; -1 where it could not be opened.
    let log: Int32

    /// The server itself where the distributions put it, then the wrapper, which only root and console users may run.
    private static let candidates = [
        "/usr/lib/xorg/Xorg", "/usr/libexec/Xorg", "/usr/lib/Xorg", "/usr/bin/Xorg",
    ]
    private static let packages = "install xserver-xorg-core and xserver-xorg-video-dummy"

    init(_ configuration: ServerConfiguration, deadline: Double) throws {
        self.deadline = deadline
        guard let program = Self.candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw SessionError.missingPackage("there is no Xorg; \(Self.packages)")
        }
        let folder = configuration.folder
        // Not *.conf: the folder is the server's empty drop-in folder too.
        let settings = "\(folder)/settings"
        let log = "\(folder)/log"
        try configuration.text.write(toFile: settings, atomically: false, encoding: .utf8)
        let ready = try DescriptorPair()
        let arguments = [
            program, "-displayfd", "3", "-config", settings, "-configdir", folder, "-logfile", log,
            "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "-keeptty", "-verbose", "0",
        ]
        let messages = open("\(folder)/messages", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { if messages >= 0 { close(messages) } }
        process = try ChildProcess(
            arguments, environment: ProcessInfo.processInfo.environment,
            files: (-1, messages, messages, ready.writing), deathSignal: SIGTERM)
        ready.closeWriting()  // the server has the other copy: its end is the end of the pipe
        let number = Self.readNumber(ready.reading, until: deadline)
        let missing = Self.missingPackage(in: contents(of: log))
        guard let number, missing == nil else {
            process.send(SIGTERM)
            if process.wait(timeout: 2) == nil { process.end() }
            let text = (contents(of: log) + contents(of: "\(folder)/messages")).suffix(3000)
            throw missing ?? .serverFailed(String(decoding: text, as: UTF8.self))
        }
        displayName = ":\(number)"
        self.log = open(log, O_RDONLY | O_CLOEXEC)
    }

    /// Ends the server. One that was killed cannot clean up after itself: that is done here.
    func end() {
        process.send(SIGTERM)
        if process.wait(timeout: 5) == nil { process.end() }
        guard process.ending != .exited(0) else { return }
        let path = "/tmp/.X11-unix/X\(displayName.dropFirst())"
        // Another server may have the number by now.
        let socket = connectLocal(path)
        if socket >= 0 { close(socket) } else if socket == -ECONNREFUSED { unlink(path) }
    }

    /// The line that the server writes once it takes clients; nil where it ends or takes too long.
    private static func readNumber(_ file: Int32, until deadline: Double) -> Int? {
        var digits = ""
        var byte: UInt8 = 0
        while waitReadable(file, until: deadline), read(file, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return Int(digits) }
            digits.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return nil
    }

    /// Names the package of a driver that the server did not find.
    private static func missingPackage(in log: [UInt8]) -> SessionError? {
        let text = String(decoding: log, as: UTF8.self)
        let modules = [("dummy", "xserver-xorg-video-dummy"), ("inputtest", "xserver-xorg-core")]
        return modules.first { text.contains("Failed to load module \"\($0.0)\"") }.map {
            .missingPackage("its \($0.0) driver is missing; install \($0.1)")
        }
    }
}
