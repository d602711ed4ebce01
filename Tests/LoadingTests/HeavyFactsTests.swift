import Foundation
import Geometry
import Loading
import Testing

#if TIFF
    import CTestSupport

    extension FactsTests {
        @Test func tiff() throws {
            var writer = TIFFWriter(width: 20, height: 10, samples: 3)
            writer.fields.compression = 5
            let rows = raw(width: 20, height: 10) { x, y in [x, y, 0] }
            #expect(try Loaded(writer.file(rows), as: .tiff).words == [.details: "LZW"])
            let file = try writer.file(rows)
            // Directories of its own in the place of the file's: the library is not asked for them.
            let mixed = Self.addingExif(to: file)
            let words = try Loaded(mixed, as: .tiff).words
            #expect(words[.camera] == "Canon EOS 5D" && words[.position] == "48.85837, -2.29433")
            #expect(words[.details] == "LZW" && words[.exposureTime] == "1/250 s")
        }

        /// The file, little-endian, with a directory in which its own fields and those of a camera are.
        private static func addingExif(to file: [UInt8]) -> [UInt8] {
            let number = { (bytes: [UInt8], place: Int, count: Int) in
                (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
            }
            let word = { (value: Int) in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            let own = number(file, 4, 4)
            var entries = (0..<number(file, own, 2)).map { Array(file[(own + 2 + 12 * $0)...].prefix(12)) }
            var bytes = file + (file.count % 2 == 1 ? [0] : [])
            let writer = EXIFWriter(fields: EXIFWriter.camera().fields.filter { $0.0 != 0x0112 })
            let moved = writer.bytes(behind: bytes.count)
            let count = number(moved, 8, 2)
            let tags = Set(entries.map { number($0, 0, 2) })
            for index in 0..<count {
                let entry = Array(moved[(10 + 12 * index)...].prefix(12))
                if !tags.contains(number(entry, 0, 2)) { entries.append(entry) }
            }
            bytes += moved
            let place = bytes.count + bytes.count % 2
            bytes += [UInt8](repeating: 0, count: place - bytes.count)
            entries.sort { number($0, 0, 2) < number($1, 0, 2) }
            bytes += word(entries.count).prefix(2) + entries.flatMap { $0 } + word(0)
            bytes.replaceSubrange(4..<8, with: word(place))
            return bytes
        }
    }
#endif

#if HEIF
    extension FactsTests {
        @Test func avif() throws {
            var writer = AVIFWriter(width: 64, height: 64, depth: 10, turns: 3)
            (writer.primaries, writer.transfer) = (9, 16)
            writer.exif = EXIFWriter.camera().bytes
            let words = try Loaded(writer.file { x, y in [x, y, 0] }, as: .heif).words
            #expect(
                words
                    == Self.camera([
                        .details: "AV1, 10 bits per channel", .colors: "PQ, BT.2020",
                        .orientation: "turned by 90° clockwise",
                    ]))
        }

        @Test func heic() throws {
            let exif = EXIFWriter.camera().bytes
            let file = try HEICTests.file(width: 64, height: 64, channels: 3, exif: exif) { x, y in [x, y, 0]
            }
            let words = try Loaded(file, as: .heif).words
            #expect(words[.camera] == "Canon EOS 5D" && words[.focalLength] == "4.1 mm (33 mm equivalent)")
            // The library has turned it.
            #expect(words[.orientation] == nil)
        }
    }
#endif

#if JPEGXL
    import CJXL

    extension FactsTests {
        @Test(arguments: [false, true]) func jpegXL(isCompressed: Bool) throws {
            var writer = JXLWriter(width: 20, height: 10, depth: 16, orientation: 6, isBoxed: true)
            writer.exif = EXIFWriter.camera().bytes
            writer.areBoxesCompressed = isCompressed
            let words = try Loaded(writer.file { x, y in [x, y, 0] }, as: .jpegXL).words
            #expect(
                words
                    == Self.camera([
                        .details: "16 bits per channel", .colors: "sRGB",
                        .orientation: "turned by 90° clockwise",
                    ]))
        }

        @Test func bareJPEGXL() throws {
            var writer = JXLWriter(width: 20, height: 10, channels: 1)
            writer.transfer = JXL_TRANSFER_FUNCTION_PQ
            #expect(
                try Loaded(writer.file { x, _ in [x] }, as: .jpegXL).words == [
                    .details: "grayscale", .colors: "PQ, BT.709",
                ])
        }
    }
#endif

#if SVG
    extension FactsTests {
        @Test func drawing() throws {
            let svg = """
                <?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "<title>no</title>">]><!-- <title>no</title> -->
                <svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="9" height="9" x=">">
                <svg:g><svg:title>no</svg:title></svg:g><svg:rect width="1"/><![CDATA[<title>no</title>]]>
                <svg:title id='t'>A &lt;b&gt; &#252;&#xfc; &amp; &no;
                c</svg:title><svg:desc>drawn</svg:desc></svg:svg><!-- <title>no</title> -->
                """
            let words = try LoadedDrawing(svg: svg).words
            // An entity that is not defined makes no drawing.
            #expect(words == [:])
            let known = svg.replacingOccurrences(of: " &no;", with: "")
            #expect(
                try LoadedDrawing(svg: known).words == [.title: "A <b> üü & c", .description: "drawn"])
        }
    }
#endif

#if VIPS
    extension FactsTests {
        @Test func rareFormats() throws {
            let file = "#define a_width 4\n#define a_height 2\nstatic char a_bits[] = {\n0x05, 0x08};\n"
            #expect(try Loaded(Array(file.utf8), as: .other).words == [.details: "XBM"])
        }
    }
#endif
