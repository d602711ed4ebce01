import Glibc
import Loading
import Posix

/// Inputs that fuzzing starts from.
struct Seeds {
    /// It gets a folder for each fuzzer's.
    let folder: String

    /// Writes the smallest files of each format, and copies files whose format is known.
    func write(files: some Sequence<String>) {
        mkdir(folder, 0o777)
        for (index, bytes) in ProfileFuzzer.seeds.enumerated() { write(bytes, "profile", "\(index)") }
        for (index, bytes) in WireFuzzer.seeds.enumerated() { write(bytes, "wire", "\(index)") }
        for (index, (format, bytes)) in Self.pictures.enumerated() { write(bytes, "\(format)", "\(index)") }
        for path in files {
            guard let file = try? FileDescriptor.open(reading: path), case .regular? = try? file.kind(),
                let bytes = try? file.read(count: 1 << 20, at: 0),
                let format = ImageFormat.detect(Array(bytes.prefix(ImageFormat.signatureLength)))
            else { continue }
            write(bytes, "\(format)", path.split(separator: "/").last.map { String($0) } ?? "seed")
        }
    }

    private func write(_ bytes: [UInt8], _ kind: String, _ name: String) {
        mkdir("\(folder)/\(kind)", 0o777)
        let descriptor = open("\(folder)/\(kind)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0 else { return }
        try? FileDescriptor(owning: descriptor).write(bytes)
    }

    private static func hex(_ text: String) -> [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static let svg = """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>
        <defs><linearGradient id='g'><stop offset='0'/>
        <stop offset='1' stop-color='red'/></linearGradient></defs><rect width='9' height='5' fill='url(#g)'/>
        <g transform='rotate(9)' opacity='.5'><path d='M1 1L5 2A2 3 0 0 1 7 7Z' stroke='#0f0'/></g>
        <text y='9'>a</text></svg>
        """

    /// One or a few pixels of each format.
    private static let pictures: [(ImageFormat, [UInt8])] = [
        // One gray pixel; the fuzzer puts the check sums right.
        (
            .png,
            hex(
                """
                89504E470D0A1A0A 0000000D 49484452 00000001 00000001 0800000000 00000000
                0000000A 49444154 789C6360000000020001 00000000 00000000 49454E44 00000000
                """)
        ),
        // Two frames, an empty one of them.
        (
            .png,
            hex(
                """
                89504E470D0A1A0A 0000000D 49484452 00000001 00000001 0800000000 00000000
                00000008 6163544C 00000002 00000000 00000000
                0000001A 6663544C 00000000 00000001 00000001 00000000 00000000 00010064 0000 00000000
                0000000A 49444154 789C6360000000020001 00000000
                0000001A 6663544C 00000001 00000001 00000001 00000000 00000000 00010064 0101 00000000
                0000000E 66644154 00000002 789C6360000000020001 00000000 00000000 49454E44 00000000
                """)
        ),
        (.gif, hex("474946383961 01000100 800000 FFFFFF000000 2C 00000000 01000100 00 02 02 4401 00 3B")),
        (
            .gif,
            hex(
                """
                474946383961 02000200 800000 FFFFFF000000 21FF0B 4E45545343415045322E30 03 01 0000 00
                21F904 09 0A00 00 00 2C 00000000 02000100 00 02 02 4401 00
                21F904 0D 0A00 01 00 2C 00000100 01000100 40 02 02 4401 00 3B
                """)
        ),
        // A lossless one.
        (.webP, hex("52494646 1A000000 57454250 5650384C 0D000000 2F00000010071011118888FE0700")),
        // Grey: quantization, frame, Huffman tables of one code each, scan.
        (
            .jpeg,
            hex(
                """
                FFD8 FFDB 0043 00 \(String(repeating: "01", count: 64)) FFC0 000B 08 0001 0001 01 01 11 00
                FFC4 0014 00 01 \(String(repeating: "00", count: 15)) 00
                FFC4 0014 10 01 \(String(repeating: "00", count: 15)) 00 FFDA 0008 01 01 00 00 3F 00 3F FFD9
                """)
        ),
        (
            .bmp,
            hex(
                """
                424D 3E000000 00000000 36000000 28000000 02000000 01000000 0100 1800 00000000 08000000
                00000000 00000000 00000000 00000000 1122334455660000
                """)
        ),
        // Runs of eight bits: two of a colour, the end of the line and of the picture.
        (
            .bmp,
            hex(
                """
                424D 42000000 00000000 3E000000 28000000 02000000 01000000 0100 0800 01000000 06000000
                00000000 00000000 02000000 00000000 11223300 44556600 0201 0000 0001
                """)
        ),
        (
            .ico,
            hex(
                """
                0000 0100 0100 01 01 00 00 0100 2000 30000000 16000000
                28000000 01000000 02000000 0100 2000 00000000 00000000 00000000 00000000 00000000 00000000
                112233FF 00000000
                """)
        ),
        (.pnm, Array("P2 2 2 9 1 2 3 4".utf8)), (.pnm, Array("P1 2 1 10".utf8)),
        (.pnm, Array("P4 9 1\nab".utf8)),
        (.pnm, Array("P6 1 1 255\nabc".utf8)),
        (
            .pnm,
            Array("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\nab".utf8)
        ),
        // Runs, of colours and with a palette.
        (.tga, hex("00 00 0A 0000 0000 00 0000 0000 0200 0100 18 00 81 112233")),
        (.tga, hex("00 01 01 0000 0100 18 0000 0000 0100 0100 08 20 112233 00")),
        (.qoi, Array("qoif".utf8) + hex("00000002 00000001 04 00 FE112233 C0 00000000 00000001")),
        (.farbfeld, Array("farbfeld".utf8) + hex("00000001 00000001 1111222233338888")),
        (
            .tiff,
            hex(
                """
                49492A00 08000000 0800 0001 0300 01000000 01000000 0101 0300 01000000 01000000
                0201 0300 01000000 08000000 0301 0300 01000000 01000000 0601 0300 01000000 01000000
                1101 0400 01000000 00000000 1501 0300 01000000 01000000 1701 0400 01000000 01000000 00000000
                """)
        ),
        (.svg, Array(svg.utf8)),
        // Only what they are known by.
        (.heif, hex("00000018 66747970 68656963 00000000 6D696631 68656963")),
        (.heif, hex("00000018 66747970 61766966 00000000 6D696631 61766966")),
        (.jpegXL, hex("FF0A")), (.other, Array("8BPS".utf8)),
    ]
}
