import CTestSupport
import Foundation
import Geometry
import Loading
import Posix
import Testing

/// The folder that this program was built in, and the loader with it.
let buildFolder: String = {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
}()

/// What a load has told from its beginning to its end.
struct Loaded {
    /// All pixels.
    private(set) var raster: Raster?
    /// What the loader writes to.
    private var source: Raster?
    /// Pages of the file.
    private(set) var pageCount: Int?
    /// All that was told, in order.
    private(set) var tellings: [Range<Int>] = []
    /// Rows from the first on that were told.
    private(set) var rowCount = 0
    private(set) var warning: String?
    private(set) var error: LoadingError?
    private(set) var hasEnded = false
    private(set) var info: PictureInfo?
    /// What else was told of the picture.
    private(set) var facts: [PictureFact] = []
    private let reduction: Int

    /// Loads a picture.
    init(
        _ bytes: [UInt8], as format: ImageFormat, page: Int = 0, folder: String = buildFolder,
        memoryLimit: Int = 1 << 28, reduction: Int = 0
    ) throws {
        let file = try FileDescriptor.memory(name: "picture")
        try file.write(bytes)
        try file.rewind()
        self.init(
            try PictureLoad(
                file: file,
                .init(format: format, page: page, loaderFolder: folder, memoryLimit: memoryLimit)),
            reduction: reduction)
    }

    /// Takes what a load tells. After so many seconds of silence it is told that its deadline has come.
    init(_ load: PictureLoad, patience: Double = 30, reduction: Int = 0) {
        self.reduction = reduction
        while !load.isOver && !load.isIdle {
            let isSilent = Poll.wait(reading: [load.rawValue], until: Clock.now() + patience).isEmpty
            for event in load.receive(at: isSilent ? load.deadline : Clock.now()) { take(event, of: load) }
        }
    }

    private mutating func take(_ event: PictureLoad.Event, of load: PictureLoad) {
        #expect(!hasEnded, "an event behind the last")
        switch event {
        case .began(let info):
            #expect(raster == nil)
            self.info = info
            pageCount = info.pageCount
            do throws(LoadingError) {
                let source = try load.makeRaster(reduction: min(reduction, info.greatestReduction))
                self.source = source
                raster = source.isWhole ? source : try source.emptyWhole()
            } catch {
                self.error = error
                hasEnded = true
            }
        case .rows(let rows):
            if let source, !source.isWhole { raster?.take(rows, from: source) }
            tellings.append(rows)
            rowCount = max(rowCount, rows.upperBound)
        case .facts(let facts):
            #expect(self.facts.isEmpty && !facts.isEmpty)
            self.facts = facts
        case .ended(let warning):
            self.warning = warning
            hasEnded = true
        case .failed(let error):
            self.error = error
            hasEnded = true
        case .frame, .noFrame, .drawn: Issue.record("nobody asked for it")
        }
    }

    /// The words of each kind.
    var words: [PictureFact.Kind: String] {
        Dictionary(uniqueKeysWithValues: facts.map { ($0.kind, $0.text) })
    }

    /// The pixel as its loader left it, premultiplied 0xAARRGGBB.
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        guard let raster else { return 0 }
        return raster.memory.bytes.load(fromByteOffset: y * raster.stride + 4 * x, as: UInt32.self)
    }

    /// The pixels of the rows told that differ by more than `tolerance` in a channel, as words for a failed test.
    func differences(
        rows: Int? = nil, tolerance: Int = 0, from expected: (_ x: Int, _ y: Int) -> UInt32
    ) -> [String] {
        var differences: [String] = []
        for y in 0..<(rows ?? rowCount) {
            for x in 0..<(raster?.size.width ?? 0) {
                let (found, wanted) = (pixel(x, y), expected(x, y))
                let isRight = [0, 8, 16, 24].allSatisfy { (shift: UInt32) in
                    abs(Int(found >> shift & 255) - Int(wanted >> shift & 255)) <= tolerance
                }
                if isRight { continue }
                differences.append(
                    "(\(x), \(y)): \(String(found, radix: 16)), not \(String(wanted, radix: 16))")
                if differences.count == 5 { return differences }
            }
        }
        return differences
    }
}

extension Raster {
    /// A raster of the same shape with memory for all rows.
    func emptyWhole() throws(LoadingError) -> Raster {
        let memory = try LoadingError.wrap { () throws(PosixError) in
            try SharedMemory(byteCount: stride * size.height)
        }
        return Raster(
            fullSize: fullSize, reduction: reduction, stride: stride, hasAlpha: hasAlpha,
            orientation: orientation, memory: memory)
    }

    /// Copies rows from one that loses them.
    func take(_ rows: Range<Int>, from source: Raster) {
        for y in rows {
            UnsafeMutablePointer(mutating: row(y)).update(from: source.row(y), count: size.width)
        }
        source.rowsTaken(below: rows.upperBound)
    }
}

/// An opaque pixel of three parts.
func opaque(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
}

/// A premultiplied pixel: each part times alpha / 255, rounded to the nearest.
func premultiplied(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
    let part = { (value: Int) in UInt32((Double(value * alpha) / 255).rounded()) }
    return UInt32(alpha) << 24 | part(red) << 16 | part(green) << 8 | part(blue)
}

/// Rows without padding of the channels that a pixel has.
func raw(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height { for x in 0..<width { bytes += pixel(x, y).map { UInt8($0) } } }
    return bytes
}

/// Files as the test writers make them.
enum Written {
    /// The bytes of a file that `write` makes at a path.
    static func bytes(_ write: (_ path: String) -> Int32) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "xzoom-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(write(path) == 0)
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// A PNG of rows without padding.
    static func png(
        _ pixels: [UInt8], width: Int, channels: Int, depth: Int = 8, isInterlaced: Bool = false,
        compression: Int32 = 6
    ) throws -> [UInt8] {
        let height = pixels.count / (width * channels * depth / 8)
        return try bytes {
            ct_write_png(
                $0, pixels, UInt32(width), UInt32(height), Int32(channels), Int32(depth),
                isInterlaced ? 1 : 0, compression)
        }
    }

    /// A JPEG of rows without padding.
    static func jpeg(
        _ pixels: [UInt8], width: Int, channels: Int, quality: Int32 = 100, isSubsampled: Bool = false,
        isProgressive: Bool = false, exif: [UInt8]? = nil
    ) throws -> [UInt8] {
        let height = pixels.count / (width * channels)
        return try bytes {
            ct_write_jpeg(
                $0, pixels, UInt32(width), UInt32(height), Int32(channels), quality, isSubsampled ? 1 : 0,
                isProgressive ? 1 : 0, exif, exif?.count ?? 0)
        }
    }

    /// A WebP of rows of RGB or RGBA without padding; lossless without a quality.
    static func webP(_ pixels: [UInt8], width: Int, channels: Int, quality: Int32? = nil) throws -> [UInt8] {
        let height = pixels.count / (width * channels)
        return try bytes {
            ct_write_webp($0, pixels, UInt32(width), UInt32(height), Int32(channels), quality ?? -1)
        }
    }

    /// The file with a chunk of its own before the first chunk of a type.
    static func png(_ bytes: [UInt8], adding type: String, _ body: [UInt8], before: String) throws -> [UInt8]
    {
        let mark = Array(before.utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) }) - 4
        return Array(bytes[..<place]) + chunk(type, body) + Array(bytes[place...])
    }

    /// A PNG chunk.
    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + body
        return bigEndian(UInt32(body.count)) + content + bigEndian(checksum(content))
    }

    /// The cyclic redundancy code of a chunk (ISO/IEC 15948, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { code, byte in
            (0..<8).reduce(code ^ UInt32(byte)) { code, _ in
                code & 1 == 1 ? 0xEDB8_8320 ^ code >> 1 : code >> 1
            }
        }
    }

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// A TIFF structure with the Orientation tag alone.
    static func tiff(orientation: Int, isBigEndian: Bool = false, type: UInt8 = 3) -> [UInt8] {
        let value = UInt8(orientation)
        return isBigEndian
            ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, type, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
            : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, type, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
    }

    /// The body of a JPEG's Exif segment.
    static func exif(orientation: Int, isBigEndian: Bool = false) -> [UInt8] {
        Array("Exif\0\0".utf8) + tiff(orientation: orientation, isBigEndian: isBigEndian)
    }
}
