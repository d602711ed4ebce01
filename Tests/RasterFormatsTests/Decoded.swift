import Decoding
import Geometry
import Loading
import Posix
import RasterFormats
import Testing

/// What a decoder has made of a file's bytes, in this process.
struct Decoded {
    private(set) var header: PictureHeader?
    /// Premultiplied words 0xAARRGGBB, row by row.
    private(set) var pixels: [UInt32] = []
    /// Whether the canvas was told of a row.
    private(set) var hasRows = false
    private(set) var message: String?

    /// Decodes a page of a file; of the pixels there may be at most so many bytes.
    init(
        _ bytes: [UInt8], as format: ImageFormat, page: Int = 0, memoryLimit: Int = 1 << 24
    ) throws {
        let file = try FileDescriptor.memory(name: "picture")
        try file.write(bytes)
        let input = try InputBytes(reading: file)
        let request = DecodingRequest(format: format, page: page, memoryLimit: memoryLimit)
        do throws(DecodingError) {
            let decoder = try Self.decoder(input, request)
            // As the viewer does.
            try request.check(decoder.header.size)
            header = decoder.header
            try decode(decoder)
        } catch {
            message = error.message
        }
    }

    private mutating func decode(_ decoder: any StillDecoder) throws(DecodingError) {
        let size = decoder.header.size
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: size.width * size.height)
        words.initialize(repeating: 0, count: size.width * size.height)
        defer { words.deallocate() }
        let canvas = Canvas(pixels: words, size: size, stride: size.width * 4)
        defer {
            pixels = Array(UnsafeBufferPointer(start: words, count: size.width * size.height))
            hasRows = canvas.hasRows
        }
        try decoder.decode(into: canvas)
    }

    private static func decoder(
        _ input: InputBytes, _ request: DecodingRequest
    ) throws(DecodingError) -> any StillDecoder {
        switch request.format {
        case .bmp: try BMPDecoder(input, request)
        case .ico: try ICODecoder(input, request) { _, part, _ in OnePixel(part.count) }
        case .pnm: try PNMDecoder(input, request)
        case .tga: try TGADecoder(input, request)
        case .qoi: try QOIDecoder(input, request)
        default: try FarbfeldDecoder(input, request)
        }
    }
}

/// Stands for a decoder of PNG: a pixel that tells how long the file is.
private final class OnePixel: StillDecoder {
    let header = PictureHeader(size: PixelSize(width: 1, height: 1), hasAlpha: false)
    private let count: Int

    init(_ count: Int) { self.count = count }

    func decode(into canvas: Canvas) throws(DecodingError) {
        canvas.row(0)[0] = UInt32(count)
        canvas.rowsReady(0..<1)
    }
}

/// Numbers that look random, the same every time.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 2 + 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) << 32 | (state &* 0x2545_F491_4F6C_DD1D) >> 32
    }

    /// Bytes from it.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var noise = Noise(seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }
    }
}

/// An opaque pixel.
func rgb(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 { rgba(red, green, blue, 255) }

/// A premultiplied pixel of parts that are not: each times alpha / 255, rounded to the nearest.
func rgba(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
    let part = { (value: Int) in UInt32((Double(value * alpha) / 255).rounded()) }
    return UInt32(alpha) << 24 | part(red) << 16 | part(green) << 8 | part(blue)
}

/// A number from 0 to `maximum` scaled to 8 bits, rounded to the nearest.
func eight(_ value: Int, of maximum: Int) -> Int { Int((Double(value) * 255 / Double(maximum)).rounded()) }

func little16(_ value: Int) -> [UInt8] { [0, 8].map { UInt8(truncatingIfNeeded: value >> $0) } }

func little32(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }

func big32(_ value: Int) -> [UInt8] { little32(value).reversed() }
