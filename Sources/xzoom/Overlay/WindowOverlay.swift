import Geometry
import Posix
import Rendering
import ScrollView

/// What is shown over the picture: the words that are set, the pixels that came of them, and what of it is in the window.
final class WindowOverlay {
    /// What is shown only where it is asked for.
    struct Options {
        /// Bars that show which part of the picture is seen, while it moves.
        var showsIndicators = false
        /// What is told without being asked for.
        var showsMessages = true
        /// A small version of a picture that is zoomed in.
        var showsOverview = false
    }

    /// The zoom scale beyond which an overview is shown.
    private static let overviewZoom = 2.0
    /// Labels whose pixels are kept, the small ones.
    private static let keptLabels = 32
    private static let mostKeptPixels = 1 << 15

    /// A picture in the window.
    struct Seen {
        let picture: Picture
        let media: MediaView

        /// Where the picture is in the window, in device pixels.
        var frame: Rect<View> {
            let (scale, size) = (media.scale, picture.size)
            return Rect(
                origin: media.imageOrigin,
                size: Size(width: Double(size.width) * scale, height: Double(size.height) * scale))
        }
    }

    private let options: Options
    /// What is to be told.
    var notices = Notices()
    /// Whether the information panel's lines are to be made anew.
    var factsAreStale = false
    /// What was seen when it was looked at last.
    var last = Turn()
    private let overlay = Overlay()
    private var typesetter: Typesetter<Notices.Kind>?
    private var isMute = false
    /// The labels that are to be seen, and those that are.
    private var wanted: [Notices.Kind: Label] = [:]
    private var images: [Notices.Kind: (label: Label, image: OverlayImage)] = [:]
    /// Pixels of labels that may be needed again, the newest last.
    private var kept: [(label: Label, image: OverlayImage)] = []
    private var overview: (image: OverlayImage, isWhole: Bool)?
    private weak var overviewMedia: MediaView?
    /// Whether the window does not show what it should.
    private(set) var isStale = false

    /// What a turn of the loop compares with the one before.
    struct Turn {
        weak var media: MediaView?
        weak var opening: Opening?
        var window: PixelSize?
        var scale = 0.0
        var origin = Point<View>.zero
        var file: FileList.ID?
        var page = 0
    }

    init(_ options: Options) {
        self.options = options
        notices.isQuiet = !options.showsMessages
    }

    // MARK: Words

    /// The descriptor to poll; `nil` before there are words.
    var rawValue: Int32? { typesetter?.rawValue }

    /// Takes labels that have been set.
    /// - Parameter ready: descriptors that can be read.
    func receive(_ ready: some Sequence<Int32>) {
        guard let typesetter, ready.contains(typesetter.rawValue) else { return }
        for outcome in typesetter.takeOutcomes() {
            switch outcome {
            case .typeset(let label, let kind, let typeset): accept(label, kind, typeset)
            case .failed(let error): mute(error.reason)
            }
        }
    }

    private func accept(_ label: Label, _ kind: Notices.Kind, _ typeset: TypesetLabel?) {
        guard let typeset else { return }
        let image = OverlayImage(typeset)
        if typeset.size.width * typeset.size.height <= Self.mostKeptPixels {
            if kept.count == Self.keptLabels { kept.removeFirst() }
            kept.append((label, image))
        }
        // An older one than is wanted is shown until that comes, but not in its place.
        guard let wanted = wanted[kind], label == wanted || images[kind]?.label != wanted else { return }
        images[kind] = (label, image)
    }

    /// Nothing is told any more.
    private func mute(_ reason: String) {
        if !isMute { report("no text is shown over pictures: \(reason)") }
        isMute = true
        typesetter = nil
        (wanted, images) = ([:], [:])
    }

    /// The image of a label; of an older one while it is being set, `nil` if there is none.
    private func image(of label: Label, _ kind: Notices.Kind) -> OverlayImage? {
        if isMute { return nil }
        if wanted[kind] != label {
            wanted[kind] = label
            if let place = kept.lastIndex(where: { $0.label == label }) {
                let known = kept.remove(at: place)
                kept.append(known)
                images[kind] = known
            } else {
                order(label, kind)
            }
        }
        return images[kind]?.image
    }

    private func order(_ label: Label, _ kind: Notices.Kind) {
        do throws(PosixError) {
            if typesetter == nil { typesetter = try Typesetter() }
            typesetter?.order(label, for: kind)
        } catch {
            mute("\(error.call): \(error.message)")
        }
    }

    // MARK: Frames

    /// Whether anything is or could be shown.
    var isInUse: Bool { !notices.isEmpty || !overlay.items.isEmpty || options.showsOverview }

    /// Whether anything is in the window.
    var isSeen: Bool { !overlay.items.isEmpty || isStale }

    /// Notes whether the window shows what it should.
    func check(_ seen: Seen?, _ layout: OverlayLayout, at now: Double) {
        notices.advance(to: now)
        isStale = items(seen, layout, at: now) != overlay.items
    }

    /// When to check again, in seconds; `frame` is when the next frame may be painted.
    func deadline(after now: Double, frame: Double) -> Double? {
        // What was to be shown, and is over before it was, needs no frame.
        guard isInUse else { return nil }
        if isStale { return frame }
        switch notices.nextUpdate(after: now) {
        case .everyFrame: return frame
        case .at(let time): return time
        case .none: return nil
        }
    }

    /// Paints what is to be shown over a back buffer, which has a new frame or is as it was: the patches, and the parts of the
    /// window that show the back buffer again.
    func compose(
        _ seen: Seen?, _ layout: OverlayLayout, over canvas: Canvas, isNewFrame: Bool, at now: Double
    ) -> (patches: [Overlay.Patch], uncovered: [PixelRect<View>]) {
        if isNewFrame { paintOverview(seen, layout, by: canvas) }
        let items = items(seen, layout, at: now)
        isStale = false
        return overlay.compose(items, over: canvas.buffer, isNewFrame: isNewFrame)
    }

    /// What is to be shown.
    private func items(_ seen: Seen?, _ layout: OverlayLayout, at now: Double) -> [OverlayItem] {
        var items: [OverlayItem] = []
        let notices = notices.notices(at: now)
        if let seen, showsOverview(seen), let overview, overviewMedia === seen.media, !self.notices.hasHelp {
            items.append(layout.overview(overview.image, of: seen.frame))
        }
        var sizes: [Notices.Kind: PixelSize] = [:]
        for notice in notices {
            if notice.kind == .indicators, let seen {
                items += layout.indicators(of: seen.frame, opacity: notice.opacity)
            } else if let label = layout.label(of: notice.content) {
                // Loading Pango is for later, unless it is the first picture itself that takes long.
                guard seen != nil || notice.kind == .loading else { continue }
                sizes[notice.kind] = image(of: label, notice.kind)?.size
            }
        }
        let frames = layout.frames(of: sizes)
        for notice in notices {
            guard let frame = frames[notice.kind], let image = images[notice.kind]?.image else { continue }
            var item = OverlayItem(frame: frame, opacity: notice.opacity, image: image)
            if case .loading(_, let full) = notice.content, let room = image.bar {
                item.bars = layout.bars(in: room, of: frame, full: full)
            }
            items.append(item)
        }
        // When it is shown again, it is not to begin with what it showed last.
        for kind in wanted.keys where !notices.contains(where: { $0.kind == kind }) {
            (wanted[kind], images[kind]) = (nil, nil)
        }
        return items
    }

    private func showsOverview(_ seen: Seen) -> Bool {
        options.showsOverview && seen.media.zoomScale > Self.overviewZoom
    }

    private func paintOverview(_ seen: Seen?, _ layout: OverlayLayout, by canvas: Canvas) {
        guard let seen, showsOverview(seen), let size = layout.overviewSize(of: seen.picture.size) else {
            return
        }
        if let overview, overview.isWhole, overviewMedia === seen.media, overview.image.size == size {
            return
        }
        overview = canvas.painter.overview(of: seen.picture, size: size, like: canvas.buffer)
        overviewMedia = seen.media
    }

    /// Notes that the picture moves, where that is shown.
    func noteMove(at now: Double) { if options.showsIndicators { notices.noteMove(at: now) } }
}
