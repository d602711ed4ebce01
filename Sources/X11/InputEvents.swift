import CX11
import Geometry
import Gestures

/// Turns the server's input events into samples: those of XInput 2, or the core ones of a server without it.
final class InputEvents {
    private let connection: Connection
    private var clock = ServerClock()
    private var valuators = ScrollValuators()
    /// Source devices that are touchpads: those that report gestures.
    private var touchpads: Set<Int32> = []
    /// Source devices that are all that scrolls: XWayland has one for a seat's mice and touchpads.
    private var mixed: [Int32: MixedScrollSource] = [:]
    /// Source devices that scroll by valuators.
    private var smoothScrollers: Set<Int32> = []
    /// Gets the pointer's motion while it drags files.
    weak var dragSource: DragSource?
    /// How far the pointer goes with Control held until that is a drag, in view units.
    var dragThreshold = usualThreshold
    /// The pointer's device of the last press with Control held.
    private(set) var pressDevice: Int32 = 0
    /// Where the button was pressed with Control held, until it is released.
    private var controlPress: Point<View>?
    /// Whether that has become a drag.
    private var isDrag = false

    /// As for a pan.
    static let usualThreshold = 3.0

    init(connection: Connection, window: WindowID) {
        self.connection = connection
        guard let input = connection.input else { return }
        xz_select_input(connection.display, window, input.hasTouches ? 1 : 0, input.hasGestures ? 1 : 0)
    }

    /// Learns what the devices are and where their scroll valuators stand: one round trip.
    func queryDevices() {
        guard connection.input != nil else { return }
        var count: Int32 = 0
        guard let devices = XIQueryDevice(connection.display, XIAllDevices, &count) else { return }
        defer { XIFreeDeviceInfo(devices) }
        for device in UnsafeBufferPointer(start: devices, count: Int(count))
        where device.use == XISlavePointer {
            let hasGestures = learn(device.deviceid, classes: device.classes, count: device.num_classes)
            if hasGestures { touchpads.insert(device.deviceid) } else { touchpads.remove(device.deviceid) }
            let isMixed = !hasGestures && Self.isMixed(name: String(cString: device.name))
            mixed[device.deviceid] = isMixed ? mixed[device.deviceid] ?? MixedScrollSource() : nil
        }
    }

    /// Whether a device is that of XWayland for all that scrolls; its number may follow.
    static func isMixed(name: String) -> Bool { name.hasPrefix("xwayland-pointer") }

    /// Learns a device's scroll valuators.
    /// - Returns: whether there is a gesture class among the classes. Those of XI_DeviceChanged never have one.
    @discardableResult private func learn(
        _ device: Int32, classes: UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>?, count: Int32
    ) -> Bool {
        var axes: [ScrollAxis] = []
        var values: [(number: Int, value: Double)] = []
        var hasGestures = false
        for info in UnsafeBufferPointer(start: classes, count: Int(count)) {
            guard let info else { continue }
            let raw = UnsafeRawPointer(info)
            switch info.pointee.type {
            case XIScrollClass:
                let scroll = raw.load(as: XIScrollClassInfo.self)
                let axis = scroll.scroll_type == XIScrollTypeVertical ? Axis.y : .x
                axes.append(ScrollAxis(number: Int(scroll.number), axis: axis, increment: scroll.increment))
            case XIValuatorClass:
                let valuator = raw.load(as: XIValuatorClassInfo.self)
                values.append((Int(valuator.number), valuator.value))
            case XIGestureClass: hasGestures = true
            default: break
            }
        }
        valuators.setAxes(device: Int(device), axes: axes, values: values)
        if axes.isEmpty { smoothScrollers.remove(device) } else { smoothScrollers.insert(device) }
        return hasGestures
    }

    /// Translates an event of XInput 2.
    func translate(_ event: inout XEvent, now: Double, into events: inout [WindowEvent]) {
        let display = connection.display
        // No other extension's events of this kind are selected; asking for its number costs a round trip.
        withUnsafeMutablePointer(to: &event.xcookie) { cookie in
            guard XGetEventData(display, cookie) != 0, let data = cookie.pointee.data else { return }
            defer { XFreeEventData(display, cookie) }
            switch cookie.pointee.evtype {
            case XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
                translateTouch(data.load(as: XIDeviceEvent.self), now: now, into: &events)
            case XI_ButtonPress, XI_ButtonRelease, XI_Motion:
                translatePointer(data.load(as: XIDeviceEvent.self), now: now, into: &events)
            case XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd:
                translatePinch(data.load(as: XIGesturePinchEvent.self), now: now, into: &events)
            case XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd:
                translateSwipe(data.load(as: XIGestureSwipeEvent.self), now: now, into: &events)
            case XI_DeviceChanged:
                let change = data.load(as: XIDeviceChangedEvent.self)
                // The event's own values are the base of the scroll that it comes before.
                learn(change.sourceid, classes: change.classes, count: change.num_classes)
            case XI_Enter:
                let crossing = data.load(as: XIEnterEvent.self)
                // Away from the window the valuators moved on; grabs and child windows are no absence.
                if crossing.mode == XINotifyNormal && crossing.detail != XINotifyInferior { queryDevices() }
            case XI_HierarchyChanged: queryDevices()
            default: break
            }
        }
    }

    private func translateTouch(_ event: XIDeviceEvent, now: Double, into events: inout [WindowEvent]) {
        let phase: TouchPhase =
            switch event.evtype {
            case XI_TouchBegin: .began
            case XI_TouchEnd: .ended
            default: .moved
            }
        // A touch that another client may still take is reported with a pending end and no motion of its own.
        if phase == .moved && event.flags & XITouchPendingEnd != 0 { return }
        let time = clock.time(of: event.time, now: now)
        let position = Point<View>(x: event.event_x, y: event.event_y)
        events.append(
            .touch(
                TouchSample(
                    phase: phase, id: UInt32(bitPattern: event.detail), position: position, time: time)))
    }

    private func translatePinch(_ event: XIGesturePinchEvent, now: Double, into events: inout [WindowEvent]) {
        let isCancelled = event.flags & XIGesturePinchEventCancelled != 0
        let phase: TouchPhase =
            switch event.evtype {
            case XI_GesturePinchBegin: .began
            case XI_GesturePinchEnd: isCancelled ? .cancelled : .ended
            default: .moved
            }
        events.append(
            .touchpadPinch(
                TouchpadPinchSample(
                    phase: phase, scale: event.scale, position: Point(x: event.event_x, y: event.event_y),
                    device: Int(event.sourceid), time: clock.time(of: event.time, now: now))))
    }

    private func translateSwipe(_ event: XIGestureSwipeEvent, now: Double, into events: inout [WindowEvent]) {
        let isCancelled = event.flags & XIGestureSwipeEventCancelled != 0
        let phase: TouchPhase =
            switch event.evtype {
            case XI_GestureSwipeBegin: .began
            case XI_GestureSwipeEnd: isCancelled ? .cancelled : .ended
            default: .moved
            }
        events.append(
            .touchpadSwipe(
                TouchpadSwipeSample(
                    phase: phase, delta: Vector(dx: event.delta_x, dy: event.delta_y),
                    fingerCount: Int(event.detail), device: Int(event.sourceid),
                    time: clock.time(of: event.time, now: now))))
    }

    private func translatePointer(_ event: XIDeviceEvent, now: Double, into events: inout [WindowEvent]) {
        let time = clock.time(of: event.time, now: now)
        let position = Point<View>(x: event.event_x, y: event.event_y)
        let modifiers = Modifiers(rawValue: UInt32(truncatingIfNeeded: event.mods.effective))
        if event.evtype == XI_Motion, let notches = notches(event), dragSource?.isHeld != true {
            events.append(
                .scroll(sample(notches, device: event.sourceid, modifiers, at: position, time: time)))
        }
        // What a touch emulates has come as a touch, what a scroll valuator emulates as motion.
        if event.flags & XIPointerEmulated != 0 { return }
        let action =
            event.evtype == XI_ButtonPress
            ? Action.press : event.evtype == XI_ButtonRelease ? .release : .motion
        if action == .press { pressDevice = event.deviceid }
        let place = (x: Int(event.root_x.rounded(.down)), y: Int(event.root_y.rounded(.down)))
        if drag(action, button: Int(event.detail), to: place, stamp: event.time, now: now, into: &events) {
            return
        }
        append(
            action, button: Int(event.detail), device: event.sourceid, modifiers, at: position, time: time,
            to: &events)
    }

    private func notches(_ event: XIDeviceEvent) -> Vector<View>? {
        guard smoothScrollers.contains(event.sourceid) else { return nil }
        var state = event.valuators
        var values: [(number: Int, value: Double)] = []
        var next = state.values
        for number in 0..<state.mask_len * 8 where xz_has_valuator(&state, number) != 0 {
            guard let value = next else { break }
            values.append((Int(number), value.pointee))
            next = value.advanced(by: 1)
        }
        return valuators.notches(device: Int(event.sourceid), values: values)
    }

    private func sample(
        _ notches: Vector<View>, device: Int32, _ modifiers: Modifiers, at position: Point<View>, time: Double
    ) -> ScrollSample {
        let isTouchpad = touchpads.contains(device) || mixed[device]?.isTouchpad(notches, at: time) == true
        return ScrollSample(
            notches: notches, isTouchpad: isTouchpad, control: modifiers.contains(.control),
            shift: modifiers.contains(.shift), position: position, time: time)
    }

    /// Translates a core event, of a server without XInput 2.
    func translateCore(_ event: XEvent, now: Double, into events: inout [WindowEvent]) {
        if event.type == MotionNotify {
            let motion = event.xmotion
            let place = (x: Int(motion.x_root), y: Int(motion.y_root))
            if drag(.motion, button: 0, to: place, stamp: motion.time, now: now, into: &events) { return }
            append(
                .motion, button: 0, device: 0, Modifiers(rawValue: motion.state),
                at: Point(x: Double(motion.x), y: Double(motion.y)),
                time: clock.time(of: motion.time, now: now), to: &events)
        } else {
            let button = event.xbutton
            let action = event.type == ButtonPress ? Action.press : .release
            let place = (x: Int(button.x_root), y: Int(button.y_root))
            if drag(
                action, button: Int(button.button), to: place, stamp: button.time, now: now, into: &events)
            {
                return
            }
            append(
                action, button: Int(button.button), device: 0,
                Modifiers(rawValue: button.state), at: Point(x: Double(button.x), y: Double(button.y)),
                time: clock.time(of: button.time, now: now), to: &events)
        }
    }

    private enum Action { case press, release, motion }

    /// Buttons 4 to 7 of a device without scroll valuators are its wheel: a press is a notch up, down, left or right.
    private func append(
        _ action: Action, button: Int, device: Int32, _ modifiers: Modifiers, at position: Point<View>,
        time: Double,
        to events: inout [WindowEvent]
    ) {
        let wheel: [Int: Vector<View>] = [
            4: Vector(dx: 0, dy: -1), 5: Vector(dx: 0, dy: 1), 6: Vector(dx: -1, dy: 0),
            7: Vector(dx: 1, dy: 0),
        ]
        if action != .motion, let notches = wheel[button] {
            if action == .press {
                events.append(.scroll(sample(notches, device: device, modifiers, at: position, time: time)))
            }
            return
        }
        if isOfControl(action, button: button, modifiers, at: position, to: &events) { return }
        let sampled: PointerSample.Action =
            switch action {
            case .press: .pressed(button: button)
            case .release: .released(button: button)
            case .motion: .moved
            }
        events.append(.pointer(PointerSample(action: sampled, position: position, time: time)))
    }

    /// Keeps what the primary button does with Control held from the samples, and tells when it is a drag. Motion is a sample
    /// still, which without a button is nothing to a recognizer.
    private func isOfControl(
        _ action: Action, button: Int, _ modifiers: Modifiers, at position: Point<View>,
        to events: inout [WindowEvent]
    ) -> Bool {
        switch action {
        case .press where button == Self.primaryButton:
            isDrag = false
            controlPress = modifiers.contains(.control) ? position : nil
            return controlPress != nil
        case .release where button == Self.primaryButton:
            defer { controlPress = nil }
            return controlPress != nil
        case .motion:
            if let start = controlPress, !isDrag, start.distance(to: position) > dragThreshold {
                isDrag = true
                events.append(.controlDrag(at: start))
            }
            return false
        default: return false
        }
    }

    /// Hands the pointer to the drag of files that is under way.
    private func drag(
        _ action: Action, button: Int, to place: (x: Int, y: Int), stamp: Time, now: Double,
        into events: inout [WindowEvent]
    ) -> Bool {
        guard let dragSource, dragSource.isHeld else { return false }
        dragSource.move(x: place.x, y: place.y, time: stamp)
        if action == .release, button == Self.primaryButton {
            controlPress = nil
            dragSource.drop(time: stamp, now: now, into: &events)
        }
        return true
    }

    private static let primaryButton = 1
}
