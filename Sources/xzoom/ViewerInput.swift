import Geometry
import Gestures
import ScrollView
import X11

extension GestureConfiguration {
    /// The thresholds that the desktop asks for.
    init(_ settings: DesktopSettings) {
        self.init()
        scale = settings.scale
        if let time = settings.doubleClickTime { doubleTapInterval = Double(time) / 1000 }
        // These are in pixels, whatever the scale.
        if let distance = settings.doubleClickDistance { mouseDoubleTapDistance = Double(distance) / scale }
        if let threshold = settings.dragThreshold { mouseSlop = Double(threshold) / scale }
    }
}

extension Viewer {
    /// How far an arrow key scrolls, as a part of the window.
    private static let arrowStep = 0.15

    func handle(_ event: WindowEvent, at now: Double) {
        switch event {
        case .exposed:
            exposure = -.infinity
            needsFrame = true
            options.timing?.reached(.mapped)
        case .resized(let size):
            shown?.media.layout(viewSize: Self.viewSize(size), at: now)
            titleIsStale = true
            needsFrame = true
        case .framePresented:
            pacer.ended(at: now)
            options.timing?.presented()
            readDesktop(at: now)
        case .closeRequested: quit()
        case .hidden: cancelGestures(at: now)
        case .key(let symbol, let placeSymbol, let modifiers):
            if let command = KeyTable.command(symbol: symbol, placeSymbol: placeSymbol, modifiers) {
                perform(command, at: now)
            }
        case .touch(let sample): perform(gestures.handle(sample), at: sample.time)
        case .pointer(let sample): perform(gestures.handle(sample), at: sample.time)
        case .touchpadPinch(let sample): perform(gestures.handle(sample), at: sample.time)
        case .scroll(let sample): perform(gestures.handle(sample), at: sample.time)
        case .displayProfile(let profile): recolor(for: profile)
        case .settings(let settings): if hasReadDesktop { apply(settings) }
        }
    }

    /// Ends what fingers were doing; they will not be heard of again.
    func cancelGestures(at now: Double) { perform(gestures.cancelAll(), at: now) }

    private func perform(_ events: [GestureEvent], at time: Double) {
        guard let media = shown?.media else { return }
        for event in events { perform(event, on: media, at: time) }
    }

    private func perform(_ event: GestureEvent, on media: MediaView, at time: Double) {
        switch event {
        case .touchDown: media.touchDown(at: time)
        case .touchUp: media.touchUp(at: time)
        case .panBegan: media.beginPan(at: time)
        case .panChanged(let translation): media.changePan(translation: translation, at: time)
        case .panEnded(let velocity): media.endPan(velocity: velocity, at: time)
        case .panCancelled: media.cancelPan(at: time)
        case .pinchBegan(let center, let source):
            pinchSource = source.number
            media.beginPinch(source: pinchSource, center: center, at: time)
        case .pinchChanged(let scale, let center):
            media.changePinch(source: pinchSource, scale: scale, center: center, at: time)
        case .pinchEnded: media.endPinch(source: pinchSource, at: time)
        case .pinchCancelled(let source): media.cancelPinch(source: source.number, at: time)
        case .doubleTap(let point): media.doubleTap(point, at: time)
        case .twoFingerTap(let point): media.twoFingerTap(point, at: time)
        case .scroll(let distance): media.scroll(by: Vector(dx: distance.dx, dy: distance.dy), at: time)
        case .zoom(let factor, let point): media.zoom(by: factor, about: point, at: time)
        }
    }

    func perform(_ command: Command, at now: Double) {
        switch command {
        case .zoomIn: shown?.media.zoomIn(at: now)
        case .zoomOut: shown?.media.zoomOut(at: now)
        case .showWhole: shown?.media.showWholeImage(at: now)
        case .showActualSize: shown?.media.showActualSize(at: now)
        case .left: scrollOrStep(Vector(dx: -1, dy: 0), at: now)
        case .right: scrollOrStep(Vector(dx: 1, dy: 0), at: now)
        case .up: scrollOrStep(Vector(dx: 0, dy: -1), at: now)
        case .down: scrollOrStep(Vector(dx: 0, dy: 1), at: now)
        case .next: step(1)
        case .previous: step(-1)
        case .first: goToEnd(-1)
        case .last: goToEnd(1)
        case .nextPage: stepPage(1)
        case .previousPage: stepPage(-1)
        case .nextFrame: stepFrame(1, at: now)
        case .previousFrame: stepFrame(-1, at: now)
        case .togglePause: togglePause(at: now)
        case .toggleFullScreen: window?.setFullScreen(window?.isFullScreen != true)
        case .escape: if window?.isFullScreen == true { window?.setFullScreen(false) } else { quit() }
        case .quit: quit()
        }
    }

    private func scrollOrStep(_ direction: Vector<Content>, at now: Double) {
        guard let media = shown?.media, let window else { return }
        if media.isAtFit { return step(direction.dx + direction.dy > 0 ? 1 : -1) }
        let (width, height) = (Double(window.size.width), Double(window.size.height))
        let distance = Vector<Content>(
            dx: direction.dx * width * Self.arrowStep, dy: direction.dy * height * Self.arrowStep)
        media.nudge(by: distance, at: now)
    }
}

extension PinchSource {
    /// A number by which the scroll view knows whose gesture goes on.
    fileprivate var number: Int {
        switch self {
        case .touchscreen: -1
        case .tapDrag: -2
        case .touchpad(let device): device
        }
    }
}
