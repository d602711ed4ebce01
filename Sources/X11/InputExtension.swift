import CX11

/// The server's XInput 2: from 2.0 smooth scrolling's devices, from 2.2 touches, from 2.4 touchpad pinches.
struct InputExtension {
    /// The major opcode, by which its events are known.
    let opcode: Int32
    /// Whether touchscreens report touches (2.2).
    let hasTouches: Bool
    /// Whether touchpads report pinches (2.4).
    let hasGestures: Bool

    /// Asks for 2.4 and takes what comes back.
    /// - Returns: `nil` where the server has no XInput 2.
    init?(display: OpaquePointer) {
        var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
        guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0 else { return nil }
        var (major, minor): (Int32, Int32) = (2, 4)
        guard XIQueryVersion(display, &major, &minor) == Success, major >= 2 else { return nil }
        self.opcode = opcode
        hasTouches = (major, minor) >= (2, 2)
        hasGestures = (major, minor) >= (2, 4)
    }
}
