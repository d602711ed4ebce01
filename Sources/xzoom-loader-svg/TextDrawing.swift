#if SVG
    import CRSVG

    /// What draws text, and the pictures within drawings.
    enum TextDrawing {
        private static let sample = "<svg xmlns='http://www.w3.org/2000/svg'><text y='9'>Aä字</text></svg>"

        /// Makes the libraries load what they cannot load in the sandbox, by drawing a little text.
        static func prepare() {
            let bytes = Array(sample.utf8)
            if let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), nil) {
                let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
                let context = cairo_create(surface)
                var viewport = RsvgRectangle(x: 0, y: 0, width: 1, height: 1)
                rsvg_handle_render_document(handle, context, &viewport, nil)
                cairo_destroy(context)
                cairo_surface_destroy(surface)
                g_object_unref(UnsafeMutableRawPointer(handle))
            }
            // Pictures of these kinds are decoded by modules that are loaded at their first use.
            for name in ["png", "jpeg", "gif", "webp"] {
                guard let loader = gdk_pixbuf_loader_new_with_type(name, nil) else { continue }
                gdk_pixbuf_loader_close(loader, nil)
                g_object_unref(UnsafeMutableRawPointer(loader))
            }
        }
    }
#endif
