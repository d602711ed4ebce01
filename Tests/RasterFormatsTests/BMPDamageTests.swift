import Loading
import Testing

@Suite struct BMPDamageTests {
    private static let rows = Bitmap.rows([[1, 2, 3], [4, 5, 6], [7, 8, 9]])

    /// Files whose rows go up keep their bottom; those whose rows go down, their top.
    @Test func rowsThatAreThereAreShown() throws {
        for (height, expected) in [
            (3, [0, rgb(6, 5, 4), rgb(3, 2, 1)]), (-3, [rgb(3, 2, 1), rgb(6, 5, 4), 0]),
        ] {
            let file = Bitmap(width: 1, height: height, bits: 24, pixels: Self.rows).file
            let decoded = try Decoded(Array(file.dropLast(2)), as: .bmp)
            #expect(decoded.message == "the file ends early (row 2 of 3)")
            #expect(decoded.hasRows)
            #expect(decoded.pixels == expected)
            // What fills up the last row is not missed.
            #expect(try Decoded(Array(file.dropLast(1)), as: .bmp).message == nil)
        }
    }

    @Test func withoutRowsNothingIsShown() throws {
        let file = Bitmap(width: 1, height: 3, bits: 24, pixels: Self.rows).file
        let decoded = try Decoded(Array(file.prefix(56)), as: .bmp)
        #expect(decoded.message == "the file ends early (row 0 of 3)")
        #expect(!decoded.hasRows)
    }

    @Test func headersThatMakeNoSense() throws {
        let message = { (bitmap: Bitmap) in try Decoded(bitmap.file, as: .bmp).message }
        var bitmap = Bitmap(width: 1, height: 1, bits: 24, pixels: [1, 2, 3, 0])
        for bits in [0, 3, 5, 48, 65535] {
            bitmap.bits = bits
            #expect(try message(bitmap) == "\(bits) bits per pixel")
        }
        bitmap.bits = 24
        bitmap.compression = 1
        #expect(try message(bitmap) == "24 bits per pixel with a compression of number 1")
        bitmap.compression = 4
        #expect(try message(bitmap) == "it holds a JPEG picture for a printer")
        bitmap.compression = 0
        for (width, height) in [(0, 1), (1, 0), (-1, 1)] {
            (bitmap.width, bitmap.height) = (width, height)
            #expect(try message(bitmap) == "\(width) × \(height) pixels are no picture")
        }
        (bitmap.width, bitmap.height) = (1, 1)
        bitmap.headerLength = 5000
        #expect(try message(bitmap) == "a header of 5000 bytes")
    }

    /// The largest that a header can say takes no memory.
    @Test func largeSizesAreRefused() throws {
        for (width, height) in [(0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, -0x8000_0000), (4097, 1024)] {
            let bitmap = Bitmap(width: width, height: height, bits: 1, pixels: [0])
            let decoded = try Decoded(bitmap.file, as: .bmp)
            #expect(decoded.message == "\(width) × \(abs(height)) pixels take too much memory")
        }
        // Without a limit worth the name, there is still one.
        let bitmap = Bitmap(width: 0x7FFF_FFFF, height: 0xFF_FFFF, bits: 1, pixels: [0])
        let message = try Decoded(bitmap.file, as: .bmp, memoryLimit: .max).message
        #expect(message?.hasSuffix("pixels take too much memory") == true)
    }
}
