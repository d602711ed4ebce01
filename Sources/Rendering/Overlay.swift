import CCairo
public import Geometry

/// Pixels with transparency that are shown over the picture again and again.
public final class OverlayImage {
    /// In device pixels.
    public let size: PixelSize
    /// The room for a bar in it; `nil` where there is none.
    public let bar: PixelRect<View>?
    private var pixels: [UInt32]
    private var surface: Surface?

    /// The image of a label.
    public init(_ label: TypesetLabel) {
        size = label.size
        bar = label.bar
        pixels = label.pixels
    }

    /// The image of a surface.
    init(_ surface: Surface) {
        size = surface.size
        bar = nil
        pixels = []
        self.surface = surface
    }

    /// A surface that can be painted to others like `prototype`.
    func surface(like prototype: Surface) -> Surface {
        if let surface { return surface }
        let image = prototype.similarImage(size: size, hasAlpha: true)
        image.withPixels { start, stride in
            pixels.withUnsafeBufferPointer { pixels in
                guard let first = pixels.baseAddress else { return }
                for row in 0..<size.height {
                    (start + row * stride).update(from: first + row * size.width, count: size.width)
                }
            }
        }
        let surface = prototype.similar(size: size, hasAlpha: true)
        surface.paint { context in
            cairo_set_source_surface(context, image.handle, 0, 0)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_paint(context)
        }
        self.surface = surface
        pixels = []
        return surface
    }
}

/// Something that is shown over the picture.
public struct OverlayItem: Equatable {
    /// A plain rectangle.
    public struct Bar: Equatable {
        /// Its place in the window.
        public let frame: PixelRect<View>
        /// From 0, black, to 1, white.
        public let brightness: Double
        /// From 0 to 1.
        public let opacity: Double

        /// A rectangle of a grey.
        public init(frame: PixelRect<View>, brightness: Double, opacity: Double) {
            self.frame = frame
            self.brightness = brightness
            self.opacity = opacity
        }
    }

    /// Its place in the window, in device pixels; what is outside of the window is not seen.
    public var frame: PixelRect<View>
    /// Of all of it, from 0 to 1.
    public var opacity: Double
    /// Shown from the frame's top-left corner on.
    public var image: OverlayImage?
    /// Shown over the image, inside of the frame.
    public var bars: [Bar]

    /// An item at a place.
    public init(frame: PixelRect<View>, opacity: Double = 1, image: OverlayImage? = nil, bars: [Bar] = []) {
        self.frame = frame
        self.opacity = opacity
        self.image = image
        self.bars = bars
    }

    /// Whether two items look the same.
    public static func == (a: Self, b: Self) -> Bool {
        a.frame == b.frame && a.opacity == b.opacity && a.image === b.image && a.bars == b.bars
    }
}

/// Paints items over the picture without a trace in the back buffer: each is a patch, a part of the window in pixels of its own.
public final class Overlay {
    /// A part of the window as it looks with the items over it.
    public struct Patch {
        /// Its place in the window.
        public let frame: PixelRect<View>
        let surface: Surface
        /// The `cairo_surface_t`, of the frame's size, valid until the overlay is composed again.
        public var handle: OpaquePointer { surface.handle }
    }

    /// What is shown in front of the window's back buffer now, the hindmost first.
    public private(set) var items: [OverlayItem] = []
    private var patches: [Patch] = []

    /// An overlay without items.
    public init() {}

    /// Paints items over what a back buffer has.
    /// - Parameters:
    ///   - items: the hindmost first.
    ///   - buffer: it stays as it is.
    ///   - isNewFrame: whether the buffer has changed since the last call.
    /// - Returns: patches to be shown in order, the hindmost first, and, where the buffer has not changed, the parts of
    ///   the window in which it is seen again. Patches that are in the window already are left out.
    public func compose(
        _ items: [OverlayItem], over buffer: BackBuffer, isNewFrame: Bool
    ) -> (patches: [Patch], uncovered: [PixelRect<View>]) {
        let before = patches.map(\.frame)
        let (old, new) = (self.items, items.filter { !$0.frame.intersection(buffer.window).isEmpty })
        self.items = items
        var spare = patches
        var changed: [Patch] = []
        patches = new.enumerated().map { index, item in
            let frame = item.frame.intersection(buffer.window)
            let meets = { (item: OverlayItem) in !item.frame.intersection(frame).isEmpty }
            let size = PixelSize(width: frame.width, height: frame.height)
            let place = spare.firstIndex { $0.surface.size == size }
            let surface =
                place.map { spare.remove(at: $0).surface }
                ?? buffer.surface.similar(size: size, hasAlpha: false)
            let patch = Patch(frame: frame, surface: surface)
            // Where items overlap, all of them are shown anew, in order.
            if isNewFrame || new.filter(meets) != [item] || old.filter(meets) != [item] {
                paint(new[...index].filter(meets), in: patch, over: buffer)
                changed.append(patch)
            }
            return patch
        }
        let now = patches.map(\.frame)
        let uncovered = isNewFrame ? [] : before.flatMap { $0.parts(outside: now) }
        return (changed, uncovered)
    }

    private func paint(_ items: [OverlayItem], in patch: Patch, over buffer: BackBuffer) {
        let frame = patch.frame
        patch.surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            cairo_translate(context, -Double(frame.x0), -Double(frame.y0))
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            for piece in buffer.pieces(of: frame) {
                cairo_set_source_surface(
                    context, buffer.surface.handle, -Double(piece.dx), -Double(piece.dy))
                cairo_rectangle(
                    context, Double(piece.part.x0), Double(piece.part.y0), Double(piece.part.width),
                    Double(piece.part.height))
                cairo_fill(context)
            }
            cairo_set_operator(context, CAIRO_OPERATOR_OVER)
            for item in items { paint(item, in: context, like: buffer.surface) }
        }
        patch.surface.flush()
    }

    private func paint(_ item: OverlayItem, in context: OpaquePointer, like prototype: Surface) {
        let frame = item.frame
        if let image = item.image {
            cairo_save(context)
            cairo_rectangle(
                context, Double(frame.x0), Double(frame.y0), Double(frame.width), Double(frame.height))
            cairo_clip(context)
            cairo_set_source_surface(
                context, image.surface(like: prototype).handle, Double(frame.x0), Double(frame.y0))
            cairo_paint_with_alpha(context, item.opacity)
            cairo_restore(context)
        }
        for bar in item.bars {
            let part = bar.frame.intersection(frame)
            guard !part.isEmpty else { continue }
            cairo_set_source_rgba(
                context, bar.brightness, bar.brightness, bar.brightness, bar.opacity * item.opacity)
            cairo_rectangle(
                context, Double(part.x0), Double(part.y0), Double(part.width), Double(part.height))
            cairo_fill(context)
        }
    }
}

extension PixelRect {
    /// Rectangles that, without overlap, cover this one but none of `holes`.
    public func parts(outside holes: [Self]) -> [Self] {
        holes.reduce([self]) { parts, hole in parts.flatMap { $0.parts(outside: hole) } }
    }
}
