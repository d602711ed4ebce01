import Geometry
public import Loading
public import Posix
import Synchronization

/// Levels of a picture, made from one raster: each halves the one before, as stored (before orientation).
///
/// Level n has a pixel for every 2ⁿ × 2ⁿ stored pixels. Each pixel is the mean of the up to four below it, so that a
/// bilinear sampling at no less than half a level's size sees every stored pixel: neither shimmer nor lost lines
/// (L. Williams, "Pyramidal Parametrics", SIGGRAPH 1983).
public final class MipPyramid: Sendable {
    /// Where levels are kept.
    public struct Storage: Sendable {
        /// Bytes of memory for levels; the finest ones go to a file where they take more.
        public var memoryLimit: Int
        /// The folder of that file.
        public var folder: String
        /// Whether there is such a file; else the finest levels are there for the next ones to be made from, and go.
        public var keepsFinest = true

        /// Storage of these parts.
        public init(memoryLimit: Int, folder: String) {
            self.memoryLimit = memoryLimit
            self.folder = folder
        }

        /// All in memory.
        public static let memory = Storage(memoryLimit: .max, folder: "")

        /// The coarsest in memory, and no others.
        /// - Parameter limit: bytes for them.
        /// - Returns: storage without a file.
        public static func coarsest(_ limit: Int) -> Storage {
            var storage = Storage(memoryLimit: limit, folder: "")
            storage.keepsFinest = false
            return storage
        }
    }

    /// What a step of building has brought.
    public struct Progress: Sendable {
        /// The level of the first of `rows`.
        let firstLevel: Int
        /// Of each level, its rows that are there, or there anew.
        fileprivate(set) var rows: [Range<Int>]
        /// Levels that could not be kept.
        fileprivate(set) var lost: Range<Int>
        /// Why.
        public fileprivate(set) var failure: PosixError?
    }

    /// The longer side of the coarsest level in pixels: smaller than any window that is of use.
    private static let coarsestSide = 64

    /// What they are made from.
    public let raster: Raster
    /// Bytes of memory that the levels take, the raster's with them.
    let byteCount: Int
    /// The finest first, the raster's own.
    let levels: [PixelLevel]
    private let abandoned = Atomic(false)
    private let failure: Mutex<Failure>

    private struct Failure {
        /// Levels finer than this one are lost.
        var level: Int
        /// Why, until it has been told.
        var error: PosixError?
        var isTold = false
    }

    /// A pyramid on a raster, its levels still empty.
    /// - Parameters:
    ///   - raster: the finest level. One that is whole is that level itself; else rows are taken from it.
    ///   - end: the first level that is not needed, of those to the coarsest.
    ///   - storage: where they go.
    /// - Throws: where there is no memory for them.
    public init(raster: Raster, below end: Int? = nil, storage: Storage) throws(PosixError) {
        self.raster = raster
        var sizes = [raster.size]
        while let size = sizes.last, raster.reduction + sizes.count < end ?? .max,
            max(size.width, size.height) > Self.coarsestSide
        {
            sizes.append(PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2))
        }
        let byteCounts = sizes.map { $0.width * $0.height * 4 }
        // The finest level in memory that is not the raster itself.
        var (finest, sum) = (sizes.count, 0)
        while finest > (raster.isWhole ? 1 : 0),
            raster.isWhole || sum + byteCounts[finest - 1] <= storage.memoryLimit
        {
            finest -= 1
            sum += byteCounts[finest]
        }
        byteCount = sum + raster.memory.bytes.count
        let memory = sum > 0 ? try SharedMemory(byteCount: sum) : nil
        var failed = Failure(level: 0)
        let file: PixelFile?
        do throws(PosixError) {
            let needsFile = finest > 0 && !raster.isWhole && storage.keepsFinest
            file = needsFile ? try PixelFile(in: storage.folder) : nil
        } catch {
            file = nil
            failed = Failure(level: raster.reduction + finest, error: error)
        }
        failure = Mutex(failed)
        var levels: [PixelLevel] = []
        var offset = 0
        for (index, size) in sizes.enumerated() {
            let level = raster.reduction + index
            if index == 0 && raster.isWhole {
                levels.append(
                    PixelLevel(level: level, size: size, in: raster.memory, at: 0, stride: raster.stride / 4))
            } else if index >= finest, let memory {
                levels.append(
                    PixelLevel(level: level, size: size, in: memory, at: offset, stride: size.width))
                offset += size.width * size.height
            } else {
                levels.append(try PixelLevel(level: level, size: size, in: file))
            }
        }
        self.levels = levels
    }

    /// Makes `build` return early from now on; the picture is no longer wanted.
    public func abandon() { abandoned.store(true, ordering: .relaxed) }

    /// Whether it is not wanted any more, so that levels may lack rows that have come.
    public var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

    /// Builds what can be built from rows of the raster that have come, and tells the loader that they are taken. On a
    /// worker's thread.
    /// - Parameter rows: rows of the raster; those before them have been built, or will never come.
    /// - Returns: what is there now.
    public func build(from rows: Range<Int>) -> Progress {
        var progress = emptyProgress()
        var y = rows.lowerBound
        while y < rows.upperBound, !isAbandoned {
            // Bands that stay in the processor's cache until all levels are made from them.
            let end = min(rows.upperBound, (y / PixelBands.height + 1) * PixelBands.height)
            if !raster.isWhole { take(y..<end) }
            advance(0, y..<end, &progress)
            y = end
        }
        raster.rowsTaken(below: rows.upperBound)
        note(&progress)
        return progress
    }

    /// Keeps what there is where no more rows will come. On a worker's thread.
    /// - Returns: what is there now.
    public func finish() -> Progress {
        var progress = emptyProgress()
        for (index, level) in levels.enumerated() {
            attempt(level) { () throws(PosixError) in
                progress.rows[index] = try level.end(0..<0, isEnd: true)
            }
        }
        note(&progress)
        return progress
    }

    private func emptyProgress() -> Progress {
        Progress(
            firstLevel: raster.reduction, rows: levels.map { _ in 0..<0 },
            lost: raster.reduction..<raster.reduction)
    }

    private func note(_ progress: inout Progress) {
        failure.withLock {
            guard let error = $0.error else { return }
            progress.lost = raster.reduction..<$0.level
            // Where one level cannot be kept, the next one often cannot either.
            progress.failure = $0.isTold ? nil : error
            $0.error = nil
            $0.isTold = true
        }
    }

    /// Does what may fail for a level, after which it and those finer are lost.
    private func attempt(_ level: PixelLevel, _ body: () throws(PosixError) -> Void) {
        do throws(PosixError) {
            try body()
        } catch {
            failure.withLock {
                guard level.level >= $0.level else { return }
                $0.level = level.level + 1
                $0.error = error
            }
        }
    }

    private func take(_ rows: Range<Int>) {
        let level = levels[0]
        attempt(level) { () throws(PosixError) in try level.begin(rows) }
        for y in rows { level.row(y).update(from: raster.row(y), count: level.size.width) }
    }

    /// Makes rows of the next level, and those behind it, from rows of a level, and keeps those.
    private func advance(_ index: Int, _ rows: Range<Int>, _ progress: inout Progress) {
        let level = levels[index]
        let isLast = rows.upperBound == level.size.height
        if index + 1 < levels.count {
            let next = levels[index + 1]
            let end = isLast ? next.size.height : rows.upperBound / 2
            let target = min(rows.lowerBound / 2, end)..<end
            if !target.isEmpty {
                attempt(next) { () throws(PosixError) in try next.begin(target) }
                for row in target { Self.halve(level, into: next, row: row) }
                advance(index + 1, target, &progress)
            }
        }
        attempt(level) { () throws(PosixError) in
            let ready = try level.end(rows, isEnd: isLast)
            guard !ready.isEmpty else { return }
            let before = progress.rows[index]
            progress.rows[index] =
                before.isEmpty
                ? ready
                : min(before.lowerBound, ready.lowerBound)..<max(before.upperBound, ready.upperBound)
        }
    }

    /// Fills one row with the means of 2 × 2 pixels below; at an odd edge of 2 × 1, 1 × 2, or 1.
    private static func halve(_ below: PixelLevel, into level: PixelLevel, row: Int) {
        let upper = UnsafePointer(below.row(2 * row))
        let lower = 2 * row + 1 < below.size.height ? UnsafePointer(below.row(2 * row + 1)) : upper
        let target = level.row(row)
        for x in 0..<below.size.width / 2 {
            target[x] = mean(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
        }
        if below.size.width % 2 == 1 {
            let x = below.size.width - 1
            target[x / 2] = mean(upper[x], upper[x], lower[x], lower[x])
        }
    }

    /// The rounded mean of four pixels, channel by channel: two channels in each half of a word have eight bits of
    /// room above them, of which the sum needs two.
    @inline(__always)
    private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
        let high = (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
        return (low >> 2 & mask) | (high >> 2 & mask) << 8
    }
}
