import Geometry
import Glibc
import Posix

/// The rows of a level that go to a file: a band of them is collected in memory, and cut into blocks.
final class PixelBands {
    /// Rows of a band. An even number: the pairs that make a row of the next level are in the same band.
    static let height = 64
    /// Columns of a block, so that a tile needs a few blocks.
    private static let blockWidth = 256

    /// The rows of the band that is being written.
    let band: UnsafeMutablePointer<UInt32>
    private let size: PixelSize
    private let file: PixelFile?
    /// Blocks of a band.
    private let columns: Int
    private let blocks: UnsafeMutablePointer<PixelFile.Block>
    /// The band that is being written, and the rows of it that are.
    private var index = 0
    private var written = 0..<0
    private var readyEnd = 0
    private var packed = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// - Throws: where there is no memory for a band.
    init(size: PixelSize, file: PixelFile?) throws(PosixError) {
        self.size = size
        self.file = file
        columns = (size.width + Self.blockWidth - 1) / Self.blockWidth
        let count = columns * ((size.height + Self.height - 1) / Self.height)
        guard let band = calloc(size.width * Self.height, MemoryLayout<UInt32>.stride),
            let blocks = calloc(count, MemoryLayout<PixelFile.Block>.stride)
        else { throw PosixError("calloc") }
        self.band = band.assumingMemoryBound(to: UInt32.self)
        self.blocks = blocks.assumingMemoryBound(to: PixelFile.Block.self)
    }

    deinit {
        free(band)
        free(blocks)
        free(packed.baseAddress)
    }

    func begin(_ rows: Range<Int>) throws(PosixError) {
        let next = rows.lowerBound / Self.height
        guard next != index else { return }
        // The band before had rows that never came.
        if !written.isEmpty { try write() }
        index = next
        band.update(repeating: 0, count: size.width * Self.height)
    }

    func end(_ rows: Range<Int>, isEnd: Bool) throws(PosixError) -> Range<Int> {
        if !rows.isEmpty {
            written = written.isEmpty ? rows : written.lowerBound..<rows.upperBound
        }
        let bandEnd = min((index + 1) * Self.height, size.height)
        guard !written.isEmpty, isEnd || written.upperBound == bandEnd else { return readyEnd..<readyEnd }
        let (start, end) = (readyEnd, written.upperBound)
        try write()
        guard file != nil else { return start..<start }
        readyEnd = end
        return start..<end
    }

    /// Writes the band's blocks.
    private func write() throws(PosixError) {
        written = 0..<0
        guard let file else { return }
        let rows = min(Self.height, size.height - index * Self.height)
        try withScratch { (block, _) throws(PosixError) in
            var count = 0
            for column in 0..<columns {
                let x = column * Self.blockWidth
                let width = min(Self.blockWidth, size.width - x)
                for y in 0..<rows {
                    (block + y * width).update(from: band + y * size.width + x, count: width)
                }
                let pixels = UnsafeRawBufferPointer(start: block, count: rows * width * 4)
                let byteCount = PixelFile.pack(pixels, to: try room(behind: count))
                blocks[index * columns + column] = PixelFile.Block(offset: count, byteCount: byteCount)
                count += byteCount
            }
            let start = try file.append(UnsafeRawBufferPointer(rebasing: packed[..<count]))
            for column in 0..<columns { blocks[index * columns + column].offset += start }
        }
    }

    /// Room for a packed block behind others.
    private func room(behind count: Int) throws(PosixError) -> UnsafeMutableRawBufferPointer {
        let most = PixelFile.capacity(of: Self.blockWidth * Self.height * 4)
        if packed.count < count + most {
            let larger = max(count + most, 2 * packed.count)
            guard let start = realloc(packed.baseAddress, larger) else { throw PosixError("realloc") }
            packed = UnsafeMutableRawBufferPointer(start: start, count: larger)
        }
        return UnsafeMutableRawBufferPointer(rebasing: packed[count..<count + most])
    }

    func withPixels(of part: PixelRect<Level>, _ body: (UnsafePointer<UInt32>, Int) -> Void) {
        guard let file else { return }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: part.width * part.height) { pixels in
            guard let target = pixels.baseAddress else { return }
            withScratch { block, scratch in
                for row in part.y0 / Self.height...(part.y1 - 1) / Self.height {
                    for column in part.x0 / Self.blockWidth...(part.x1 - 1) / Self.blockWidth {
                        let area = area(row: row, column: column)
                        file.read(
                            blocks[row * columns + column],
                            into: UnsafeMutableRawBufferPointer(
                                start: block, count: area.width * area.height * 4),
                            scratch: scratch)
                        let shared = area.intersection(part)
                        for y in shared.y0..<shared.y1 {
                            let from = block + (y - area.y0) * area.width + shared.x0 - area.x0
                            (target + (y - part.y0) * part.width + shared.x0 - part.x0)
                                .update(from: from, count: shared.width)
                        }
                    }
                }
            }
            body(target, part.width)
        }
    }

    /// The pixels of a block.
    private func area(row: Int, column: Int) -> PixelRect<Level> {
        PixelRect(
            x0: column * Self.blockWidth, y0: row * Self.height,
            x1: min((column + 1) * Self.blockWidth, size.width), y1: min((row + 1) * Self.height, size.height)
        )
    }

    /// Memory for a block's pixels, and for its bytes.
    private func withScratch<Failure: Error>(
        _ body: (UnsafeMutablePointer<UInt32>, UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let count = Self.blockWidth * Self.height
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * count)
        defer { pixels.deallocate() }
        try body(pixels, UnsafeMutableRawBufferPointer(start: pixels + count, count: count * 4))
    }
}
