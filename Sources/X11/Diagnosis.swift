import CX11
import Geometry

extension Connection {
    /// What there is of the X server and the desktop, for a report on what may be wrong.
    /// - Returns: lines for people; those about a part of the line before begin with two spaces.
    public func diagnosis() -> [String] {
        let vendor = XServerVendor(display).map { String(cString: $0) } ?? "unknown"
        return ["X server: \(vendor), release \(XVendorRelease(display)), display \(displayName)"]
            + inputLines + settingsLines + monitorLines + extensionLines + managerLines
    }

    private var displayName: String { XDisplayString(display).map { String(cString: $0) } ?? "" }

    // MARK: Input

    private var inputLines: [String] {
        guard let input else { return ["XInput: none; core events, a wheel zooms, no touches"] }
        let lacks = [
            input.hasTouches ? nil : "touches need 2.2",
            input.hasGestures ? nil : "touchpad gestures need 2.4",
        ].compactMap { $0 }
        let head = "XInput: \(input.version.major).\(input.version.minor)"
        var count: Int32 = 0
        guard let devices = XIQueryDevice(display, XIAllDevices, &count) else { return [head] }
        defer { XIFreeDeviceInfo(devices) }
        let lines = UnsafeBufferPointer(start: devices, count: Int(count)).compactMap(line)
        return [([head] + lacks).joined(separator: "; ")] + lines
    }

    /// Masters are what slaves are joined to, and say nothing.
    private func line(about device: XIDeviceInfo) -> String? {
        guard device.use != XIMasterPointer, device.use != XIMasterKeyboard else { return nil }
        let name = device.name.map { String(cString: $0) } ?? ""
        let classes = DeviceClasses(device.classes, count: device.num_classes)
        let isFloating = device.use == XIFloatingSlave ? ", joined to no pointer: unused" : ""
        let isOff = device.enabled == 0 ? ", off" : ""
        let isMixed = InputEvents.isMixed(name: name) && !classes.hasGestures
        let treatment =
            isMixed ? "mice and touchpads: whole notches zoom, parts of one pan" : classes.treatment
        return "  device \(device.deviceid), \(name): \(treatment)"
            + " [\(classes.names.joined(separator: ", "))]\(isFloating)\(isOff)"
    }

    // MARK: The desktop

    private var settingsLines: [String] {
        let settings = readSettings()
        let values: [(String, (any CustomStringConvertible)?)] = [
            ("Net/DoubleClickTime", settings.doubleClickTime),
            ("Net/DoubleClickDistance", settings.doubleClickDistance),
            ("Net/DndDragThreshold", settings.dragThreshold),
            ("Gtk/EnableAnimations", settings.enablesAnimations),
            ("Gdk/WindowScalingFactor", settings.windowScalingFactor), ("Xft/DPI", settings.textResolution),
        ]
        let told = values.compactMap { name, value in value.map { "\(name) \($0)" } }
        let owner =
            settingsOwner == 0
            ? "XSETTINGS: nobody has them"
            : "XSETTINGS: of window 0x\(String(settingsOwner, radix: 16))"
        let resource = settings.resourceResolution.map { "  Xft.dpi \($0) (X resources)" }
        return [owner] + told.map { "  \($0)" } + [resource].compactMap { $0 } + ["scale: \(settings.scale)"]
    }

    private var monitorLines: [String] {
        var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let hasRandR =
            XRRQueryExtension(display, &event, &error) != 0 && XRRQueryVersion(display, &major, &minor) != 0
        let monitors = readMonitors()
        let lines = monitors.all.map { monitor in
            let (frame, name) = (monitor.frame, names(of: [monitor.name].filter { $0 != 0 }).first)
            return
                "  \(name ?? "the whole screen"): \(frame.width) × \(frame.height) at (\(frame.x0), \(frame.y0))"
                + (monitor.isPrimary ? ", the first" : "")
        }
        let rate = (refreshRate * 100).rounded() / 100
        return [hasRandR ? "RandR: \(major).\(minor), \(rate) frames a second" : "RandR: none"] + lines + [
            "ICC profile: \(displayProfile.isEmpty ? "none, sRGB is taken" : "\(displayProfile.count) bytes")"
        ]
    }

    private var extensionLines: [String] {
        ["MIT-SHM", "Composite", "RENDER"].map { "\($0): \(hasExtension($0) ? "yes" : "no")" }
    }

    private func hasExtension(_ name: String) -> Bool {
        var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
        return XQueryExtension(display, name, &opcode, &event, &error) != 0
    }

    private var managerLines: [String] {
        let compositor = XGetSelectionOwner(display, atom(named: "_NET_WM_CM_S\(screen)")) != 0
        return [
            "window manager: \(windowManager.map(title) ?? "none by EWMH")",
            "compositor: \(compositor ? "runs" : "none")",
        ]
    }

    private func title(of window: WindowID) -> String {
        let name = property(atoms[.netWMName], on: window, longest: 64)
        return name.isEmpty ? "without a name" : String(decoding: name, as: UTF8.self)
    }
}

/// What a device can do, as XInput 2 has it.
private struct DeviceClasses {
    private(set) var names: [String] = []
    private var kinds: Set<Int32> = []
    private var isDirect = false

    init(_ classes: UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>?, count: Int32) {
        for info in UnsafeBufferPointer(start: classes, count: Int(count)) {
            guard let info else { continue }
            let raw = UnsafeRawPointer(info)
            kinds.insert(info.pointee.type)
            switch info.pointee.type {
            case XIKeyClass: names.append("keys")
            case XIButtonClass: names.append("\(raw.load(as: XIButtonClassInfo.self).num_buttons) buttons")
            case XIScrollClass:
                let scroll = raw.load(as: XIScrollClassInfo.self)
                let way = scroll.scroll_type == XIScrollTypeVertical ? "vertical" : "horizontal"
                names.append("\(way) scroll by \(scroll.increment) a notch")
            case XITouchClass:
                let touch = raw.load(as: XITouchClassInfo.self)
                isDirect = touch.mode == XIDirectTouch
                names.append("\(touch.num_touches) touches\(isDirect ? "" : " (not on the screen)")")
            case XIGestureClass: names.append("gestures")
            default: break
            }
        }
        let axes = (0..<Int(count)).count { classes?[$0]?.pointee.type == XIValuatorClass }
        if axes > 0 { names.append("\(axes) axes") }
    }

    /// Whether it reports pinches and swipes.
    var hasGestures: Bool { kinds.contains(XIGestureClass) }

    /// How its events are taken.
    var treatment: String {
        if kinds.contains(XITouchClass), isDirect { return "a touchscreen: one finger pans, two pinch" }
        if kinds.contains(XIGestureClass) {
            return "a touchpad: pinches zoom, two fingers pan, three step"
        }
        if kinds.contains(XIScrollClass) { return "a mouse: its wheel zooms" }
        if kinds.contains(XIButtonClass) { return "a pointer: buttons 4 to 7 are its wheel, which zooms" }
        return kinds.contains(XIKeyClass) ? "a keyboard" : "not used"
    }
}
