import Geometry
import Loading
import Posix
import Rendering
import ScrollView

/// How a picture is painted without a window. For any thread.
struct Scene: Sendable {
    /// The room for a window where no size is given, as on a small screen.
    private static let usualArea = (width: 1280, height: 800)
    /// The longest side of an image that Cairo paints to.
    private static let longestSide = 32767

    private let media: MediaViewOptions
    private let filter: Filter
    private let background: Color
    private let geometry: WindowGeometry
    private let view: MediaViewState?
    private let limits: WholeLoad.Limits
    private let page: Int
    private let turn: Orientation

    /// A scene with a command line's options.
    /// - Parameters:
    ///   - options: what the command line says.
    ///   - page: of the file's, from 0.
    ///   - turn: what is done to the picture as seen.
    init(_ options: Options, page: Int = 0, turn: Orientation = .topLeft) {
        media = options.media
        filter = options.filter
        background = options.background
        geometry = options.geometry
        view = options.view
        limits = WholeLoad.Limits(options)
        self.page = page
        self.turn = turn
    }

    /// What a window would show of a picture.
    /// - Parameters:
    ///   - path: its file; "-" is standard input.
    ///   - size: the window's; `nil` for what suits the picture.
    /// - Returns: a PNG file, and what is wrong with the picture.
    /// - Throws: where nothing can be shown.
    func window(
        on path: Argument, size: PixelSize?
    ) throws(LoadingError) -> (png: [UInt8], warning: String?) {
        var place: (size: PixelSize, media: MediaView)?
        let load = try WholeLoad(path, page: page, limits) { info in
            let picture = turn.displaySize(of: info.displaySize)
            let size = size ?? geometry.windowSize(for: picture, in: Self.usualArea)
            let extent = Size<Image>(width: Double(picture.width), height: Double(picture.height))
            guard let media = try? MediaView(contentSize: extent, options: media) else { return 0 }
            media.layout(viewSize: Viewer.viewSize(size), at: 0)
            if let view { media.restore(view, at: 0) }
            place = (size, media)
            return Picture.level(for: media.scale)
        }
        guard let place else { throw .system("it has no size") }
        let placement = Rendering.Placement(origin: place.media.imageOrigin, scale: place.media.scale)
        let surface = Surface.image(size: place.size, hasAlpha: false)
        try paint(load, at: placement, on: surface)
        return (try encode(surface), load.warning)
    }

    /// All of a picture.
    /// - Parameters:
    ///   - path: its file.
    ///   - mostPixels: one of more is made smaller by whole halvings.
    /// - Returns: a PNG file.
    /// - Throws: where nothing can be shown.
    func wholePicture(of path: Argument, mostPixels: Int) throws(LoadingError) -> [UInt8] {
        var reduction = 0
        let load = try WholeLoad(path, page: page, limits) { info in
            let size = info.fullSize
            while reduction < 31 {
                let reduced = Raster.size(of: size, reduction: reduction)
                let isSmall = reduced.width <= mostPixels / reduced.height
                if isSmall && max(reduced.width, reduced.height) <= Self.longestSide { break }
                reduction += 1
            }
            return reduction
        }
        let full = turn.displaySize(of: load.info.displaySize)
        let size = Raster.size(of: full, reduction: reduction)
        let surface = Surface.image(size: size, hasAlpha: load.info.hasAlpha)
        let scale = Double(size.width) / Double(full.width)
        try paint(load, at: Rendering.Placement(origin: .zero, scale: scale), on: surface, hasGround: false)
        return try encode(surface)
    }

    private func paint(
        _ load: WholeLoad, at placement: Rendering.Placement, on surface: Surface, hasGround: Bool = true
    ) throws(LoadingError) {
        guard let picture = load.picture else { return }
        picture.turn(turn)
        let painter = Painter(prototype: surface, filter: filter, background: background)
        var detail: Detail?
        if let serving = load.serving, load.info.kind == .drawing {
            detail = try drawing(serving, load.info, at: placement, window: surface.size)
        }
        if hasGround {
            while !painter.paint(picture, at: placement, detail: detail, on: BackBuffer(surface)) {}
        } else {
            while !painter.paintBare(picture, at: placement, on: surface) {}
        }
    }

    /// The part of a drawing that the window shows, drawn at its scale.
    private func drawing(
        _ load: PictureLoad, _ info: PictureInfo, at placement: Rendering.Placement, window: PixelSize
    ) throws(LoadingError) -> Detail? {
        let drawing = Drawing(load, size: info.fullSize, startingAt: Clock.now())
        drawing.turn(turn)
        try drawing.request(at: placement, window: window)
        while !load.isOver && !load.isIdle {
            _ = Poll.wait(reading: [load.rawValue], until: load.deadline)
            for event in load.receive(at: Clock.now()) {
                switch event {
                case .drawn(let canvas):
                    guard let picture = try drawing.drawn(canvas) else { continue }
                    picture.levelsCame(picture.firstPyramid.build(from: 0..<picture.raster.size.height))
                    _ = drawing.exchange()
                case .failed(let error): throw error
                default: break
                }
            }
        }
        return drawing.detail(at: placement)
    }

    private func encode(_ surface: Surface) throws(LoadingError) -> [UInt8] {
        do throws(PNGEncoder.Failure) {
            return try PNGEncoder.encode(surface)
        } catch {
            throw .system("\(error)")
        }
    }
}
