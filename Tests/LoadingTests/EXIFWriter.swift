import Loading

/// Exif data as tests write them: a TIFF structure.
struct EXIFWriter {
    enum Value {
        case text(String)
        case bytes([UInt8])
        case shorts([Int])
        case longs([Int])
        case fractions([(Int, Int)])
        case signedFractions([(Int, Int)])
        case directory([(Int, Value)])
    }

    var isBigEndian = false
    /// Tags and what they have.
    var fields: [(Int, Value)]

    /// The structure.
    var bytes: [UInt8] { bytes(behind: 0) }

    /// The structure with all its places moved, for one that comes behind so many bytes of a file.
    func bytes(behind count: Int) -> [UInt8] {
        let mark: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
        return mark + word(count + 8) + directory(fields, at: count + 8)
    }

    /// The body of a JPEG's segment.
    var segment: [UInt8] { Array("Exif\0\0".utf8) + bytes }

    private func word(_ value: Int) -> [UInt8] { integer(value, bytes: 4) }

    private func integer(_ value: Int, bytes count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    private func directory(_ fields: [(Int, Value)], at place: Int) -> [UInt8] {
        var entries = integer(fields.count, bytes: 2)
        // Behind the entries and the place of the next directory.
        let start = place + 2 + 12 * fields.count + 4
        var data: [UInt8] = []
        for (tag, value) in fields {
            let (type, count, bytes) = stored(value, at: start + data.count)
            entries += integer(tag, bytes: 2) + integer(type, bytes: 2) + word(count)
            if case .directory = value {
                entries += word(start + data.count)
            } else if bytes.count <= 4 {
                entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
                continue
            } else {
                entries += word(start + data.count)
            }
            data += bytes
        }
        return entries + word(0) + data
    }

    private func stored(_ value: Value, at place: Int) -> (type: Int, count: Int, [UInt8]) {
        switch value {
        case .text(let text): (2, text.utf8.count + 1, text.utf8 + [0])
        case .bytes(let bytes): (7, bytes.count, bytes)
        case .shorts(let numbers): (3, numbers.count, numbers.flatMap { integer($0, bytes: 2) })
        case .longs(let numbers): (4, numbers.count, numbers.flatMap(word))
        case .fractions(let fractions): (5, fractions.count, fractions.flatMap { word($0.0) + word($0.1) })
        case .signedFractions(let fractions):
            (10, fractions.count, fractions.flatMap { word($0.0) + word($0.1) })
        case .directory(let fields): (4, 1, directory(fields, at: place))
        }
    }
}

extension EXIFWriter {
    /// What a camera writes.
    static func camera(isBigEndian: Bool = false) -> EXIFWriter {
        EXIFWriter(
            isBigEndian: isBigEndian,
            fields: [
                (0x010E, .text("A bridge")), (0x010F, .text("Canon")), (0x0110, .text("Canon EOS 5D")),
                (0x0112, .shorts([6])), (0x011A, .fractions([(300, 1)])), (0x011B, .fractions([(600, 2)])),
                (0x0128, .shorts([2])), (0x0131, .text("darktable 4.2")), (0x013B, .text("Müller")),
                (0x8298, .text("© Müller")),
                (
                    0x8769,
                    .directory([
                        (0x829A, .fractions([(10, 2500)])), (0x829D, .fractions([(28, 10)])),
                        (0x8827, .shorts([200])), (0x9003, .text("2024:05:01 12:34:56")),
                        (0x9011, .text("+02:00")), (0x9209, .shorts([0x19])),
                        (0x920A, .fractions([(41, 10)])), (0x9286, .bytes(Array("ASCII\0\0\0at noon".utf8))),
                        (0xA001, .shorts([1])), (0xA405, .shorts([33])), (0xA433, .text("Canon")),
                        (0xA434, .text("EF35mm f/2 IS USM")),
                    ])
                ),
                (
                    0x8825,
                    .directory([
                        (1, .text("N")), (2, .fractions([(48, 1), (51, 1), (3012, 100)])), (3, .text("W")),
                        (4, .fractions([(2, 1), (1766, 100), (0, 1)])),
                    ])
                ),
            ])
    }

    /// What is to be told of it.
    static let cameraWords: [(kind: PictureFact.Kind, text: String)] = [
        (.resolution, "300 dots per inch"), (.camera, "Canon EOS 5D"), (.lens, "Canon EF35mm f/2 IS USM"),
        (.exposureTime, "1/250 s"), (.aperture, "f/2.8"), (.sensitivity, "ISO 200"),
        (.focalLength, "4.1 mm (33 mm equivalent)"), (.flash, "fired"),
        (.dateTaken, "2024-05-01 12:34:56 +02:00"), (.position, "48.85837, -2.29433"),
        (.description, "A bridge"), (.comment, "at noon"), (.artist, "Müller"), (.copyright, "© Müller"),
        (.software, "darktable 4.2"),
    ]
}
