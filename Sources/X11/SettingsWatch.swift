import CX11

/// Follows the desktop's settings: the owner of the selection `_XSETTINGS_S0`, and its property; and where that does not
/// tell how large text is, the resources on the root window.
final class SettingsWatch {
    private let connection: Connection
    private(set) var current = DesktopSettings()

    init(connection: Connection) {
        self.connection = connection
        // A new owner announces itself by MANAGER on the root window; a new profile of the display is a property of it.
        XSelectInput(connection.display, connection.root, StructureNotifyMask | PropertyChangeMask)
    }

    /// Looks for the owner and reads its settings: two round trips or three, so not before the first picture.
    func read() -> DesktopSettings {
        current = connection.readSettings()
        if connection.settingsOwner != 0 {
            XSelectInput(
                connection.display, connection.settingsOwner, PropertyChangeMask | StructureNotifyMask)
        }
        return current
    }

    /// Whether an event means that the settings are to be read again.
    func concerns(_ event: XEvent) -> Bool {
        let owner = connection.settingsOwner
        switch event.type {
        case PropertyNotify:
            let change = event.xproperty
            return owner != 0 && change.window == owner && change.atom == connection.atoms[.xsettings]
                || change.window == connection.root && change.atom == Atom(XA_RESOURCE_MANAGER)
        case DestroyNotify: return owner != 0 && event.xdestroywindow.window == owner
        case ClientMessage:
            return event.xclient.message_type == connection.atoms[.manager]
                && event.xclient.data.l.1 == Int(connection.atoms[.xsettingsOwner])
        default: return false
        }
    }
}

extension Connection {
    /// Reads the desktop's settings, and learns who has them.
    func readSettings() -> DesktopSettings {
        settingsOwner = XGetSelectionOwner(display, atoms[.xsettingsOwner])
        var settings =
            settingsOwner == 0
            ? DesktopSettings() : DesktopSettings(property: property(atoms[.xsettings], on: settingsOwner))
        if settings.textResolution == nil, settings.windowScalingFactor == nil {
            settings.readResources(property(Atom(XA_RESOURCE_MANAGER), on: root))
        }
        return settings
    }
}
