import CLZ4
import Glibc
public import Posix
import Synchronization

/// Blocks of pixels in a file without a name, for levels that are too large for memory.
///
/// Blocks are packed (LZ4) where that saves anything: drawings and scans shrink to a fraction, photographs stay as they are.
public final class PixelFile: Sendable {
    /// Of the free space, this share stays free.
    private static let reserve = 2

    /// Where a block is.
    struct Block {
        /// Bytes from the file's start.
        var offset = 0
        /// 0 where there is none, which is transparent; those of the pixels where it is not packed.
        var byteCount = 0
    }

    private let file: FileDescriptor
    /// Bytes that may be written at most.
    private let capacity: Int
    private let end = Atomic(0)

    /// An empty file.
    /// - Parameter folder: where; it is made if it is missing.
    /// - Throws: where it cannot be made.
    public init(in folder: String) throws(PosixError) {
        file = try FileDescriptor.unlinked(in: folder)
        capacity = try file.freeSpace() / Self.reserve
    }

    /// Appends packed blocks. By one thread at a time.
    /// - Parameter bytes: of all of them.
    /// - Returns: where they begin.
    /// - Throws: where there is no space for them.
    func append(_ bytes: UnsafeRawBufferPointer) throws(PosixError) -> Int {
        let start = end.load(ordering: .relaxed)
        guard bytes.count <= capacity - start else { throw PosixError("write", ENOSPC) }
        try file.write(bytes)
        end.store(start + bytes.count, ordering: .relaxed)
        return start
    }

    /// Packs a block.
    /// - Parameters:
    ///   - pixels: the block's.
    ///   - target: has room for `capacity(of:)` bytes.
    /// - Returns: the bytes written to it.
    static func pack(_ pixels: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) -> Int {
        guard let source = pixels.baseAddress, let out = target.baseAddress else { return 0 }
        // A high acceleration passes over what cannot be packed at several GB/s.
        let acceleration: Int32 = 16
        let count = LZ4_compress_fast(
            source.assumingMemoryBound(to: CChar.self), out.assumingMemoryBound(to: CChar.self),
            Int32(pixels.count), Int32(target.count), acceleration)
        if count > 0 && Int(count) < pixels.count / 8 * 7 { return Int(count) }
        out.copyMemory(from: source, byteCount: pixels.count)
        return pixels.count
    }

    /// The most bytes of a packed block.
    static func capacity(of byteCount: Int) -> Int { Int(LZ4_compressBound(Int32(byteCount))) }

    /// Reads a block.
    /// - Parameters:
    ///   - block: where it is.
    ///   - pixels: takes all of its pixels.
    ///   - scratch: has room for as many.
    func read(
        _ block: Block, into pixels: UnsafeMutableRawBufferPointer, scratch: UnsafeMutableRawBufferPointer
    ) {
        if block.byteCount == pixels.count {
            if file.read(into: pixels, at: block.offset) { return }
        } else if block.byteCount > 0, block.byteCount < scratch.count, let target = pixels.baseAddress {
            let packed = UnsafeMutableRawBufferPointer(rebasing: scratch[..<block.byteCount])
            if file.read(into: packed, at: block.offset), let source = packed.baseAddress,
                LZ4_decompress_safe(
                    source.assumingMemoryBound(to: CChar.self), target.assumingMemoryBound(to: CChar.self),
                    Int32(packed.count), Int32(pixels.count)) == pixels.count
            {
                return
            }
        }
        // Never written, or not to be read: a hole rather than an end.
        pixels.initializeMemory(as: UInt8.self, repeating: 0)
    }
}
