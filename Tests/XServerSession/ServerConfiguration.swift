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

    /// The pixels of a row and the rows with their blanking, and the pixel clock in MHz. The driver takes clocks of 11 to 300,
    /// and no blanking as short as the reduced one.
    private var timing: (total: Int, lines: Int, clock: Double) {
        let (total, lines) = (size.width + 320, size.height + 40)
        return (total, lines, min(290, max(12, Double(total * lines * 60) / 1e6)))
    }

    /// Refreshes a second, as clients are told: 60, and less on a screen too large for the driver's clock.
    var refreshRate: Double { timing.clock * 1e6 / Double(timing.total * timing.lines) }

    /// The text of the configuration file, as xorg.conf(5) and inputtest(4) have it.
    var text: String {
        let (width, height) = (size.width, size.height)
        let (total, lines, clock) = timing
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
