import CX11

/// Follows the ICC profile of the monitor that a window is on ("ICC Profiles in X Specification" 0.4): the property
/// `_ICC_PROFILE` of the root window, with `_1`, `_2`, … behind it for the second monitor and on.
final class DisplayProfile {
    private unowned let connection: Connection
    private var monitors: [XRRMonitorInfo] = []
    private var monitor = 0
    /// The profile's bytes; empty where there is none, which means sRGB.
    private(set) var bytes: [UInt8]

    init(connection: Connection) {
        self.connection = connection
        bytes = connection.property(connection.atoms[.iccProfile], on: connection.root)
    }

    /// Looks which monitors there are and which of them a window is on: some round trips, so not before the first picture.
    /// - Returns: whether the profile is another now.
    func readMonitors(window: WindowID) -> Bool {
        var count: Int32 = 0
        let found = XRRGetMonitors(connection.display, connection.root, 1, &count)
        monitors = Array(UnsafeBufferPointer(start: found, count: found == nil ? 0 : Int(count)))
        if let found { XRRFreeMonitors(found) }
        return follow(window: window)
    }

    /// Looks which monitor a window is on; with one there is nothing to look for.
    /// - Returns: whether the profile is another now.
    func follow(window: WindowID) -> Bool {
        var place = 0
        if monitors.count > 1 {
            var attributes = XWindowAttributes()
            var (x, y): (Int32, Int32) = (0, 0)
            var child: WindowID = 0
            XGetWindowAttributes(connection.display, window, &attributes)
            XTranslateCoordinates(
                connection.display, window, connection.root, attributes.width / 2, attributes.height / 2, &x,
                &y, &child)
            let under = monitors.firstIndex {
                ($0.x..<$0.x + $0.width).contains(x) && ($0.y..<$0.y + $0.height).contains(y)
            }
            place = under ?? monitor
        }
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
            : XInternAtom(connection.display, "\(Atoms.Name.iccProfile.rawValue)_\(monitor)", 0)
    }
}
