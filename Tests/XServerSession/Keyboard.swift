import CTestSupport

/// A key held while another is pressed.
public enum Modifier: String, Sendable {
    /// The left Shift key.
    case shift = "Shift_L"
    /// The left Control key.
    case control = "Control_L"
    /// The left Alt key.
    case alt = "Alt_L"
}

/// An injected keyboard with the server's default layout. Each call returns when the server has processed it.
public final class Keyboard {
    private let device: InputTestDevice
    private let connection: XConnection

    init(device: InputTestDevice, connection: XConnection) {
        (self.device, self.connection) = (device, connection)
    }

    /// Types a key.
    /// - Parameters:
    ///   - name: of the keysym, such as `plus`, `Escape` or `q`; one on the upper level gets Shift by itself.
    ///   - modifiers: held meanwhile.
    /// - Throws: `SessionError`.
    public func type(_ name: String, _ modifiers: Modifier...) throws {
        let key = try find(name)
        var held = modifiers
        if key.needsShift && !held.contains(.shift) { held.append(.shift) }
        for modifier in held { try hold(modifier.rawValue) }
        try send(key.code, pressed: true)
        try send(key.code, pressed: false)
        for modifier in held.reversed() { try release(modifier.rawValue) }
    }

    /// Presses a key without releasing it.
    /// - Parameter name: of the keysym on either level.
    /// - Throws: `SessionError`.
    public func hold(_ name: String) throws { try send(find(name).code, pressed: true) }

    /// Releases a key.
    /// - Parameter name: of the keysym on either level.
    /// - Throws: `SessionError`.
    public func release(_ name: String) throws { try send(find(name).code, pressed: false) }

    private func send(_ code: UInt8, pressed: Bool) throws {
        try device.send(.key(code: code, pressed: pressed))
    }

    private func find(_ name: String) throws -> (code: UInt8, needsShift: Bool) {
        let keysym = ct_keysym(name)
        let map = try connection.keyboardMapping()
        for level in 0..<min(2, map.levels) {
            var index = level
            while index < map.keysyms.count {
                if keysym != 0 && map.keysyms[index] == keysym {
                    return (map.firstCode + UInt8(index / map.levels), level == 1)
                }
                index += map.levels
            }
        }
        throw SessionError.unknownKey(name)
    }
}
