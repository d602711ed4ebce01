#if VIPS
    import CVips
    import Decoding
    import Loading

    /// What the library has read of a file beside its pixels.
    enum VipsFacts {
        /// What the first bytes of the formats are.
        private static let names: [(mark: [UInt8], name: String)] = [
            (Array("8BPS".utf8), "Photoshop"), ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"),
            (Array("#?R".utf8), "Radiance HDR"), (Array("DDS ".utf8), "DirectDraw Surface"),
            (Array("SIMPLE  =".utf8), "FITS"), (Array("%PDF-".utf8), "PDF"), (Array("/* XPM".utf8), "XPM"),
            (Array("#define ".utf8), "XBM"), ([0x0A], "PCX"), ([0xB1, 0x68, 0xDE, 0x3A], "DCX"),
            ([0x59, 0xA6, 0x6A, 0x95], "Sun raster"), (Array("SDPX".utf8), "DPX"),
            (Array("XPDS".utf8), "DPX"),
            (Array("id=ImageMagick".utf8), "MIFF"), ([0x8A, 0x4D, 0x4E, 0x47], "MNG"), ([1, 0xDA], "SGI"),
            ([0, 0, 0, 0x0C, 0x6A, 0x50], "JPEG 2000"), ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
        ]
        private static let texts: [(field: String, kind: PictureFact.Kind)] = [
            ("pdf-title", .title), ("pdf-subject", .description), ("pdf-author", .artist),
            ("pdf-creator", .software), ("magick-comment", .comment), ("magick-software", .software),
        ]

        /// What is known of a picture as it was opened.
        static func facts(of image: UnsafeMutablePointer<VipsImage>, _ bytes: UnsafeRawBufferPointer)
            -> PictureFacts
        {
            var facts = PictureFacts()
            facts.addDetail(names.first { bytes.starts(with: $0.mark) }?.name)
            switch image.pointee.BandFmt {
            case VIPS_FORMAT_USHORT: facts.addBits(16)
            case VIPS_FORMAT_FLOAT: facts.addDetail("floating point")
            default: break
            }
            if image.pointee.Type == VIPS_INTERPRETATION_CMYK { facts.addDetail("CMYK") }
            if let profile = VipsPixels.profile(of: image) { facts.add(.icc(profile)) }
            for (field, kind) in texts {
                var text: UnsafePointer<CChar>?
                guard vips_image_get_typeof(image, field) != 0,
                    vips_image_get_string(image, field, &text) == 0, let text
                else { continue }
                facts.add(kind, String(cString: text))
            }
            var (exif, count): (UnsafeRawPointer?, Int) = (nil, 0)
            if vips_image_get_typeof(image, VIPS_META_EXIF_NAME) != 0,
                vips_image_get_blob(image, VIPS_META_EXIF_NAME, &exif, &count) == 0
            {
                facts.add(exif: UnsafeRawBufferPointer(start: exif, count: count))
            }
            return facts
        }
    }
#endif
