import CCairo
import Geometry

/// The arithmetic of one frame: which device pixels show what.
struct FramePlan {
    let picture: Picture
    let placement: Placement
    /// The window's device pixels that show the picture.
    let visible: PixelRect<View>
    /// The image pixels that they show, and may be a few more.
    let imagePart: PixelRect<Image>

    init(picture: Picture, placement: Placement, window: PixelRect<View>) {
        self.picture = picture
        self.placement = placement
        let size = picture.size
        let whole = PixelRect<Image>(x0: 0, y0: 0, x1: size.width, y1: size.height)
        var bounds = Self.deviceRect(of: whole, at: placement)
        // However thin it is, a picture is seen.
        if bounds.x1 == bounds.x0 { bounds.x1 += 1 }
        if bounds.y1 == bounds.y0 { bounds.y1 += 1 }
        visible = bounds.intersection(window)
        let (origin, scale) = (placement.origin, placement.scale)
        let low = { (device: Int, origin: Double) in Int(((Double(device) - origin) / scale).rounded(.down)) }
        let high = { (device: Int, origin: Double) in Int(((Double(device) - origin) / scale).rounded(.up)) }
        // The pixel that a thin picture is widened to may be beside it, and shows the nearest there is.
        imagePart = PixelRect<Image>(
            x0: min(low(visible.x0, origin.x), size.width - 1),
            y0: min(low(visible.y0, origin.y), size.height - 1),
            x1: max(high(visible.x1, origin.x), 1), y1: max(high(visible.y1, origin.y), 1)
        ).intersection(whole)
    }

    /// The device pixels whose centres are in a rectangle of the image: adjacent rectangles share none and leave none out.
    func deviceRect(of rect: PixelRect<Image>) -> PixelRect<View> {
        var device = Self.deviceRect(of: rect, at: placement)
        // The picture's own edges are those of `visible`, which may be widened.
        if rect.x0 <= 0 { device.x0 = min(device.x0, visible.x0) }
        if rect.y0 <= 0 { device.y0 = min(device.y0, visible.y0) }
        if rect.x1 >= picture.size.width { device.x1 = max(device.x1, visible.x1) }
        if rect.y1 >= picture.size.height { device.y1 = max(device.y1, visible.y1) }
        return device
    }

    private static func deviceRect(of rect: PixelRect<Image>, at placement: Placement) -> PixelRect<View> {
        // Far outside of any window it does not matter where; the limit keeps the numbers in Int.
        let edge = { (image: Int, origin: Double) in
            Int(min(max((origin + Double(image) * placement.scale - 0.5).rounded(.up), -1e9), 1e9))
        }
        return PixelRect(
            x0: edge(rect.x0, placement.origin.x), y0: edge(rect.y0, placement.origin.y),
            x1: edge(rect.x1, placement.origin.x), y1: edge(rect.y1, placement.origin.y))
    }

    /// The tiles of a grid that are seen.
    func tiles(of grid: TileGrid) -> (columns: Range<Int>, rows: Range<Int>) {
        let part = grid.orientation.storedRect(of: imagePart, in: grid.rasterSize)
        guard !part.isEmpty else { return (0..<0, 0..<0) }
        let side = grid.storedSide
        return (part.x0 / side..<(part.x1 - 1) / side + 1, part.y0 / side..<(part.y1 - 1) / side + 1)
    }

    /// From device pixels of the window to pixels of a tile's surface.
    func matrix(of index: TileGrid.Index, in grid: TileGrid) -> cairo_matrix_t {
        let rect = grid.imageRect(of: index)
        let factor = 1 / grid.drawScale(at: placement.scale)
        let unit = grid.drawScale(at: 1)
        let border = Double(TileStager.border)
        return cairo_matrix_t(
            xx: factor, yx: 0, xy: 0, yy: factor,
            x0: border - placement.origin.x * factor - Double(rect.x0) / unit,
            y0: border - placement.origin.y * factor - Double(rect.y0) / unit)
    }
}

extension PixelRect {
    /// The up to four rectangles that, without overlap, cover this one but not `inner`.
    func parts(outside inner: Self) -> [Self] {
        let hole = intersection(inner)
        guard !hole.isEmpty else { return [self] }
        return [
            Self(x0: x0, y0: y0, x1: x1, y1: hole.y0), Self(x0: x0, y0: hole.y1, x1: x1, y1: y1),
            Self(x0: x0, y0: hole.y0, x1: hole.x0, y1: hole.y1),
            Self(x0: hole.x1, y0: hole.y0, x1: x1, y1: hole.y1),
        ].filter { !$0.isEmpty }
    }
}
