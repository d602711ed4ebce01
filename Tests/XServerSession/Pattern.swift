import CTestSupport
import Foundation
public import Geometry

/// A picture that tells from its pixels where it is on a screen: red rises over x, green over y, and blue is a sum of
/// sines over both axes that `register(_:)` matches to a fraction of a pixel.
public struct Pattern: Sendable {
    /// Which pixels are transparent.
    public enum Alpha: Sendable {
        /// There is no alpha channel.
        case none
        /// All are opaque.
        case opaque
        /// The middle third of the columns in the middle third of the rows is fully transparent.
        case hole
        /// All are equally covering; such a pattern does not register.
        case constant(UInt8)
    }

    /// Columns, as seen.
    public let width: Int
    /// Rows, as seen.
    public let height: Int

    /// A pattern of a size.
    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has pixels")
        (self.width, self.height) = (width, height)
    }

    /// The level of red at the right edge and of green at the bottom; some of 255 are left for the dither.
    static let rampLevels = 250.0

    /// One sine of the blue channel.
    struct Wave {
        /// Image pixels.
        let period: Double
        /// Levels.
        static let amplitude = 30.0

        /// Its level at a position in image pixels.
        func callAsFunction(_ position: Double) -> Double {
            Self.amplitude * sin(position * 2 * .pi / period)
        }
    }

    /// The sines over an axis: a slow one that survives strong reduction, a fast one that is sharp in magnification. The
    /// fast one is never so fast that red or green, good to about half a level, could not tell its periods apart.
    static func waves(extent: Int) -> (slow: Wave, fast: Wave) {
        (Wave(period: max(64, Double(extent) / 8)), Wave(period: max(16, Double(extent) / 256)))
    }

    /// The waves' sum at the centre of each image pixel, in whole levels: the sum over both axes is then exact in a file.
    static func waveLevels(extent: Int) -> [Double] {
        let (slow, fast) = waves(extent: extent)
        return (0..<extent).map { (slow(Double($0) + 0.5) + fast(Double($0) + 0.5)).rounded() }
    }

    private static func ramp(extent: Int) -> [Double] {
        (0..<extent).map { rampLevels * (Double($0) + 0.5) / Double(extent) }
    }

    /// The picture.
    /// - Parameter alpha: whether there is a fourth channel, and what it hides.
    /// - Returns: an RGB or RGBA raster.
    public func raster(alpha: Alpha = .none) -> Raster {
        let channels = if case .none = alpha { 3 } else { 4 }
        var bytes = [UInt8](repeating: 255, count: width * height * channels)
        let none = (
            columns: [Double](repeating: 0, count: width), rows: [Double](repeating: 0, count: height)
        )
        let (red, green) = (Self.ramp(extent: width), Self.ramp(extent: height))
        let (across, down) = (
            Self.waveLevels(extent: width).map { $0 + 128 }, Self.waveLevels(extent: height)
        )
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let (columns, rows) = (UInt32(width), UInt32(height))
            ct_fill_sum_dithered(start, channels, red, columns, none.rows, rows)
            ct_fill_sum_dithered(start + 1, channels, none.columns, columns, green, rows)
            ct_fill_sum(start + 2, channels, across, columns, down, rows)
        }
        switch alpha {
        case .none, .opaque: break
        case .hole:
            for y in height / 3..<height * 2 / 3 {
                for x in width / 3..<width * 2 / 3 { bytes[(y * width + x) * 4 + 3] = 0 }
            }
        case .constant(let value):
            for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = value }
        }
        return Raster(width: width, height: height, channels: channels, bytes: bytes)
    }

    /// Writes the picture as PNG.
    /// - Parameters:
    ///   - path: of the file.
    ///   - alpha: whether there is a fourth channel, and what it hides.
    ///   - bitDepth: 8 or 16.
    ///   - interlaced: whether in Adam7's passes.
    /// - Throws: `SessionError.pictureNotWritten`.
    public func writePNG(
        to path: String, alpha: Alpha = .none, bitDepth: Int = 8, interlaced: Bool = false
    ) throws {
        try raster(alpha: alpha).writePNG(
            to: path, bitDepth: bitDepth, interlaced: interlaced, compression: 1)
    }

    /// Writes the picture as JPEG, stored so that it is upright once the orientation is applied.
    /// - Parameters:
    ///   - path: of the file.
    ///   - quality: 1 to 100.
    ///   - subsampled: whether the chroma is halved both ways (4:2:0).
    ///   - progressive: whether in scans of rising detail.
    ///   - orientation: nil for no Exif segment.
    /// - Throws: `SessionError.pictureNotWritten`.
    public func writeJPEG(
        to path: String, quality: Int = 92, subsampled: Bool = true, progressive: Bool = false,
        orientation: Orientation? = nil
    ) throws {
        try raster().stored(for: orientation ?? .topLeft).writeJPEG(
            to: path, quality: quality, subsampled: subsampled, progressive: progressive,
            orientation: orientation)
    }
}
