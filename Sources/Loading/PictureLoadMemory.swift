public import Geometry
import Posix

/// The memory that a loader is given.
extension PictureLoad {
    /// Bytes of the rows of a picture that there is memory for at a time, where they come in order. Memory that is used
    /// again stays in the processor's cache, and costs no page faults: a third of the time of a fast decoder.
    private static let ringSize = 2 << 20

    /// Makes the memory that the picture comes into, and lets the loader begin.
    /// - Parameter reduction: the raster gets a pixel for every 2ⁿ × 2ⁿ of the picture; at most the greatest there is.
    /// - Returns: the raster, without any row.
    /// - Throws: where there is no memory for it, or the loader is gone; the load is over then.
    /// - Precondition: the load is awaiting its raster.
    public func makeRaster(reduction: Int) throws(LoadingError) -> Raster {
        guard case .awaitingRaster(let info) = state else {
            preconditionFailure("a load gets one raster, after its header")
        }
        precondition((0...info.greatestReduction).contains(reduction), "the loader cannot do that")
        do throws(LoadingError) {
            let size = Raster.size(of: info.fullSize, reduction: reduction)
            let rows = min(size.height, capacity(of: size, info))
            // Both sides are below 2³², so that the first product does not overflow.
            let (byteCount, overflow) = (size.width * 4).multipliedReportingOverflow(by: rows)
            guard !overflow, byteCount <= request.memoryLimit else { throw tooLarge(info.fullSize) }
            try sendDisplayProfile()
            let (memory, stride) = try sendCanvas(
                number: 0, size: size, reduction: reduction, capacity: rows)
            let raster = Raster(
                fullSize: info.fullSize, reduction: reduction, stride: stride, capacity: rows,
                hasAlpha: info.hasAlpha, orientation: info.orientation, memory: memory, channel: channel)
            state = .receivingRows(raster, info.kind, told: 0)
            lastWord = Clock.now()
            return raster
        } catch {
            finish()
            throw error
        }
    }

    /// Rows that there is to be memory for.
    private func capacity(of size: PixelSize, _ info: PictureInfo) -> Int {
        guard info.bandHeight > 0 else { return size.height }
        // Whole bands of any usual height: while one is written, others are taken.
        let unit = 64
        let bytes = min(Self.ringSize, request.memoryLimit / 2)
        let bands = max(2 * info.bandHeight, bytes / (size.width * 4))
        return (bands + unit - 1) / unit * unit
    }

    /// Makes a canvas for frames, or for drawings of at most its size.
    /// - Parameters:
    ///   - size: columns and rows; those of the picture's raster for a frame.
    ///   - old: a canvas that is needed no more, in whose place this one comes.
    /// - Returns: the canvas.
    /// - Throws: where there is no memory for it, or the loader is gone.
    /// - Precondition: the load is idle.
    public func makeCanvas(size: PixelSize, replacing old: Canvas? = nil) throws(LoadingError) -> Canvas {
        guard case .serving(let picture, _, nil) = state else {
            preconditionFailure("canvases are for a loader that serves, and is not asked for anything")
        }
        let number = old?.number ?? canvasCount
        precondition(number < Wire.maximumCanvases, "there are only so many canvases")
        let (memory, stride) = try sendCanvas(number: number, size: size, capacity: size.height)
        if old == nil { canvasCount += 1 }
        return Canvas(
            number: number,
            raster: Raster(
                fullSize: size, stride: stride, hasAlpha: picture.hasAlpha, orientation: picture.orientation,
                memory: memory))
    }

    private func sendDisplayProfile() throws(LoadingError) {
        let profile = displayProfile
        guard !profile.isEmpty, profile.count <= Wire.maximumProfile else { return }
        try LoadingError.wrap { () throws(PosixError) in
            let file = try SharedMemory.sealedFile(byteCount: profile.count)
            try file.write(profile)
            let message = LoaderRequest.display(byteCount: UInt64(profile.count))
            try channel.send(message.encoded(), passing: file.rawValue, waiting: false)
        }
    }

    private func sendCanvas(
        number: UInt32, size: PixelSize, reduction: Int = 0, capacity: Int
    ) throws(LoadingError) -> (SharedMemory, Int) {
        let stride = size.width * 4
        let byteCount = stride * capacity
        let memory = try LoadingError.wrap { () throws(PosixError) in
            let file = try SharedMemory.sealedFile(byteCount: byteCount)
            let memory = try SharedMemory(mapping: file, byteCount: byteCount)
            let message = LoaderRequest.canvas(
                .init(
                    number: number, width: UInt32(size.width), height: UInt32(size.height),
                    stride: UInt64(stride), reduction: UInt32(reduction), capacity: UInt32(capacity)))
            try channel.send(message.encoded(), passing: file.rawValue, waiting: false)
            return memory
        }
        return (memory, stride)
    }
}
