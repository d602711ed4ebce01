import CX11
import Geometry

/// Follows the ICC profile of the monitor that a window is on ("ICC Profiles in X Specification" 0.4): the property
/// `_ICC_PROFILE` of the root window, with `_1`, `_2`, … behind it for the second monitor and on.
final class DisplayProfile {
    private unowned let connection: Connection
    private var monitor = 0
    /// The profile's bytes; empty where there is none, which means sRGB.
    private(set) var bytes: [UInt8]

    init(connection: Connection) {
        self.connection = connection
        bytes = connection.property(connection.atoms[.iccProfile], on: connection.root)
    }

    /// Looks which monitor a window is on: another costs a round trip.
    /// - Returns: whether the profile is another now.
    func follow(_ frame: PixelRect<Root>) -> Bool {
        let place = connection.monitors.index(of: frame)
        guard place != monitor else { return false }
        monitor = place
        return read()
    }

    /// Reads the profile anew.
    /// - Returns: whether it is another now.
    func read() -> Bool {
        let before = bytes
        bytes = connection.property(atom, on: connection.root)
        return bytes != before
    }

    /// Whether an event means that the profile is to be read again.
    func concerns(_ event: XEvent) -> Bool {
        event.type == PropertyNotify && event.xproperty.window == connection.root
            && event.xproperty.atom == atom
    }

    private var atom: Atom {
        monitor == 0
            ? connection.atoms[.iccProfile]
            : connection.atom(named: "\(Atoms.Name.iccProfile.rawValue)_\(monitor)")
    }
}
