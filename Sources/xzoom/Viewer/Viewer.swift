import Geometry
import Gestures
import Glibc
import Loading
import Posix
import Rendering
import ScrollView
import X11

/// The program: opens files, shows them in a window, and lets them be zoomed. One thread, one loop.
final class Viewer: ScrollViewDelegate {
    /// Seconds until a loader that was ended is looked for again; it takes milliseconds to go.
    private static let reapingInterval = 0.01

    let options: Options
    let connection: Connection
    let builder: Worker
    let built: Mailbox<Built>
    private let signals: FileDescriptor
    let opener: Opener
    var window: Window?
    var painter: Painter?
    var canvas: Canvas?
    /// The room for a window in device pixels.
    var workArea = (width: 0, height: 0)
    var pacer = FramePacer()
    var gestures = GestureRecognizer()
    var pinchSource = 0
    /// How the picture was seen when the last pinch began, and how far the fingers are apart, in terms of then.
    var pinchStart: (state: MediaViewState?, ratio: Double) = (nil, 1)
    var settings = DesktopSettings()
    var shown: Shown?
    var coming: Coming?
    var refinement: Refinement?
    /// Where and how large pictures were when they were left.
    var views: [PageKey: MediaViewState] = [:]
    /// The way from picture to picture by a swipe.
    var pager = Pager()
    var leaving: Leaving?
    /// Whether the picture shown was swiped away, and its follower has not come yet.
    var isAway = false
    /// All files as thumbnails, once they have been asked for.
    var thumbnails: Thumbnails?
    /// Whether a pan goes from picture to picture.
    var panPages = false
    /// What keys do.
    private(set) lazy var keys = options.keys
    /// Whether zoom and place stay from file to file.
    var keepsView = false
    /// Whether the files follow each other by themselves.
    var isSlideshow: Bool
    /// When the next file of a slideshow is due, in seconds; `nil` while there is none, and until the first picture is whole.
    var nextSlide: Double?
    /// Since when the picture shown is whole, in seconds.
    var wholeSince: Double?
    /// Where the files come from.
    var source: FileSource
    /// Names of more of them that come from a stream.
    let names: FileNameStream?
    /// What happens in the folders; there once the first picture is.
    var news: FolderNews?
    /// The thread that waits for disks.
    var filer: Worker?
    let filed: Mailbox<Filed>
    /// How many listings have been asked for; older ones are out of date.
    var listing = 0
    /// What the lister has to do yet.
    var filing = 0
    /// The list before files were dropped or pasted, until one of them is shown.
    var listBefore: (files: FileList.Snapshot, source: FileSource)?
    /// A step that waits for the list.
    var pendingStep: Int?
    /// The picture that was put into the clipboard: its file, page, how it is turned, and what keeps the file open.
    var offered: (path: Argument, page: Int, turn: Orientation, opening: Opening?)?
    var sharer: Worker?
    let answers: Mailbox<Answer>
    /// When the pointer moved last, in seconds, and when a finger touched the screen last.
    var pointerMotion = -Double.infinity
    var lastTouch = -Double.infinity
    /// The file that a second press moves to the trash, and until when.
    var deletion: (file: FileList.ID, until: Double)?
    /// How files are turned and mirrored to be seen, beyond what they say themselves.
    var turns: [FileList.ID: Orientation] = [:]
    /// The direction of the last step: 1 onward, −1 back.
    var direction = 1
    let overlay: WindowOverlay
    var needsFrame = false
    /// When the window is seen: a time in the past once it is, before that the latest that is waited for.
    var exposure = -Double.infinity
    /// Whether rows have come that no frame shows, which alone are no reason for a frame at every refresh.
    var hasNewRows = false
    var nextRowsFrame = 0.0
    var hasReadDesktop = false
    /// When the desktop is read even if the first picture is not whole.
    var nextReading = 0.0
    var titleIsStale = false
    var nextTitle = 0.0
    private var hasBuilt = false
    private var isDone = false
    private var isEnding = false
    /// Whether a picture has been seen.
    private(set) var hasShown = false

    /// Runs the program.
    /// - Parameter options: what the command line says.
    /// - Returns: the exit status: 0 if a picture was shown, else 1.
    static func run(_ options: Options) -> Int32 {
        do {
            // First of all, so that no thread takes the signals in another way.
            let signals = try Poll.terminationSignals()
            let names = try FileNameStream(options, until: signals.rawValue)
            let source = FileSource(options, names)
            let files = FileList(source.first(), named: Set(source.arguments))
            let opener = Opener(files: files, memoryLimit: options.loaderMemory)
            // A loader starts while the connection is made.
            guard let first = opener.open(from: opener.files.end(1), 1) else {
                if Poll.wait(reading: [signals.rawValue], until: 0).isEmpty { opener.refuseAll() }
                return 1
            }
            let viewer = Viewer(
                options, signals: signals, source: source, names: names, opener: opener, first: first,
                connection: try Connection(), builder: try Worker(name: "xzoom-pyramid"),
                built: try Mailbox(),
                filed: try Mailbox(), answers: try Mailbox())
            return viewer.loop()
        } catch let error as X11Error {
            report(error.message)
        } catch let error as FileNameStream.Failure {
            report(error.message)
        } catch let error as PosixError {
            report("\(error.call): \(error.message)")
        } catch {
            report("\(error)")
        }
        return 1
    }

    private init(
        _ options: Options, signals: consuming FileDescriptor, source: FileSource, names: FileNameStream?,
        opener: Opener, first: Coming, connection: Connection, builder: Worker, built: Mailbox<Built>,
        filed: Mailbox<Filed>, answers: Mailbox<Answer>
    ) {
        self.source = source
        self.names = names
        self.filed = filed
        self.answers = answers
        self.options = options
        isSlideshow = options.slideInterval != nil
        self.signals = signals
        self.opener = opener
        coming = first
        self.connection = connection
        self.opener.setDisplayProfile(connection.displayProfile, of: first)
        self.builder = builder
        self.built = built
        overlay = WindowOverlay(options.overlay)
        options.timing?.reached(.connected)
    }

    private func loop() -> Int32 {
        prepareWindow()
        while !isDone {
            let now = Clock.now()
            for event in window?.pendingEvents(at: now) ?? [] { handle(event, at: now) }
            if hasBuilt { for message in built.takeAll() { accept(message) } }
            update(at: now)
            connection.flush()
            if isDone || isEnding && window?.isSharing != true { break }
            // Painting may have brought events into Xlib's own queue, which the descriptor does not tell of.
            if window?.hasQueuedEvents == true { continue }
            wait()
        }
        options.timing?.finish()
        if options.printsView, let shown { print(unturnedState(of: shown).text) }
        return hasShown ? 0 : 1
    }

    private func wait() {
        var descriptors = [signals.rawValue, built.rawValue]
        // Between two frames many events come, of a mouse or of fingers, that are worth nothing before the next one.
        let rest = hasReadDesktop && pacer.restEnd > Clock.now() ? pacer.restEnd : nil
        if rest == nil { descriptors.append(connection.rawValue) }
        let openings =
            [coming?.opening, refinement?.opening].compactMap { $0 } + opener.ahead.loading.map(\.opening)
        descriptors += openings.compactMap(\.rawValue)
        descriptors += thumbnailDescriptors
        descriptors += [
            news?.rawValue, filing > 0 ? filed.rawValue : nil, names?.rawValue,
            sharer == nil ? nil : answers.rawValue,
        ].compactMap { $0 }
        if let rawValue = overlay.rawValue { descriptors.append(rawValue) }
        let serving = shown?.motion.load
        if let serving, !serving.isOver { descriptors.append(serving.rawValue) }
        let reaping = Child.reapEnded() ? Clock.now() + Self.reapingInterval : nil
        let wakeUp = [deadline, reaping, rest].compactMap { $0 }.min()
        let ready = Poll.wait(reading: descriptors, until: wakeUp)
        hasBuilt = ready.contains(built.rawValue)
        overlay.receive(ready)
        if ready.contains(signals.rawValue) { quit() }
        let time = Clock.now()
        if filing > 0 { for result in filed.takeAll() { accept(result, at: time) } }
        if let news, ready.contains(news.rawValue) || time >= news.deadline ?? .infinity {
            receiveNews(at: time)
        }
        if sharer != nil, ready.contains(answers.rawValue) { handOver(at: time) }
        receiveThumbnails(ready, at: time)
        if let descriptor = names?.rawValue, ready.contains(descriptor) { receiveNames() }
        for opening in openings {
            guard let descriptor = opening.rawValue,
                ready.contains(descriptor) || time >= opening.deadline ?? .infinity
            else { continue }
            for event in opening.receive(at: time) { accept(event, of: opening) }
        }
        if let serving, ready.contains(serving.rawValue) || time >= serving.deadline {
            for event in serving.receive(at: time) { accept(event, of: serving, at: time) }
        }
    }

    /// When something is to be done even if nothing happens.
    private var deadline: Double? {
        var times: [Double] = []
        if needsFrame { times.append(nextFrame) }
        switch shown?.media.nextUpdate {
        case .everyFrame: times.append(pacer.nextFrame)
        case .at(let time): times.append(time)
        case .none?, nil: break
        }
        if pager.nextUpdate != .none { times.append(pacer.nextFrame) }
        if let firstShowing { times.append(firstShowing) }
        if hasNewRows { times.append(max(nextRowsFrame, nextFrame)) }
        if titleIsStale { times.append(nextTitle) }
        let openings = [coming?.opening, refinement?.opening] + opener.ahead.loading.map(\.opening)
        times += openings.compactMap { $0?.deadline }
        times += thumbnailDeadlines
        times += [restForAhead, nextStaging].compactMap { $0 }
        if let nextSlide, !showsThumbnails { times.append(nextSlide) }
        times += [news?.deadline, window?.deadline, pointerHiding].compactMap { $0 }
        if let overlayDeadline { times.append(overlayDeadline) }
        if let motion = shown?.motion, !showsThumbnails { times.append(contentsOf: deadlines(of: motion)) }
        return times.min()
    }

    /// Ends the loop once other programs have what they are getting; at the second time, at once.
    func quit() {
        isDone = isEnding || window == nil
        isEnding = true
        window?.withdraw(at: Clock.now())
    }

    /// Notes that a picture has been seen.
    func noteShown() { hasShown = true }
}
