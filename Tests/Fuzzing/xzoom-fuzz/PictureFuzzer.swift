import CAVIF
@testable import Decoding
import Geometry
import Glibc
import Loading
import Posix
import RasterFormats
@testable import xzoom_loader
@testable import xzoom_loader_heif
@testable import xzoom_loader_jxl
@testable import xzoom_loader_svg
@testable import xzoom_loader_tiff
@testable import xzoom_loader_vips

/// Decodes a file as its loader does for a viewer that asks for all there is, and checks what decoders promise.
struct PictureFuzzer {
    /// The most bytes of pixels: enough for what files of some kilobytes hold, little enough for speed.
    private static let memoryLimit = 4 << 20
    private static let mostFrames = 12
    private static let mostPages = 3

    /// What the file's first bytes are taken for.
    let format: ImageFormat
    private let named: NamedMemory?

    init(_ format: ImageFormat) {
        self.format = format
        if format == .svg { TextDrawing.prepare() }
        if format == .other { VipsLibrary.prepare() }
        named = format == .other ? NamedMemory() : nil
    }

    /// Decodes all pages of a file.
    func run(_ bytes: UnsafeRawBufferPointer) {
        guard let file = try? FileDescriptor.memory(name: "picture") else { return }
        if format == .png {
            try? file.write(withRightChecksums(bytes))
        } else {
            try? file.write(Array(bytes))
        }
        var page = 0
        while page < Self.mostPages {
            try? file.rewind()
            let request = DecodingRequest(format: format, page: page, memoryLimit: Self.memoryLimit)
            let copy = FileDescriptor(owning: fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0))
            do throws(DecodingError) {
                let picture = try open(copy, request)
                check(picture.header)
                let size = picture.header.size
                // A viewer refuses what is too large.
                guard size.width <= Self.memoryLimit / 4 / size.height else { return }
                try decode(picture, size)
                precondition(picture.decoder.facts.all.allSatisfy { !$0.text.isEmpty })
                guard page + 1 < picture.header.pageCount else { return }
            } catch {
                check(error)
                if page == 0 { return }
            }
            page += 1
        }
    }

    private func check(_ header: PictureHeader) {
        precondition(header.size.width >= 1 && header.size.height >= 1, "no pixels")
        precondition((0..<32).contains(header.greatestReduction), "reduced too much")
        precondition(header.bandHeight >= 0, "less than no rows")
        precondition((1...Int(UInt32.max)).contains(header.pageCount), "no pages")
    }

    private func check(_ error: DecodingError) { precondition(!error.message.isEmpty, "no words") }

    private func decode(_ picture: OpenPicture, _ size: PixelSize) throws(DecodingError) {
        switch picture {
        case .still(let decoder):
            try withCanvas(size) { canvas throws(DecodingError) in try decoder.decode(into: canvas) }
        case .animation(let decoder):
            try withCanvas(size) { canvas throws(DecodingError) in
                for _ in 0..<Self.mostFrames {
                    guard let delay = try decoder.nextFrame(into: canvas) else { break }
                    precondition(!delay.isNaN, "no delay")
                }
                _ = decoder.loopCount
                try decoder.rewind()
                _ = try decoder.nextFrame(into: canvas)
            }
        case .drawing(let decoder):
            try withCanvas(size) { canvas throws(DecodingError) in
                try decoder.draw(into: canvas, scale: 1, x: 0, y: 0)
            }
            try withCanvas(PixelSize(width: 65, height: 33)) { canvas throws(DecodingError) in
                for (scale, x, y) in [(0.01, 0, 0), (3.7, 20, 10), (40, 300, 200)] {
                    canvas.clear()
                    try decoder.draw(into: canvas, scale: scale, x: x, y: y)
                }
            }
        }
    }

    private func withCanvas(
        _ size: PixelSize, _ body: (Canvas) throws(DecodingError) -> Void
    ) throws(DecodingError) {
        guard let pixels = calloc(size.width * size.height, 4) else { return }
        defer { free(pixels) }
        let canvas = Canvas(pixels: pixels, size: size, stride: size.width * 4) { rows in
            precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height, "no such rows")
        }
        defer { canvas.flush() }
        try body(canvas)
    }

    // What the main programs of the loaders do.
    private func open(
        _ file: consuming FileDescriptor, _ request: DecodingRequest
    ) throws(DecodingError) -> OpenPicture {
        switch format {
        case .png: return try APNGFrames.open(file, request)
        case .jpeg: return .still(try JPEGDecoder(file, request))
        case .webP: return try WebPDecoder.open(file, request)
        case .gif: return try GIFFrames.open(file, request)
        case .bmp: return .still(try BMPDecoder(InputBytes(reading: file), request))
        case .ico:
            return .still(try ICODecoder(InputBytes(reading: file), request, openPNG: PNGDecoder.init))
        case .pnm: return .still(try PNMDecoder(InputBytes(reading: file), request))
        case .tga: return .still(try TGADecoder(InputBytes(reading: file), request))
        case .qoi: return .still(try QOIDecoder(InputBytes(reading: file), request))
        case .farbfeld: return .still(try FarbfeldDecoder(InputBytes(reading: file), request))
        case .heif:
            let input = try InputBytes(reading: file)
            var start = avifROData(
                data: input.bytes.bindMemory(to: UInt8.self).baseAddress, size: input.bytes.count)
            guard avifPeekCompatibleFileType(&start) != 0 else {
                return .still(try HEIFDecoder(input, request))
            }
            let decoder = try AVIFDecoder(input, request)
            return decoder.isAnimation ? .animation(decoder) : .still(decoder)
        case .jpegXL:
            let decoder = try JXLDecoder(InputBytes(reading: file), request)
            return decoder.isAnimation ? .animation(decoder) : .still(decoder)
        case .tiff: return .still(try TIFFDecoder(file, request))
        case .svg: return .drawing(try SVGDecoder(file, request))
        case .other: return .still(try VipsDecoder(file, request, named))
        }
    }
}
