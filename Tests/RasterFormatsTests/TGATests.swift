import Decoding
import Geometry
import Loading
import Testing

@Suite struct TGATests {
    private static func file(
        type: UInt8, bits: UInt8, width: Int, height: Int, flags: UInt8 = 0x20, map: [UInt8] = [],
        mapFirst: Int = 0, mapBits: UInt8 = 0, id: [UInt8] = [], _ pixels: [UInt8]
    ) -> [UInt8] {
        let mapCount = mapBits == 0 ? 0 : map.count / ((Int(mapBits) + 7) / 8)
        return [UInt8(id.count), map.isEmpty ? 0 : 1, type] + little16(mapFirst) + little16(mapCount) + [
            mapBits
        ]
            + little32(0) + little16(width) + little16(height) + [bits, flags] + id + map + pixels
    }

    /// Rows and columns run from each of the four corners, packed or not.
    @Test(arguments: [0x00, 0x10, 0x20, 0x30] as [UInt8], [false, true])
    func origins(flags: UInt8, isPacked: Bool) throws {
        let stored: [[UInt8]] = [
            [1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15], [16, 17, 18],
        ]
        // A run, and single pixels over the end of a row.
        let pixels =
            isPacked ? [0x85] + stored[0] + [0x04] + stored[1...5].joined() : Array(stored.joined())
        let file = Self.file(
            type: isPacked ? 10 : 2, bits: 24, width: isPacked ? 11 : 3, height: isPacked ? 1 : 2,
            flags: flags,
            id: [9, 9], pixels)
        let decoded = try Decoded(file, as: .tga)
        #expect(decoded.message == nil)
        let words = stored.map { rgb(Int($0[2]), Int($0[1]), Int($0[0])) }
        var rows =
            isPacked
            ? [[UInt32](repeating: words[0], count: 6) + words[1...]]
            : [Array(words[..<3]), Array(words[3...])]
        if flags & 0x20 == 0 { rows.reverse() }
        if flags & 0x10 != 0 { rows = rows.map { $0.reversed() } }
        #expect(decoded.pixels == Array(rows.joined()))
        #expect(decoded.header?.hasAlpha == false)
    }

    /// Packets of both kinds that go on in the next row.
    @Test func packetsOverRows() throws {
        let pixels: [UInt8] = [0x84, 7, 0x03, 1, 2, 3, 4]
        for (flags, expected) in [
            (0x20, [7, 7, 7, 7, 7, 1, 2, 3, 4]), (0, [2, 3, 4, 7, 7, 1, 7, 7, 7]),
        ] as [(UInt8, [Int])] {
            let file = Self.file(type: 11, bits: 8, width: 3, height: 3, flags: flags, pixels)
            #expect(try Decoded(file, as: .tga).pixels == expected.map { rgb($0, $0, $0) })
        }
    }

    @Test func sixteenBits() throws {
        let pixels = (0..<65536).flatMap { little16($0) }
        let part = { (value: Int, shift: Int) in eight(value >> shift & 31, of: 31) }
        for (bits, flags) in [(15, 0x20), (16, 0x20), (16, 0x21)] as [(UInt8, UInt8)] {
            let file = Self.file(type: 2, bits: bits, width: 256, height: 256, flags: flags, pixels)
            let decoded = try Decoded(file, as: .tga)
            let hasAlpha = flags == 0x21
            #expect(decoded.header?.hasAlpha == hasAlpha)
            let expected = (0..<65536).map { value in
                hasAlpha && value < 0x8000 ? 0 : rgb(part(value, 10), part(value, 5), part(value, 0))
            }
            #expect(decoded.pixels == expected)
        }
    }

    /// Attribute bits are alpha where the header says so, and one that is 0 everywhere is none.
    @Test func thirtyTwoBits() throws {
        let decode = { (flags: UInt8, alpha: UInt8) in
            try Decoded(
                Self.file(
                    type: 2, bits: 32, width: 2, height: 1, flags: flags, [1, 2, 3, alpha, 4, 5, 6, 0]),
                as: .tga)
        }
        #expect(try decode(0x28, 100).pixels == [rgba(3, 2, 1, 100), 0])
        #expect(try decode(0x20, 100).pixels == [rgb(3, 2, 1), rgb(6, 5, 4)])
        #expect(try decode(0x28, 0).pixels == [rgb(3, 2, 1), rgb(6, 5, 4)])
    }

    /// What the extension area says of attributes counts more.
    @Test func extensionArea() throws {
        let decode = { (flags: UInt8, kind: UInt8) in
            let picture = Self.file(
                type: 2, bits: 32, width: 2, height: 1, flags: flags, [60, 30, 200, 100, 4, 5, 6, 255])
            let area = little16(495) + [UInt8](repeating: 0, count: 492) + [kind]
            let footer = little32(picture.count) + little32(0) + Array("TRUEVISION-XFILE.\0".utf8)
            return try Decoded(picture + area + footer, as: .tga).pixels
        }
        #expect(try decode(0x28, 0) == [rgba(200, 30, 60, 100), rgb(6, 5, 4)])
        #expect(try decode(0x28, 1) == [rgb(200, 30, 60), rgb(6, 5, 4)])
        #expect(try decode(0x20, 3) == [rgba(200, 30, 60, 100), rgb(6, 5, 4)])
        // Multiplied already: 60 stays 60 of 100, and what is above alpha is cut off.
        #expect(try decode(0x28, 4) == [rgba(255, 77, 153, 100), rgb(6, 5, 4)])
    }

    @Test func gray() throws {
        let file = Self.file(type: 3, bits: 8, width: 3, height: 1, [0, 100, 255])
        #expect(try Decoded(file, as: .tga).pixels == [rgb(0, 0, 0), rgb(100, 100, 100), rgb(255, 255, 255)])
        let alpha = Self.file(type: 3, bits: 16, width: 2, height: 1, flags: 0x28, [100, 50, 200, 255])
        #expect(try Decoded(alpha, as: .tga).pixels == [rgba(100, 100, 100, 50), rgb(200, 200, 200)])
    }

    @Test(arguments: [1, 9] as [UInt8]) func colorMaps(type: UInt8) throws {
        let pixels: [UInt8] = type == 9 ? [0x03, 10, 11, 12, 9] : [10, 11, 12, 9]
        let maps: [(UInt8, [UInt8], [UInt32])] = [
            (15, [0x1F, 0x80, 0xE0, 0x03], [rgb(0, 0, 255), rgb(0, 255, 0)]),
            (16, [0x00, 0x7C, 0xFF, 0x7F], [rgb(255, 0, 0), rgb(255, 255, 255)]),
            (24, [1, 2, 3, 4, 5, 6], [rgb(3, 2, 1), rgb(6, 5, 4)]),
            (32, [1, 2, 3, 0, 4, 5, 6, 7], [rgb(3, 2, 1), rgb(6, 5, 4)]),
        ]
        for (bits, map, colors) in maps {
            let file = Self.file(
                type: type, bits: 8, width: 4, height: 1, map: map, mapFirst: 10, mapBits: bits, pixels)
            let decoded = try Decoded(file, as: .tga)
            #expect(decoded.message == nil)
            // Numbers that the map lacks are black.
            #expect(decoded.pixels == colors + [rgb(0, 0, 0), rgb(0, 0, 0)])
        }
        let alpha = Self.file(
            type: 1, bits: 16, width: 2, height: 1, flags: 0x28, map: [1, 2, 3, 128, 4, 5, 6, 255],
            mapFirst: 300, mapBits: 32, little16(301) + little16(300))
        #expect(try Decoded(alpha, as: .tga).pixels == [rgb(6, 5, 4), rgba(3, 2, 1, 128)])
    }

    @Test func rowsThatAreThereAreShown() throws {
        for type in [3, 11] as [UInt8] {
            let pixels: [UInt8] = type == 11 ? [0x81, 1, 0x02, 3] : [1, 1, 3]
            for (flags, expected) in [(0x20, [1, 1, nil, nil]), (0, [nil, nil, 1, 1])] as [(UInt8, [Int?])] {
                let decoded = try Decoded(
                    Self.file(type: type, bits: 8, width: 2, height: 2, flags: flags, pixels), as: .tga)
                #expect(decoded.message == "the file ends early (row 1 of 2)")
                #expect(decoded.hasRows)
                #expect(decoded.pixels == expected.map { $0.map { rgb($0, $0, $0) } ?? 0 })
            }
            let empty = try Decoded(Self.file(type: type, bits: 8, width: 2, height: 2, []), as: .tga)
            #expect(empty.message == "the file ends early (row 0 of 2)")
            #expect(!empty.hasRows)
        }
    }

    @Test func headersThatMakeNoSense() throws {
        let message = { (type: UInt8, bits: UInt8, flags: UInt8) in
            try Decoded(
                Self.file(type: type, bits: bits, width: 1, height: 1, flags: flags, [0, 0]), as: .tga
            )
            .message
        }
        #expect(try message(0, 24, 0) == "pictures of type 0")
        #expect(try message(32, 24, 0) == "pictures of type 32")
        #expect(try message(2, 8, 0) == "8 bits per pixel")
        #expect(try message(3, 24, 0) == "24 bits per pixel")
        #expect(try message(2, 24, 0x40) == "interleaved rows")
        #expect(try message(1, 8, 0) == "a colour map of 0 entries of 0 bits")
    }
}
