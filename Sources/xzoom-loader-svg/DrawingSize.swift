#if SVG
    import CRSVG

    /// The size of a drawing in CSS pixels, 96 to the inch.
    struct DrawingSize {
        /// Width and height, which may have fractions; both above 0.
        let pixels: (width: Double, height: Double)

        /// Width and height as the file has them, or what is missing from the view box, as browsers do. Without either it is
        /// as large as what is drawn.
        init(of handle: UnsafeMutablePointer<RsvgHandle>) {
            var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
            var (width, height, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
            rsvg_handle_get_intrinsic_dimensions(
                handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
            var size = (width: 0.0, height: 0.0)
            if rsvg_handle_get_intrinsic_size_in_pixels(handle, &size.width, &size.height) != 0,
                size.width > 0, size.height > 0
            {
                pixels = size
                return
            }
            let known = (
                width: hasWidth != 0 ? Self.pixels(width) : nil,
                height: hasHeight != 0 ? Self.pixels(height) : nil
            )
            if hasBox != 0, box.width > 0, box.height > 0 {
                switch known {
                case (let width?, nil): pixels = (width, width * box.height / box.width)
                case (nil, let height?): pixels = (height * box.width / box.height, height)
                default: pixels = (box.width, box.height)
                }
                return
            }
            let drawn = Self.drawn(handle)
            pixels = (known.width ?? drawn.width, known.height ?? drawn.height)
        }

        /// How far what is drawn reaches; 300 × 150, the size that CSS has for this, where nothing is.
        private static func drawn(_ handle: UnsafeMutablePointer<RsvgHandle>) -> (
            width: Double, height: Double
        ) {
            var viewport = RsvgRectangle(x: 0, y: 0, width: 300, height: 150)
            var (ink, logical) = (RsvgRectangle(), RsvgRectangle())
            let isKnown = rsvg_handle_get_geometry_for_layer(handle, nil, &viewport, &ink, &logical, nil) != 0
            let (right, bottom) = (ink.x + ink.width, ink.y + ink.height)
            guard isKnown, right > 0, bottom > 0, right.isFinite, bottom.isFinite else { return (300, 150) }
            return (right, bottom)
        }

        /// A length that does not depend on where the drawing is put.
        private static func pixels(_ length: RsvgLength) -> Double? {
            let scale: Double? =
                switch length.unit {
                case RSVG_UNIT_PX: 1
                case RSVG_UNIT_IN: 96
                case RSVG_UNIT_CM: 96 / 2.54
                case RSVG_UNIT_MM: 96 / 25.4
                case RSVG_UNIT_PT: 96 / 72
                case RSVG_UNIT_PC: 16
                default: nil
                }
            guard let scale, length.length > 0 else { return nil }
            return length.length * scale
        }
    }
#endif
