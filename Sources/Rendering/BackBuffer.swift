public import Geometry
import Loading

/// A window's pixels before the window shows them, and what is known of them.
///
/// Where a picture moves by whole pixels it is the window that moves over the buffer, whose columns and rows go on at the
/// opposite edge: only what comes into view is painted, and nothing is copied but to the window.
public final class BackBuffer {
    /// What is painted to.
    let surface: Surface
    /// The column of the buffer that is the window's first.
    public private(set) var cornerX = 0
    /// The row of the buffer that is the window's first.
    public private(set) var cornerY = 0
    private var content: Content?
    /// Whether a frame has been painted to it.
    public internal(set) var hasFrame = false

    /// A picture of which every pixel is as it should be.
    private struct Content {
        weak var tiles: TileCache?
        let changeCount: Int
        var placement: Placement
    }

    /// A part of the window that is in one piece in the buffer, `dx` columns and `dy` rows from its place in the window.
    struct Piece {
        let part: PixelRect<View>
        let dx: Int
        let dy: Int
    }

    /// A buffer of which nothing is known yet.
    /// - Parameter surface: as large as the window.
    public init(_ surface: Surface) { self.surface = surface }

    /// The window's size in device pixels.
    public var size: PixelSize { surface.size }

    /// The whole window.
    var window: PixelRect<View> { PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height) }

    /// Hands all that was painted to the system below, the X server for a window's.
    public func flush() { surface.flush() }

    /// Begins a frame that paints everything.
    func clear() {
        content = nil
        (cornerX, cornerY) = (0, 0)
    }

    /// Notes that the window shows a picture, sharp and whole.
    func note(_ picture: Picture, at placement: Placement) {
        // The checkerboard would not move with the picture, and a frame's tiles are other pictures in a moment.
        guard !picture.hasAlpha, !picture.isFrame, picture.isComplete else { return }
        content = Content(tiles: picture.tiles, changeCount: picture.tiles.changeCount, placement: placement)
    }

    /// Moves what is there, if it only has to be moved.
    /// - Parameters:
    ///   - picture: what is to be seen.
    ///   - placement: where. It is seen less than half a pixel from there.
    /// - Returns: where it is seen, and the parts of the window that have to be painted; `nil` where all has to be.
    func move(_ picture: Picture, to placement: Placement) -> (at: Placement, uncovered: [PixelRect<View>])? {
        guard let content, content.tiles === picture.tiles,
            content.changeCount == picture.tiles.changeCount, content.placement.scale == placement.scale
        else { return nil }
        let from = content.placement.origin
        let (x, y) = (placement.origin.x - from.x, placement.origin.y - from.y)
        guard abs(x) < Double(size.width), abs(y) < Double(size.height),
            abs(x - x.rounded()) < 0.5, abs(y - y.rounded()) < 0.5
        else { return nil }
        let (dx, dy) = (Int(x.rounded()), Int(y.rounded()))
        cornerX = (cornerX - dx + size.width) % size.width
        cornerY = (cornerY - dy + size.height) % size.height
        let moved = Placement(
            origin: Point(x: from.x + Double(dx), y: from.y + Double(dy)), scale: placement.scale)
        self.content?.placement = moved
        let kept = PixelRect<View>(x0: dx, y0: dy, x1: size.width + dx, y1: size.height + dy)
        return (moved, window.parts(outside: kept))
    }

    /// Where a part of the window is in the buffer.
    func pieces(of part: PixelRect<View>) -> [Piece] {
        let (edgeX, edgeY) = (size.width - cornerX, size.height - cornerY)
        var pieces: [Piece] = []
        for (top, bottom, dy) in [(0, edgeY, cornerY), (edgeY, size.height, -edgeY)] {
            for (left, right, dx) in [(0, edgeX, cornerX), (edgeX, size.width, -edgeX)] {
                let piece = part.intersection(PixelRect(x0: left, y0: top, x1: right, y1: bottom))
                if !piece.isEmpty { pieces.append(Piece(part: piece, dx: dx, dy: dy)) }
            }
        }
        return pieces
    }
}
