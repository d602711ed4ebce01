import Loading
import Testing

/// Formats that are told by more than a mark.
@Suite struct SignatureTests {
    private static func detect(_ text: String) -> ImageFormat? { ImageFormat.detect(Array(text.utf8)) }

    private static func little16(_ values: Int...) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    private static func tga(
        type: UInt8, bits: UInt8, flags: UInt8 = 0, map: [UInt8] = [0, 0, 0, 0, 0, 0], width: Int = 3,
        height: Int = 2
    ) -> [UInt8] {
        [0, map[0], type] + map[1...] + little16(0, 0, width, height) + [bits, flags, 0]
    }

    private static func icon(type: Int, count: Int = 1, length: Int = 40, place: Int = 22) -> [UInt8] {
        little16(0, type, count) + [16, 16, 0, 0] + little16(1, 32, length, length >> 16, place, place >> 16)
    }

    @Test func marks() {
        let marks: [(ImageFormat, [UInt8])] = [
            (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)), (.qoi, Array("qoif".utf8)),
            (.farbfeld, Array("farbfeld".utf8)), (.jpegXL, [0xFF, 0x0A]),
            (.jpegXL, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
            (.webP, Array("RIFFabcdWEBP".utf8)), (.tiff, [0x49, 0x49, 42, 0]), (.tiff, [0x4D, 0x4D, 0, 42]),
            (.tiff, [0x49, 0x49, 43, 0]), (.tiff, [0x4D, 0x4D, 0, 43]), (.svg, [0x1F, 0x8B, 8]),
            (.other, Array("8BPS".utf8)), (.other, Array("#?RADIANCE".utf8)), (.other, Array("/* XPM".utf8)),
        ]
        for (format, mark) in marks {
            #expect(ImageFormat.detect(mark) == format)
            #expect(ImageFormat.detect(mark + [UInt8](repeating: 0xFF, count: 4096)) == format)
            for length in 0..<mark.count { #expect(ImageFormat.detect(Array(mark.prefix(length))) == nil) }
        }
        #expect(Self.detect("RIFFabcdWAVE") == nil)
        #expect(Self.detect("QOIF") == nil)
    }

    @Test func bitmaps() {
        let header = { (length: Int) in
            Array("BM".utf8) + Self.little16(0, 0, 0, 0, 54, 0, length, length >> 16)
        }
        for length in [12, 16, 40, 52, 56, 64, 108, 124] {
            #expect(ImageFormat.detect(header(length)) == .bmp)
            #expect(ImageFormat.detect(header(length) + [1, 2, 3]) == .bmp)
            let array = Array("BA".utf8) + [UInt8](repeating: 0, count: 12)
            #expect(ImageFormat.detect(array + header(length)) == .bmp)
            #expect(ImageFormat.detect(array + header(length).dropLast()) == nil)
        }
        for length in [0, 11, 0x10000, 0x2020_2020] { #expect(ImageFormat.detect(header(length)) == nil) }
        #expect(Self.detect("BMW, and a text about cars") == nil)
        #expect(Self.detect("BM") == nil)
        #expect(Self.detect("BA, where the BM is not in its place") == nil)
    }

    @Test(arguments: [1, 2]) func icons(type: Int) {
        #expect(ImageFormat.detect(Self.icon(type: type)) == .ico)
        #expect(ImageFormat.detect(Self.icon(type: type, count: 3)) == .ico)
        #expect(ImageFormat.detect(Array(Self.icon(type: type).dropLast())) == nil)
        #expect(ImageFormat.detect(Self.icon(type: type, count: 0)) == nil)
        #expect(ImageFormat.detect(Self.icon(type: type, length: 0)) == nil)
        #expect(ImageFormat.detect(Self.icon(type: type, place: 0)) == nil)
        // The first entry is damaged, the second is not.
        let entry = Self.icon(type: type)[6...]
        #expect(
            ImageFormat.detect(Self.icon(type: type, count: 2, place: 0) + entry) == .ico)
    }

    @Test func otherBytesAreNoIcon() {
        // A film (ISO/IEC 11172), and a table of Lotus 1-2-3.
        #expect(ImageFormat.detect([0, 0, 1, 0xBA] + [UInt8](repeating: 0x21, count: 100)) == nil)
        #expect(ImageFormat.detect([0, 0, 1, 0] + [UInt8](repeating: 0xFF, count: 100)) == nil)
        #expect(
            ImageFormat.detect([0, 0, 2, 0, 6, 4, 6, 0, 8, 0] + [UInt8](repeating: 0, count: 100)) == nil)
        #expect(ImageFormat.detect(Self.icon(type: 0)) == nil)
        #expect(ImageFormat.detect(Self.icon(type: 3)) == nil)
    }

    /// The commonest begins as a cursor does.
    @Test func targa() {
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24)) == .tga)
        for bits in [15, 16, 24, 32] as [UInt8] {
            for type in [2, 10] as [UInt8] {
                for flags in [0, 1, 8, 0x10, 0x20, 0x28, 0x38] as [UInt8] {
                    #expect(ImageFormat.detect(Self.tga(type: type, bits: bits, flags: flags)) == .tga)
                }
            }
        }
        for type in [1, 9] as [UInt8] {
            for mapBits in [15, 16, 24, 32] as [UInt8] {
                let map: [UInt8] = [1, 0, 0, 0, 1, mapBits]
                #expect(ImageFormat.detect(Self.tga(type: type, bits: 8, map: map)) == .tga)
            }
        }
        #expect(ImageFormat.detect(Self.tga(type: 3, bits: 8)) == .tga)
        #expect(ImageFormat.detect(Self.tga(type: 11, bits: 8)) == .tga)
        // A map that the pixels do not need.
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, map: [1, 0, 0, 4, 0, 24])) == .tga)
    }

    @Test func otherBytesAreNoTarga() {
        #expect(ImageFormat.detect(Array(Self.tga(type: 2, bits: 24).dropLast())) == nil)
        for type in [0, 4, 5, 8, 12, 32] as [UInt8] {
            #expect(ImageFormat.detect(Self.tga(type: type, bits: 24)) == nil)
        }
        for bits in [0, 1, 8, 17, 64] as [UInt8] {
            #expect(ImageFormat.detect(Self.tga(type: 2, bits: bits)) == nil)
        }
        #expect(ImageFormat.detect(Self.tga(type: 3, bits: 24)) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, width: 0)) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, height: 0)) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, flags: 0x40)) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, flags: 0x0F)) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, map: [2, 0, 0, 0, 0, 0])) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 2, bits: 24, map: [0, 0, 0, 1, 0, 24])) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 1, bits: 8, map: [1, 0, 0, 0, 0, 24])) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 1, bits: 8, map: [1, 0, 0, 4, 0, 8])) == nil)
        #expect(ImageFormat.detect(Self.tga(type: 1, bits: 8)) == nil)
        // A text of two bytes for each letter, with a line's end in the place of the type.
        let text = "A\nB C D E \u{20}\u{20} G".utf16.flatMap { Self.little16(Int($0)) }
        #expect(ImageFormat.detect(text) == nil)
    }

    @Test func anymaps() {
        for kind in ["P1", "P4", "P2", "P3", "P5", "P6", "PF", "Pf"] {
            for text in [
                "\n3 2\n255\n", " 3 2 255 ", "\n# words\n3 2 # words\n\t255\n", "#\n3\r\n2\r\n255\r\n",
            ] {
                #expect(Self.detect(kind + text) == .pnm)
            }
            // Cut within the header.
            #expect(Self.detect(kind + "\n12") == .pnm)
            #expect(Self.detect(kind + "\n12 ") == .pnm)
            for text in ["", " ", "3 2 255 ", " three", " 2 and", " 2, 3", " 2.5 3", " 99999999999 2 255 "] {
                #expect(Self.detect(kind + text) == nil)
            }
        }
        #expect(Self.detect("P0\n3 2\n255\n") == nil)
        #expect(Self.detect("P8\n3 2\n255\n") == nil)
        #expect(Self.detect("p5\n3 2\n255\n") == nil)
        #expect(Self.detect("P5\n3 2 of all") == nil)
        #expect(Self.detect("P3 " + String(repeating: "#", count: 5000)) == nil)
        #expect(Self.detect("P7\nWIDTH 3\n") == .pnm)
        #expect(Self.detect("P7\n# words\nTUPLTYPE RGB\n") == .pnm)
        #expect(Self.detect("P7 332\n") == nil)
        #expect(Self.detect("P7\nwords") == nil)
    }

    @Test func svg() {
        for text in [
            "<svg", "<svg>", "<svg xmlns='a'/>", " \n<svg\n", "\u{FEFF}<svg ", "<?xml version='1.0'?>\n<svg>",
            "<?xml?><!-- > <a> --><!-- --><svg>", "<!DOCTYPE svg PUBLIC 'a'>\n<svg>", "<s:svg xmlns:s='a'>",
            "<?a b?><?c d?><svg/>", "<!DOCTYPE  svg [<!ENTITY a 'b'>]><svg>",
        ] {
            #expect(Self.detect(text) == .svg, "\(text)")
        }
        for text in [
            "<", "<sv", "svg", "<svgs>", "<s:svgs>", "<html><svg>", "<!DOCTYPE html><html><svg>",
            "<!-- <svg>",
            "<?xml <svg>", "<xml><svg>", "< svg>", "a <svg>", "<!-- svg --> <html>",
        ] {
            #expect(Self.detect(text) == nil, "\(text)")
        }
    }

    @Test func heif() {
        let file = { (length: UInt8, brands: [String]) in
            [0, 0, 0, length] + Array(("ftyp" + brands.joined()).utf8)
        }
        #expect(ImageFormat.detect(file(16, ["avif", "0000"])) == .heif)
        #expect(ImageFormat.detect(file(20, ["isom", "0000", "heic"])) == .heif)
        // The version is no brand, and what follows the box is not in it.
        #expect(ImageFormat.detect(file(16, ["isom", "heic"])) == nil)
        #expect(ImageFormat.detect(file(16, ["isom", "0000", "heic"])) == nil)
        #expect(ImageFormat.detect(file(20, ["isom", "0000", "mp41"])) == nil)
        #expect(ImageFormat.detect([0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypisom0000avif".utf8)) == .heif)
    }

    /// What users have beside pictures.
    @Test func otherFilesAreNoPictures() {
        for text in [
            "#!/bin/sh\n", "\u{7F}ELF\u{2}\u{1}\u{1}", "PK\u{3}\u{4}", "ID3\u{4}", "Portable pixmaps are",
            "SQLite format 3\0", "MZ", "OggS\0", "fLaC", "\u{1A}E", "\0\u{1}\0\0\0\u{C}", "{\"a\": 1}",
            "\n\n\n", "P",
        ] {
            #expect(Self.detect(text + String(repeating: " words", count: 100)) == nil, "\(text)")
        }
        for byte in UInt8.min...UInt8.max {
            #expect(ImageFormat.detect([UInt8](repeating: byte, count: 4096)) == nil)
        }
    }

    /// Those without a mark of several bytes.
    @Test func randomBytesAreNoPictures() {
        var state: UInt64 = 1
        let weak: Set<ImageFormat> = [.tga, .pnm, .bmp, .ico, .svg, .heif]
        for _ in 0..<20_000 {
            let bytes = (0..<32).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 40)
            }
            let format = ImageFormat.detect(bytes)
            #expect(format.map { weak.contains($0) } != true)
        }
    }
}
