import Loading
import Testing

@Suite struct FormatTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test func formatsAreToldByTheirFirstBytes() throws {
        #expect(ImageFormat.detect(Self.png) == .png)
        #expect(ImageFormat.detect(Self.png + [0, 0, 0, 13]) == .png)
        #expect(ImageFormat.detect([0xFF, 0xD8, 0xFF]) == .jpeg)
        #expect(ImageFormat.detect([0xFF, 0xD8, 0xFF, 0xE1]) == .jpeg)
        // As the writers write them.
        #expect(ImageFormat.detect(try Written.png([0], width: 1, channels: 1)) == .png)
        #expect(ImageFormat.detect(try Written.jpeg([0], width: 1, channels: 1)) == .jpeg)
    }

    @Test func otherBytesAreNoFormat() {
        #expect(ImageFormat.detect([]) == nil)
        for length in 0..<Self.png.count {
            #expect(ImageFormat.detect(Array(Self.png.prefix(length))) == nil)
        }
        for place in Self.png.indices {
            var bytes = Self.png
            bytes[place] ^= 0x20
            #expect(ImageFormat.detect(bytes) == nil)
        }
        for bytes: [UInt8] in [
            [0xFF, 0xD8], [0xFF, 0xD8, 0xFE], [0, 0xFF, 0xD8, 0xFF], Array("GIF88a".utf8),
        ] {
            #expect(ImageFormat.detect(bytes) == nil)
        }
    }

    @Test func signatureFitsIntoWhatIsRead() {
        #expect(ImageFormat.signatureLength >= Self.png.count)
        #expect(ImageFormat.allCases.map(\.rawValue) == Array(1...15))
    }

    @Test func errorsAreWordsForPeople() {
        #expect(LoadingError.system("Permission denied").message == "Permission denied")
        #expect(LoadingError.isDirectory.message == "is a folder without files")
        #expect(LoadingError.empty.message == "the file is empty")
        #expect(
            LoadingError.unknownFormat.message == "not a picture that xzoom can show (unknown format)")
        #expect(LoadingError.undecodable(.jpeg, "no").message == "damaged JPEG: no")
        #expect(
            LoadingError.tooLarge(width: 3, height: 4, limit: 5 << 20).message
                == "3 × 4 pixels take more memory than the 5 MiB there are for a picture")
        #expect(LoadingError.streamTooLong(limit: 5 << 20).message == "more than 5 MiB come")
        #expect(LoadingError.loaderFailed(.png, "crashed").message == "the PNG loader crashed")
    }
}
