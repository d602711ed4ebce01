public import Decoding
import Geometry

/// Decodes a file of the netpbm family: PBM, PGM, PPM, plain and raw, and PAM; and PFM, whose numbers are
/// linear light.
public final class PNMDecoder: StillDecoder {
    /// Pictures of a file that are counted.
    private static let mostPages = 1000

    /// What the picture is.
    public let header: PictureHeader
    private let reader: ByteReader
    private let picture: PNMHeader

    /// Reads the headers of a file.
    /// - Parameters:
    ///   - input: the file.
    ///   - request: what is wanted of it.
    /// - Throws: where there is no such picture, or it is too large.
    public init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
        reader = ByteReader(input)
        let pictures = try Self.pictures(reader)
        guard pictures.indices.contains(request.page) else {
            throw DecodingError("there are \(pictures.count) pictures in it")
        }
        picture = pictures[request.page]
        header = PictureHeader(
            size: try request.size(width: picture.width, height: picture.height, isInOrder: true),
            hasAlpha: picture.hasAlpha, bandHeight: 1, pageCount: pictures.count)
    }

    /// The pictures that follow each other; of digits only the first, since their end is not known.
    private static func pictures(_ reader: ByteReader) throws(DecodingError) -> [PNMHeader] {
        var pictures = [try PNMHeader(reader, at: 0)]
        while pictures.count < mostPages, let last = pictures.last, let rowLength = last.rowLength {
            let (byteCount, overflow) = rowLength.multipliedReportingOverflow(by: last.height)
            guard !overflow, reader.has(byteCount, at: last.pixelStart),
                let next = try? PNMHeader(reader, at: last.pixelStart + byteCount), next.width > 0,
                next.height > 0
            else { break }
            pictures.append(next)
        }
        return pictures
    }

    /// How its pixels are stored.
    public var facts: PictureFacts {
        var facts = PictureFacts()
        switch picture.samples {
        case .digits: facts.addDetail("plain text")
        case .bits, .numbers: break
        case .floats: facts.addDetail("floating point")
        }
        switch picture.channels {
        case .gray, .grayAlpha: facts.addDetail("grayscale")
        case .cmyk: facts.addDetail("CMYK")
        case .rgb, .rgba: break
        }
        if case .floats = picture.samples { return facts }
        facts.addBits(Int.bitWidth - picture.maximum.leadingZeroBitCount)
        return facts
    }

    /// Decodes all of it.
    public func decode(into canvas: Canvas) throws(DecodingError) {
        let colors = picture.channels
        switch picture.samples {
        case .floats(let isLittleEndian): try decodeFloats(isLittleEndian, into: canvas)
        case .digits: try decodeDigits(into: canvas)
        case .bits, .numbers:
            // 16 bits stay what they are; other samples become 8 bits at once, rounded to the nearest.
            if picture.maximum == 65535 {
                let scale = (0...65535).map { UInt16($0) }
                try decodeRows(colors.wideLayout, scale, into: canvas)
            } else {
                try decodeRows(colors.layout, scale8, into: canvas)
            }
        }
    }

    /// 8 bits for every sample.
    private var scale8: [UInt8] {
        let maximum = picture.maximum
        return (0...maximum).map {
            let value = picture.isInverted ? maximum - $0 : $0
            return UInt8((value * 510 + maximum) / (2 * maximum))
        }
    }

    private func decodeRows<Sample: BitwiseCopyable & ExpressibleByIntegerLiteral>(
        _ layout: PixelLayout, _ scale: [Sample], into canvas: Canvas
    ) throws(DecodingError) {
        guard let rowLength = picture.rowLength else { return }
        let height = header.size.height
        let writer = RowWriter(layout, .sRGB, for: canvas)
        var row = [Sample](repeating: 0, count: header.size.width * picture.channels.count)
        try reader.withBytes { (bytes) throws(DecodingError) in
            for y in 0..<height {
                let start = picture.pixelStart + y * rowLength
                guard reader.has(rowLength, at: start) else { throw .endsEarly(row: y, of: height) }
                fill(&row, bytes, at: start, scale)
                writer.write(row, at: y)
                canvas.rowsReady(y..<y + 1)
            }
        }
    }

    /// Takes a row's samples.
    private func fill<Sample>(_ row: inout [Sample], _ bytes: Span<UInt8>, at start: Int, _ scale: [Sample]) {
        let (channels, depth, maximum) = (picture.channels.count, picture.depth, picture.maximum)
        if case .bits = picture.samples {
            for x in row.indices { row[x] = scale[Int(bytes[start + x / 8] >> (7 - x & 7) & 1)] }
            return
        }
        var target = 0
        for x in 0..<header.size.width {
            for channel in 0..<channels {
                let index = x * depth + channel
                let sample =
                    maximum < 256
                    ? Int(bytes[start + index])
                    : Int(bytes[start + 2 * index]) << 8 | Int(bytes[start + 2 * index + 1])
                row[target] = scale[min(sample, maximum)]
                target += 1
            }
        }
    }

    private func decodeDigits(into canvas: Canvas) throws(DecodingError) {
        let height = header.size.height
        let writer = RowWriter(picture.channels.layout, .sRGB, for: canvas)
        let scale = scale8
        var row = [UInt8](repeating: 0, count: header.size.width * picture.channels.count)
        var text = PNMText(reader, at: picture.pixelStart)
        for y in 0..<height {
            do throws(DecodingError) {
                for index in row.indices {
                    let sample = picture.isInverted ? try text.bit() : try text.number()
                    row[index] = scale[min(sample, picture.maximum)]
                }
            } catch {
                throw DecodingError("\(error.message) (row \(y) of \(height))")
            }
            writer.write(row, at: y)
            canvas.rowsReady(y..<y + 1)
        }
    }

    private func decodeFloats(_ isLittleEndian: Bool, into canvas: Canvas) throws(DecodingError) {
        guard let rowLength = picture.rowLength else { return }
        let height = header.size.height
        let layout: PixelLayout = picture.channels == .gray ? .grayFloat : .rgbFloat
        let writer = RowWriter(layout, .linearSRGB, for: canvas)
        var row = [Float](repeating: 0, count: header.size.width * picture.depth)
        var count = 0
        for y in 0..<height {
            let start = picture.pixelStart + (height - 1 - y) * rowLength
            guard reader.has(rowLength, at: start) else { continue }
            for index in row.indices {
                let word = try reader.little32(at: start + 4 * index)
                row[index] = Float(bitPattern: isLittleEndian ? word : word.byteSwapped)
            }
            writer.write(row, at: y)
            canvas.rowsReady(y..<y + 1)
            count += 1
        }
        guard count == height else { throw .endsEarly(row: count, of: height) }
    }
}

extension PNMHeader.Channels {
    /// Their layout in 8 bits.
    var layout: PixelLayout {
        switch self {
        case .gray: .gray8
        case .grayAlpha: .grayAlpha8
        case .rgb: .rgb8
        case .rgba: .rgba8
        case .cmyk: .cmyk8
        }
    }

    /// Their layout in 16 bits.
    var wideLayout: PixelLayout {
        switch self {
        case .gray: .gray16
        case .grayAlpha: .grayAlpha16
        case .rgb: .rgb16
        case .rgba: .rgba16
        case .cmyk: .cmyk16
        }
    }
}
