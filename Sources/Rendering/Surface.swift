import CCairo
public import Geometry

/// A Cairo surface with one owner count.
public final class Surface {
    /// Cairo's own handle, valid while this object lives.
    let handle: OpaquePointer
    /// Columns and rows.
    public let size: PixelSize
    /// A pattern of the surface, to paint with it again and again; past its edges the nearest pixel goes on.
    private(set) lazy var pattern: OpaquePointer? = {
        let pattern = cairo_pattern_create_for_surface(handle)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        hasPattern = true
        return pattern
    }()
    private var hasPattern = false

    /// Takes over a surface.
    /// - Parameters:
    ///   - handle: a `cairo_surface_t`, whose reference becomes this object's.
    ///   - size: the surface's size in pixels.
    public init(owning handle: OpaquePointer, size: PixelSize) {
        self.handle = handle
        self.size = size
    }

    deinit {
        if hasPattern { cairo_pattern_destroy(pattern) }
        cairo_surface_destroy(handle)
    }

    /// An image in this process's memory.
    /// - Parameters:
    ///   - size: in pixels, at most 32767 a side.
    ///   - hasAlpha: whether it keeps transparency.
    /// - Returns: the image, black or transparent.
    public static func image(size: PixelSize, hasAlpha: Bool) -> Surface {
        let format = hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
        return Surface(
            owning: cairo_image_surface_create(format, Int32(size.width), Int32(size.height)), size: size)
    }

    /// A surface that this one can be painted from without a conversion; of an X window, a pixmap in the server.
    func similar(size: PixelSize, hasAlpha: Bool) -> Surface {
        let content = hasAlpha ? CAIRO_CONTENT_COLOR_ALPHA : CAIRO_CONTENT_COLOR
        return Surface(
            owning: cairo_surface_create_similar(handle, content, Int32(size.width), Int32(size.height)),
            size: size)
    }

    /// An image that is copied to surfaces like this one as fast as can be; of an X window, memory that the server shares.
    func similarImage(size: PixelSize, hasAlpha: Bool) -> Surface {
        let format = hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
        return Surface(
            owning: cairo_surface_create_similar_image(handle, format, Int32(size.width), Int32(size.height)),
            size: size)
    }

    /// Hands all that was painted to the system below, the X server for a window's.
    public func flush() { cairo_surface_flush(handle) }

    /// Writes the pixels of an image surface.
    /// - Parameter body: gets the first pixel (premultiplied 0xAARRGGBB) and the pixels from one row to the next.
    func withPixels(_ body: (UnsafeMutablePointer<UInt32>, Int) -> Void) {
        cairo_surface_flush(handle)
        guard let bytes = cairo_image_surface_get_data(handle) else { return }
        let stride = Int(cairo_image_surface_get_stride(handle))
        bytes.withMemoryRebound(to: UInt32.self, capacity: stride / 4) { body($0, stride / 4) }
        cairo_surface_mark_dirty(handle)
    }

    /// Paints with a context of the surface that lives for the call.
    func paint(_ body: (OpaquePointer) -> Void) {
        guard let context = cairo_create(handle) else { return }
        body(context)
        cairo_destroy(context)
    }
}
