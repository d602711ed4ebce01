import Geometry
import Posix

/// One level's pixels: premultiplied 0xAARRGGBB.
///
/// One thread writes rows from the first on, in order; others read those that it has told of by a message.
final class PixelLevel: @unchecked Sendable {
    private enum Storage {
        /// All rows, one after the other; the memory is kept.
        case memory(SharedMemory)
        /// Rows are collected to bands, which go to the file in blocks.
        case file(PixelBands)
    }

    /// A pixel is for 2ⁿ × 2ⁿ of the picture.
    let level: Int
    /// Columns and rows.
    let size: PixelSize
    private let storage: Storage
    private let pixels: UnsafeMutablePointer<UInt32>
    private let stride: Int

    /// A level in memory.
    /// - Parameters:
    ///   - level: n.
    ///   - size: columns and rows.
    ///   - memory: is kept.
    ///   - offset: of the first pixel, in pixels.
    ///   - stride: pixels from one row to the next.
    init(level: Int, size: PixelSize, in memory: SharedMemory, at offset: Int, stride: Int) {
        self.level = level
        self.size = size
        self.stride = stride
        storage = .memory(memory)
        guard let start = memory.bytes.bindMemory(to: UInt32.self).baseAddress else {
            preconditionFailure("a mapping has an address")
        }
        pixels = start + offset
    }

    /// A level in a file.
    /// - Parameters:
    ///   - level: n.
    ///   - size: columns and rows.
    ///   - file: nowhere without one: rows are there for the next level only.
    /// - Throws: where there is no memory for a band of rows.
    init(level: Int, size: PixelSize, in file: PixelFile?) throws(PosixError) {
        self.level = level
        self.size = size
        let bands = try PixelBands(size: size, file: file)
        storage = .file(bands)
        pixels = bands.band
        stride = size.width
    }

    /// A row to be written, or one of the last band's to be read again by the writer.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        switch storage {
        case .memory: pixels + y * stride
        case .file: pixels + y % PixelBands.height * stride
        }
    }

    /// Makes room for rows that are to be written.
    /// - Parameter rows: at most those of a band.
    /// - Throws: where the band before cannot be kept; the level is of no use then.
    func begin(_ rows: Range<Int>) throws(PosixError) {
        if case .file(let bands) = storage { try bands.begin(rows) }
    }

    /// Notes rows that have been written.
    /// - Parameters:
    ///   - rows: at most those of a band.
    ///   - isEnd: whether no more will come.
    /// - Returns: rows that can be read from now on.
    /// - Throws: where they cannot be kept; the level is of no use then.
    func end(_ rows: Range<Int>, isEnd: Bool) throws(PosixError) -> Range<Int> {
        switch storage {
        case .memory: rows
        case .file(let bands): try bands.end(rows, isEnd: isEnd)
        }
    }

    /// Whether a read may have to wait for a disk.
    var isInFile: Bool { if case .file = storage { true } else { false } }

    /// Gives pixels to read.
    /// - Parameters:
    ///   - part: within the level.
    ///   - body: gets the part's first pixel, and the pixels from one row to the next.
    func withPixels(of part: PixelRect<Level>, _ body: (UnsafePointer<UInt32>, Int) -> Void) {
        switch storage {
        case .memory: body(pixels + part.y0 * stride + part.x0, stride)
        case .file(let bands): bands.withPixels(of: part, body)
        }
    }
}
