import Foundation
public import Geometry

/// A real X server of one's own: Xorg with a screen in memory, a touchscreen, a touchpad, a mouse and a keyboard that
/// are driven from here. Nothing of it is left when it is closed or when this process ends.
///
/// One thread at a time may use it.
public final class XServer {
    /// What clients have in DISPLAY, such as `:0`.
    public let displayName: String
    /// The screen.
    public let size: PixelSize
    /// Refreshes of the screen a second, as clients are told.
    public let refreshRate: Double
    /// Ten fingers.
    public let touchscreen: Touchscreen
    /// Two-finger scroll, pinch and swipe; it moves the same pointer as the mouse.
    public let touchpad: Touchpad
    /// Buttons, wheel and the pointer.
    public let mouse: Mouse
    /// Keys, by keysym.
    public let keyboard: Keyboard

    let connection: XConnection
    private let start: ServerStart
    private let devices: [InputTestDevice]

    /// Seconds that a server may take to get ready: 0.4 on an idle machine, far more on a loaded one.
    private static let startLimit = 30.0

    /// Starts a server.
    /// - Parameters:
    ///   - width: screen columns.
    ///   - height: screen rows.
    /// - Throws: `SessionError`: which package is missing, or the end of the server's log.
    public init(width: Int = 1280, height: Int = 800) throws {
        size = PixelSize(width: width, height: height)
        let folder = try TemporaryFolder(prefix: "xserver")
        // It is needed until all are connected, then nothing is left on disk whatever happens.
        defer { withExtendedLifetime(folder) {} }
        let configuration = ServerConfiguration(size: size, folder: folder.path)
        refreshRate = configuration.refreshRate
        start = try ServerStart(configuration, deadline: monotonicSeconds() + Self.startLimit)
        displayName = start.displayName
        do {
            let deadline = start.deadline
            devices = try ServerConfiguration.devices.map {
                try InputTestDevice(path: configuration.socketPath(of: $0.name), deadline: deadline)
            }
            connection = try XConnection(displayName)
            guard connection.screenSize == size else {
                throw SessionError.serverFailed("its screen is \(connection.screenSize), not \(size)")
            }
        } catch {
            start.end()
            throw error
        }
        touchscreen = Touchscreen(device: devices[0], screen: size)
        touchpad = Touchpad(device: devices[1])
        mouse = Mouse(device: devices[2])
        keyboard = Keyboard(device: devices[3], connection: connection)
    }

    deinit {
        close()
        if start.log >= 0 { Foundation.close(start.log) }
    }

    /// What the server has logged.
    public var log: String {
        lseek(start.log, 0, SEEK_SET)
        return String(decoding: remainingBytes(of: start.log), as: UTF8.self)
    }

    /// The server's process, for its CPU time and memory.
    public var statistics: ProcessStatistics {
        ProcessStatistics(processIdentifier: start.process.identifier)
    }
    /// The server's process id.
    public var processIdentifier: Int32 { start.process.identifier }
    /// Whether the server has not ended.
    public var isRunning: Bool { start.process.poll() == nil }

    /// Starts a program on this server.
    /// - Parameters:
    ///   - arguments: its path (or a name on PATH) and its arguments.
    ///   - environment: added to this process's environment; a nil value removes a variable.
    ///   - input: bytes for its standard input; nil is `/dev/null`.
    /// - Returns: the program, running; it is killed when the last reference goes.
    /// - Throws: `SessionError.system` where it cannot be started.
    public func launch(
        _ arguments: [String], environment: [String: String?] = [:], input: [UInt8]? = nil
    ) throws -> Program {
        let display: [String: String?] = ["DISPLAY": displayName, "WAYLAND_DISPLAY": nil, "XAUTHORITY": nil]
        return try Program(arguments, environment: display.merging(environment) { $1 }, input: input)
    }

    /// Ends the server, as a user's session does (SIGTERM; killed when that does not help). Programs on it lose their
    /// display. Later use of the server throws.
    public func close() {
        // The server first: a device's socket that closes under a running server makes it spin.
        start.end()
        devices.forEach { $0.close() }
    }
}
