import Geometry

/// What the server is told: one dummy screen and four injected devices.
struct ServerConfiguration {
    /// The screen, in pixels.
    let size: PixelSize
    /// Holds the devices' sockets.
    let folder: String

    /// The devices in the order of their sockets: name, the driver's type and its core role.
    static let devices = [
        (name: "touchscreen", type: "Touch", role: ""), (name: "touchpad", type: "PointerGesture", role: ""),
        (name: "mouse", type: "Pointer", role: "CorePointer"),
        (name: "keyboard", type: "Keyboard", role: "CoreKeyboard"),
    ]

    /// Where a device's socket is.
    func socketPath(of device: String) -> String { "\(folder)/\(device)" }

    /// The text of the configuration file, as xorg.conf(5) and inputtest(4) have it.
    var text: String {
        let (width, height) = (size.width, size.height)
        // A mode of this size. The driver takes pixel clocks of 11 to 300 MHz, and no blanking as short as the reduced one.
        let (total, lines) = (width + 320, height + 40)
        let clock = min(290, max(12, Double(total * lines * 60) / 1e6))
        let mode = "\(width)x\(height)"
        let timings =
            "\(width) \(width + 64) \(width + 128) \(total) \(height) \(height + 3) \(height + 8) \(lines)"
        let sections = Self.devices.map { device in
            """
            Section "InputDevice"
                Identifier "\(device.name)"
                Driver "inputtest"
                Option "SocketPath" "\(socketPath(of: device.name))"
                Option "DeviceType" "\(device.type)"
                Option "TouchCount" "10"
            EndSection
            """
        }
        let layout = Self.devices.map { "    InputDevice \"\($0.name)\" \"\($0.role)\"" }
        return """
            Section "ServerFlags"
                Option "AutoAddDevices" "false"
                Option "AutoEnableDevices" "false"
                Option "DontVTSwitch" "true"
                Option "BlankTime" "0"
            EndSection
            Section "Device"
                Identifier "card"
                Driver "dummy"
                VideoRam 262144
            EndSection
            Section "Monitor"
                Identifier "monitor"
                HorizSync 1-2000
                VertRefresh 1-1000
                Modeline "\(mode)" \(clock) \(timings)
            EndSection
            Section "Screen"
                Identifier "screen"
                Device "card"
                Monitor "monitor"
                DefaultDepth 24
                SubSection "Display"
                    Depth 24
                    Modes "\(mode)"
                    Virtual \(width) \(height)
                EndSubSection
            EndSection
            \(sections.joined(separator: "\n"))
            Section "ServerLayout"
                Identifier "layout"
                Screen "screen"
            \(layout.joined(separator: "\n"))
            EndSection

            """
    }
}
