import CX11

/// The server's XInput 2: from 2.0 smooth scrolling's devices, from 2.2 touches, from 2.4 touchpad pinches and swipes.
struct InputExtension {
    /// What the server and we both know.
    let version: (major: Int, minor: Int)
    /// Whether touchscreens report touches (2.2).
    var hasTouches: Bool { version >= (2, 2) }
    /// Whether touchpads report pinches and swipes (2.4).
    var hasGestures: Bool { version >= (2, 4) }

    /// Asks for 2.4 and takes what comes back.
    /// - Returns: `nil` where the server has no XInput 2.
    init?(display: OpaquePointer) {
        var (major, minor): (Int32, Int32) = (2, 4)
        guard XIQueryVersion(display, &major, &minor) == Success, major >= 2 else { return nil }
        version = (Int(major), Int(minor))
    }
}
