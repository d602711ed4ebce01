#if VIPS
    import CVips
    import Decoding
    import Glibc

    /// The library as a whole.
    enum VipsLibrary {
        /// Starts the library and loads all of its modules, which cannot be loaded in the sandbox.
        static func prepare() {
            // No file takes what does not fit into memory, since none can be made.
            setenv("VIPS_DISC_THRESHOLD", "1000000m", 1)
            setenv("MAGICK_THREAD_LIMIT", "1", 1)
            vips_init("xzoom-loader-vips")
            vips_concurrency_set(1)
            vips_cache_set_max(0)
            // Code that is made as it is needed cannot run in the sandbox.
            vips_vector_set_enabled(0)
            // Bytes of no kind make ImageMagick ask, and load, every one of its modules.
            let unknown = Array("of no kind that there is".utf8)
            _ = vips_foreign_find_load_buffer(unknown, unknown.count)
            // A damaged file makes it read its words for errors.
            let damaged = Array("8BPS".utf8) + [UInt8](repeating: 0, count: 40)
            if let image = xz_vips_open(damaged, damaged.count, "") {
                g_object_unref(UnsafeMutableRawPointer(image))
            }
            vips_error_clear()
        }

        /// The library's words for what went wrong last, the first line of them.
        static func takeError() -> DecodingError {
            defer { vips_error_clear() }
            let all = vips_error_buffer().map { String(cString: $0) } ?? ""
            let line = all.split(separator: "\n").first.map { String($0) } ?? "it cannot be decoded"
            if line.contains("pixel cache") {
                return DecodingError("it takes more memory than ImageMagick's policy.xml allows")
            }
            // ImageMagick names the place in its own sources behind an @.
            let words =
                line.split(separator: "@").first.map { String($0) } ?? line
            return DecodingError(words.last == " " ? String(words.dropLast()) : words)
        }
    }
#endif
