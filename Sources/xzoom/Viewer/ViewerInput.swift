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
    /// By how much the fingers of a twist may come closer or go apart without a wish to zoom.
    private static let twistPlay = 1.4
    /// How far an arrow key scrolls, as a part of the window.
    private static let arrowStep = 0.15

    func handle(_ event: WindowEvent, at now: Double) {
        if case .pointer = event { thumbnails?.isMouse = true }
        if case .touch = event { thumbnails?.isMouse = false }
        switch event {
        case .exposed:
            exposure = -.infinity
            needsFrame = true
            options.timing?.reached(.mapped)
        case .resized(let size, let shift):
            shown?.media.layout(viewSize: Self.viewSize(size), anchor: anchor(movedBy: shift), at: now)
            if isPaging { stopPaging() }
            layoutThumbnails(at: now)
            titleIsStale = true
            needsFrame = true
        case .framePresented:
            pacer.ended(at: now)
            options.timing?.presented()
            readDesktop(at: now)
        case .closeRequested: quit()
        case .hidden: cancelGestures(at: now)
        case .key(let symbol, let placeSymbol, let modifiers, let isRepeat):
            if closeHelp(by: symbol) { return }
            guard let command = keys.command(symbol: symbol, placeSymbol: placeSymbol, modifiers),
                !isRepeat || command.repeats
            else { return }
            if command != .delete, takeBackDeletion(), command == .escape { return }
            if !performInThumbnails(command, symbol: symbol, at: now) { perform(command, at: now) }
        case .touch(let sample):
            lastTouch = now
            perform(gestures.handle(sample), at: sample.time)
        case .pointer(let sample):
            pointerMotion = now
            perform(gestures.handle(sample), at: sample.time)
        case .touchpadPinch(let sample): perform(gestures.handle(sample), at: sample.time)
        case .scroll(let sample): perform(gestures.handle(sample), at: sample.time)
        case .displayProfile(let profile): recolor(for: profile)
        case .touchpadSwipe(let sample): perform(gestures.handle(sample), at: sample.time)
        case .controlDrag: beginDrag()
        case .pictureRequested(let request): makePicture(for: request)
        case .offerEnded: offered = nil
        case .pasted(let pasted): open(pasted)
        case .dropped(let uris, _): open(uris)
        case .dragEnded: break
        case .settings(let settings): if hasReadDesktop { apply(settings) }
        }
    }

    /// What is to keep its place on the screen while the window changes: what is under the pointer, if that is in the window.
    /// - Parameter shift: how far the window's corner moved on the screen.
    /// - Returns: `nil` for the window's middle.
    private func anchor(movedBy shift: Vector<View>) -> ResizeAnchor? {
        // Fingers leave a pointer behind that nobody looks at.
        guard pointerMotion > lastTouch, let media = shown?.media, let after = window?.pointerPosition
        else { return nil }
        let before = after + shift
        let bounds = media.scrollView.bounds
        let isInside = (0..<bounds.width).contains(before.x) && (0..<bounds.height).contains(before.y)
        return isInside ? ResizeAnchor(before: before, after: after) : nil
    }

    /// Seconds without motion after which the pointer is hidden on a full screen.
    private static let pointerPatience = 2.0

    /// When the pointer is to be hidden, in seconds.
    var pointerHiding: Double? {
        guard let window, window.isFullScreen, !window.hidesPointer else { return nil }
        return pointerMotion + Self.pointerPatience
    }

    /// Hides the pointer on a full screen while it does not move.
    func updatePointer(at now: Double) {
        guard let window else { return }
        window.hidesPointer = window.isFullScreen && now >= pointerMotion + Self.pointerPatience
    }

    /// Ends what fingers were doing; they will not be heard of again.
    func cancelGestures(at now: Double) { perform(gestures.cancelAll(), at: now) }

    private func perform(_ events: [GestureEvent], at time: Double) {
        guard let media = shown?.media else { return }
        if showsThumbnails { return events.forEach { performInThumbnails($0, at: time) } }
        for event in events { perform(event, on: media, at: time) }
    }

    private func perform(_ event: GestureEvent, on media: MediaView, at time: Double) {
        switch event {
        case .touchDown: media.touchDown(at: time)
        case .touchUp: media.touchUp(at: time)
        case .panBegan(let source, let way):
            panPages = isPaging || (source == .touchscreen && media.canPage)
            if panPages { beginPaging(way: way, at: time) } else { media.beginPan(at: time) }
        case .panChanged(let translation) where panPages: changePaging(translation: translation, at: time)
        case .panChanged(let translation): media.changePan(translation: translation, at: time)
        case .panEnded(let velocity) where panPages: endPaging(velocity: velocity, at: time)
        case .panEnded(let velocity): media.endPan(velocity: velocity, at: time)
        case .panCancelled: if panPages { cancelPaging(at: time) } else { media.cancelPan(at: time) }
        case .swipeBegan: beginPaging(way: .zero, at: time)
        case .swipeChanged(let translation): changePaging(translation: translation, at: time)
        case .swipeEnded(let velocity): endPaging(velocity: velocity, at: time)
        case .swipeCancelled: cancelPaging(at: time)
        case .twist(let quarterTurns, _):
            let (most, change) = (Self.twistPlay, Orientation.turn(quarterTurns: quarterTurns))
            let isTwistAlone = (1 / most...most).contains(pinchStart.ratio)
            turn(by: change, from: isTwistAlone ? pinchStart.state : nil, at: time)
        case .twistChanged, .tap: break
        case .pinchBegan(let center, let source):
            pinchSource = source.number
            pinchStart = (media.state, 1)
            media.beginPinch(source: pinchSource, center: center, at: time)
        case .pinchChanged(let scale, let center):
            pinchStart.ratio = scale
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
        case .next: stopPaging(); step(1)
        case .previous: stopPaging(); step(-1)
        case .first: stopPaging(); goToEnd(-1)
        case .last: stopPaging(); goToEnd(1)
        case .toggleZoom: toggleZoom(at: now)
        case .toggleKeepView: keepsView.toggle()
        case .toggleSlideshow: toggleSlideshow(at: now)
        case .reload: reload()
        case .turnRight: turn(by: .turn(quarterTurns: 1), at: now)
        case .turnLeft: turn(by: .turn(quarterTurns: -1), at: now)
        case .flipHorizontally: turn(by: .topRight, at: now)
        case .flipVertically: turn(by: .bottomLeft, at: now)
        case .delete: delete(at: now)
        case .copy: copy()
        case .paste: window?.requestClipboard(limit: options.loaderMemory, at: now)
        case .toggleInformation: toggleInfo()
        case .toggleHelp: toggleHelp()
        case .toggleThumbnails: showThumbnails(at: now)
        case .open: break
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

    /// Does what a double-click does in the window's middle.
    private func toggleZoom(at now: Double) {
        guard let window else { return }
        let (width, height) = (Double(window.size.width), Double(window.size.height))
        shown?.media.doubleTap(Point(x: width / 2, y: height / 2), at: now)
    }

    private func scrollOrStep(_ direction: Vector<Content>, at now: Double) {
        guard let media = shown?.media, let window else { return }
        if media.isAtFit {
            stopPaging()
            return step(direction.dx + direction.dy > 0 ? 1 : -1)
        }
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
