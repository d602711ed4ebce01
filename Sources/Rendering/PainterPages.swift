import CCairo
public import Geometry

/// Other ways to see pictures than one in a window.
extension Painter {
    /// One of several pictures beside each other.
    public struct Page {
        /// The picture.
        public let picture: Picture
        /// Where it is in the window.
        public let placement: Placement
        /// The part of the window that is its own, and may reach past it; around the picture there is background.
        public let clip: PixelRect<View>

        /// A picture at a place.
        public init(picture: Picture, placement: Placement, clip: PixelRect<View>) {
            self.picture = picture
            self.placement = placement
            self.clip = clip
        }
    }

    /// Paints a frame of pictures beside each other.
    /// - Parameters:
    ///   - pages: none over another one.
    ///   - buffer: what is painted to.
    /// - Returns: whether all detail that there is was painted; if not, another frame brings more.
    public func paint(_ pages: [Page], on buffer: BackBuffer) -> Bool {
        buffer.clear()
        buffer.hasFrame = true
        var isSharp = true
        var rest = [buffer.window]
        buffer.surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            for page in pages where page.picture.hasPixels {
                let part = page.clip.intersection(buffer.window)
                rest = rest.flatMap { $0.parts(outside: part) }
                page.picture.tiles.beginFrame()
                let frame = FramePlan(
                    picture: page.picture, placement: page.placement.snapped, window: part)
                if !paint(frame, in: part, in: context) { isSharp = false }
            }
            for part in rest { fill(part, with: background, in: context) }
        }
        return isSharp
    }

    /// Paints a picture and nothing behind it, so that what is transparent stays so.
    /// - Parameters:
    ///   - picture: all of whose rows are there.
    ///   - placement: where it is.
    ///   - surface: without pixels so far.
    /// - Returns: whether all detail was painted; if not, another call brings more.
    public func paintBare(_ picture: Picture, at placement: Placement, on surface: Surface) -> Bool {
        paint(picture, at: placement, on: surface, isBare: true)
    }

    /// Paints all of a picture as large as a surface.
    /// - Returns: whether all its detail was there; if not, another call brings more.
    func paintWhole(_ picture: Picture, on surface: Surface) -> Bool {
        let (size, all) = (surface.size, picture.size)
        let scale = max(
            Double(size.width) / Double(all.width), Double(size.height) / Double(all.height))
        return paint(picture, at: Placement(origin: .zero, scale: scale), on: surface, isBare: false)
    }

    private func paint(_ picture: Picture, at placement: Placement, on surface: Surface, isBare: Bool) -> Bool
    {
        let whole = PixelRect<View>(x0: 0, y0: 0, x1: surface.size.width, y1: surface.size.height)
        let frame = FramePlan(picture: picture, placement: placement, window: whole)
        var isSharp = true
        surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            isSharp = paint(frame, in: whole, isBare: isBare, in: context)
        }
        return isSharp
    }
}
