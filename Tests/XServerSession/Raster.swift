import CTestSupport
public import Geometry

/// Pixels that a test made, to be written to a file.
public struct Raster: Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Grey 1, grey and alpha 2, RGB 3, RGBA (PNG) or CMYK (JPEG) 4.
    public let channels: Int
    /// Row by row without padding, one byte a channel.
    public var bytes: [UInt8]

    /// A raster of given pixels.
    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    ///   - channels: bytes a pixel.
    ///   - bytes: all of them.
    public init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * channels, "the bytes fill the raster")
        (self.width, self.height, self.channels, self.bytes) = (width, height, channels, bytes)
    }

    /// A raster of one colour.
    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    ///   - color: one byte a channel.
    public init(width: Int, height: Int, color: [UInt8]) {
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height * color.count) { buffer, filled in
            for index in 0..<width * height * color.count { buffer[index] = color[index % color.count] }
            filled = width * height * color.count
        }
        self.init(width: width, height: height, channels: color.count, bytes: bytes)
    }

    /// A picture that an encoder takes for a photograph: the same arguments give the same pixels on every machine.
    /// At the default grain a PNG of it takes about 2 bytes a pixel.
    /// - Parameters:
    ///   - width: columns; 4000 by default, with `height` 12 megapixels.
    ///   - height: rows.
    ///   - seed: another picture of the same kind.
    ///   - grain: peak of the fine noise, 0 to 127.
    /// - Returns: an RGB raster.
    public static func photo(width: Int = 4000, height: Int = 3000, seed: UInt32 = 1, grain: Int = 14)
        -> Raster
    {
        let count = width * height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let start = buffer.baseAddress {
                ct_fill_photo(start, UInt32(width), UInt32(height), seed, Int32(grain))
            }
            filled = count
        }
        return Raster(width: width, height: height, channels: 3, bytes: bytes)
    }

    /// Writes it as PNG.
    /// - Parameters:
    ///   - path: of the file.
    ///   - bitDepth: 8, or 16 with each value's byte doubled.
    ///   - interlaced: whether in Adam7's passes.
    ///   - compression: zlib's level, 0 to 9.
    /// - Throws: `SessionError.pictureNotWritten`.
    public func writePNG(
        to path: String, bitDepth: Int = 8, interlaced: Bool = false, compression: Int = 6
    ) throws {
        let pixels = bitDepth == 16 ? bytes.flatMap { [$0, $0] } : bytes
        let code = ct_write_png(
            path, pixels, UInt32(width), UInt32(height), Int32(channels), Int32(bitDepth), interlaced ? 1 : 0,
            Int32(compression))
        guard code == CT_OK else { throw SessionError.pictureNotWritten(path, code: code) }
    }

    /// Writes a one-channel raster of indices as a palette PNG.
    /// - Parameters:
    ///   - path: of the file.
    ///   - palette: red, green and blue of each entry, 1 to 256 of them.
    ///   - interlaced: whether in Adam7's passes.
    /// - Throws: `SessionError.pictureNotWritten`.
    public func writePalettePNG(to path: String, palette: [UInt8], interlaced: Bool = false) throws {
        precondition(channels == 1 && palette.count % 3 == 0, "indices, and three bytes an entry")
        let code = ct_write_png_palette(
            path, bytes, UInt32(width), UInt32(height), palette, Int32(palette.count / 3), interlaced ? 1 : 0,
            6)
        guard code == CT_OK else { throw SessionError.pictureNotWritten(path, code: code) }
    }

    /// Writes it as JPEG: grey, RGB or CMYK by its channels. An orientation is only noted, not applied.
    /// - Parameters:
    ///   - path: of the file.
    ///   - quality: 1 to 100.
    ///   - subsampled: whether the chroma is halved both ways (4:2:0).
    ///   - progressive: whether in scans of rising detail.
    ///   - orientation: the tag in an Exif segment; nil for no such segment.
    /// - Throws: `SessionError.pictureNotWritten`.
    public func writeJPEG(
        to path: String, quality: Int = 90, subsampled: Bool = true, progressive: Bool = false,
        orientation: Orientation? = nil
    ) throws {
        let exif = orientation.map { exifSegment(orientation: $0.rawValue) }
        let code = ct_write_jpeg(
            path, bytes, UInt32(width), UInt32(height), Int32(channels), Int32(quality), subsampled ? 1 : 0,
            progressive ? 1 : 0, exif, exif?.count ?? 0)
        guard code == CT_OK else { throw SessionError.pictureNotWritten(path, code: code) }
    }

    /// The raster to store so that it is seen as this one once `orientation` is applied.
    /// - Parameter orientation: of the file.
    /// - Returns: the same pixels, turned back.
    public func stored(for orientation: Orientation) -> Raster {
        guard orientation != .topLeft else { return self }
        let seen = PixelSize(width: width, height: height)
        let size = orientation.displaySize(of: seen)  // transposing twice is no change
        var turned = [UInt8](repeating: 0, count: bytes.count)
        for y in 0..<height {
            for x in 0..<width {
                let place = orientation.storedRect(
                    of: PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1), in: size)
                for channel in 0..<channels {
                    turned[(place.y0 * size.width + place.x0) * channels + channel] =
                        bytes[(y * width + x) * channels + channel]
                }
            }
        }
        return Raster(width: size.width, height: size.height, channels: channels, bytes: turned)
    }
}

/// The body of a JPEG's APP1 segment with an Orientation tag and nothing else (Exif 2.32 section 4.5.4, TIFF 6.0).
/// - Parameters:
///   - orientation: the tag's value; the standard has 1 to 8.
///   - bigEndian: the byte order ("MM" or "II").
/// - Returns: the bytes after the segment's length.
public func exifSegment(orientation: UInt32, bigEndian: Bool = true) -> [UInt8] {
    func short(_ value: UInt32) -> [UInt8] {
        let bytes = [UInt8(value >> 8 & 255), UInt8(value & 255)]
        return bigEndian ? bytes : bytes.reversed()
    }
    func long(_ value: UInt32) -> [UInt8] {
        bigEndian ? short(value >> 16) + short(value & 0xffff) : short(value & 0xffff) + short(value >> 16)
    }
    let header = Array("Exif\0\0".utf8) + Array((bigEndian ? "MM" : "II").utf8) + short(42) + long(8)
    // One entry: tag 0x0112, type SHORT, one value, which stands left-justified in the four bytes; no next directory.
    let entry = short(0x0112) + short(3) + long(1) + short(orientation) + short(0)
    return header + short(1) + entry + long(0)
}
