import Geometry
import Loading
import Posix
import Rendering

/// A drawing that is shown: the part that the window shows is drawn anew for each scale, by its loader.
final class Drawing {
    /// Device pixels around the window's part that are drawn with it, so that a drag shows no edge at once.
    private static let margin = 128
    /// Seconds that the first frame waits for the part drawn at its scale.
    static let patience = 0.3
    /// The sides of the memory for a part are whole multiples of this many pixels, since it is seldom made anew then.
    private static let sideUnit = 256

    /// A rectangle of the whole drawing, drawn at a scale.
    private struct Part: Hashable {
        /// Pixels for a unit of the drawing.
        var scale: Double
        /// In pixels of the whole as stored, at that scale.
        var rect: PixelRect<Stored>
    }

    /// The loader.
    let load: PictureLoad
    private let size: PixelSize
    private var orientation = Orientation.topLeft
    private var spare: PictureLoad.Canvas?
    private var asked: Part?
    /// A part that is drawn, and whose levels are being built.
    private var coming: (part: Part, canvas: PictureLoad.Canvas, picture: Picture)?
    private var current: (part: Part, canvas: PictureLoad.Canvas, picture: Picture)?
    /// Until when the first frame waits for a part (a time of `Clock`); then it is shown as it is.
    private let waitsUntil: Double

    /// A drawing that is about to be shown.
    /// - Parameters:
    ///   - load: its loader, which is idle.
    ///   - size: the drawing's, in its units.
    ///   - now: the clock's time.
    init(_ load: PictureLoad, size: PixelSize, startingAt now: Double) {
        self.load = load
        self.size = size
        waitsUntil = now + Self.patience
    }

    /// When a first frame without the part is better than none; `nil` where there is no need to wait.
    var firstFrameDue: Double? { current == nil && !load.isOver ? waitsUntil : nil }

    /// The part of the drawing that is there, for a frame.
    /// - Parameter placement: where the whole is in the window.
    /// - Returns: `nil` where no part is there yet.
    func detail(at placement: Placement) -> Detail? {
        guard let current else { return nil }
        let factor = placement.scale / current.part.scale
        let rect = orientation.displayRect(of: current.part.rect, in: whole(at: current.part.scale))
        let origin = Point<View>(
            x: placement.origin.x + Double(rect.x0) * factor, y: placement.origin.y + Double(rect.y0) * factor
        )
        return Detail(picture: current.picture, placement: Placement(origin: origin, scale: factor))
    }

    /// Turns and mirrors the drawing.
    func turn(_ turn: Orientation) {
        orientation = turn
        current?.picture.turn(turn)
        coming?.picture.turn(turn)
    }

    /// The columns and rows of all of it as stored, drawn at a scale.
    private func whole(at scale: Double) -> PixelSize {
        let extent = { (units: Int) in Int(min(max((Double(units) * scale).rounded(.up), 1), 1e9)) }
        return PixelSize(width: extent(size.width), height: extent(size.height))
    }

    /// Asks the loader for what the window shows, unless that is there or on its way.
    /// - Parameters:
    ///   - placement: where the whole is in the window.
    ///   - window: the window's size in device pixels.
    /// - Throws: where there is no memory.
    func request(at placement: Placement, window: PixelSize) throws(LoadingError) {
        guard !load.isOver, load.isIdle, coming == nil else { return }
        let seen = visible(at: placement, window: window, margin: 0)
        guard !seen.isEmpty else { return }
        if let part = current?.part, part.scale == placement.scale, part.rect.intersection(seen) == seen {
            return
        }
        let part = Part(
            scale: placement.scale, rect: visible(at: placement, window: window, margin: Self.margin))
        let canvas = try canvas(width: part.rect.width, height: part.rect.height)
        asked = part
        spare = nil
        load.requestDrawing(scale: part.scale, x: part.rect.x0, y: part.rect.y0, into: canvas)
    }

    /// The pixels of the whole, drawn at the placement's scale, that are in the window or less than a margin beside it.
    private func visible(at placement: Placement, window: PixelSize, margin: Int) -> PixelRect<Stored> {
        let (x, y) = (bounded(-placement.origin.x), bounded(-placement.origin.y))
        let seen = PixelRect<Image>(
            x0: Int(x.rounded(.down)) - margin, y0: Int(y.rounded(.down)) - margin,
            x1: Int(x.rounded(.up)) + window.width + margin, y1: Int(y.rounded(.up)) + window.height + margin
        )
        let whole = whole(at: placement.scale)
        return orientation.storedRect(of: seen, in: whole).intersection(
            PixelRect(x0: 0, y0: 0, x1: whole.width, y1: whole.height))
    }

    private func bounded(_ value: Double) -> Double { min(max(value, -1e9), 1e9) }

    private func canvas(width: Int, height: Int) throws(LoadingError) -> PictureLoad.Canvas {
        if let spare, spare.raster.size.width >= width, spare.raster.size.height >= height { return spare }
        let rounded = { (side: Int) in (side + Self.sideUnit - 1) / Self.sideUnit * Self.sideUnit }
        return try load.makeCanvas(
            size: PixelSize(width: rounded(width), height: rounded(height)), replacing: spare)
    }

    /// Takes the part that was asked for.
    /// - Returns: the picture whose levels are to be built.
    /// - Throws: where there is no memory.
    func drawn(_ canvas: PictureLoad.Canvas) throws(LoadingError) -> Picture? {
        guard var part = asked.take() else { return nil }
        // The canvas may be larger than what was asked for, and is drawn as far as it goes.
        part.rect.x1 = part.rect.x0 + canvas.raster.size.width
        part.rect.y1 = part.rect.y0 + canvas.raster.size.height
        let pyramid = try LoadingError.wrap { () throws(PosixError) in
            try MipPyramid(raster: canvas.raster, storage: .memory)
        }
        let picture = Picture(pyramid: pyramid)
        picture.turn(orientation)
        picture.rowsCame(0..<canvas.raster.size.height, of: pyramid)
        picture.isLoaded = true
        coming = (part, canvas, picture)
        return picture
    }

    /// The picture of a pyramid that a worker has built levels of, if it is a part of this drawing.
    func picture(of pyramid: ObjectIdentifier) -> Picture? {
        guard let picture = coming?.picture, picture.isFed(by: pyramid) else { return nil }
        return picture
    }

    /// Puts a part whose levels are all built in the place of the one before.
    /// - Returns: whether there is one.
    func exchange() -> Bool {
        guard let next = coming, next.picture.isWhole else { return false }
        coming = nil
        spare = current?.canvas
        current = next
        return true
    }
}
