import CX11

/// Follows the desktop's settings: the owner of the selection `_XSETTINGS_S0`, and its property.
final class SettingsWatch {
    private let connection: Connection
    private var owner: WindowID = 0

    init(connection: Connection) {
        self.connection = connection
        // A new owner announces itself by MANAGER on the root window; a new profile of the display is a property of it.
        XSelectInput(connection.display, connection.root, StructureNotifyMask | PropertyChangeMask)
    }

    /// Looks for the owner and reads its settings: two round trips, so not before the first picture.
    func read() -> DesktopSettings {
        let display = connection.display
        owner = XGetSelectionOwner(display, connection.atoms[.xsettingsOwner])
        guard owner != 0 else { return DesktopSettings() }
        XSelectInput(display, owner, PropertyChangeMask | StructureNotifyMask)
        return DesktopSettings(property: connection.property(connection.atoms[.xsettings], on: owner))
    }

    /// Whether an event means that the settings are to be read again.
    func concerns(_ event: XEvent) -> Bool {
        switch event.type {
        case PropertyNotify:
            return owner != 0 && event.xproperty.window == owner
                && event.xproperty.atom == connection.atoms[.xsettings]
        case DestroyNotify: return owner != 0 && event.xdestroywindow.window == owner
        case ClientMessage:
            return event.xclient.message_type == connection.atoms[.manager]
                && event.xclient.data.l.1 == Int(connection.atoms[.xsettingsOwner])
        default: return false
        }
    }
}
