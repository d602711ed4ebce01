import Geometry
import Loading
import Posix
import Rendering

/// The making of one thumbnail: from what the cache has of it if that is still true, else from the picture, and then for the
/// cache too. Loaders decode, a worker scales and writes.
final class ThumbnailJob {
    /// What all have.
    struct Means {
        let cache: ThumbnailCache?
        let worker: Worker
        let mailbox: Mailbox<Message>
        /// Bytes for the pixels of a picture.
        let memoryLimit: Int
        /// How it is to be seen.
        let form: Form
    }

    /// How thumbnails are seen.
    struct Form: Hashable {
        /// The side of the square that they fit into, in device pixels.
        var side: Int
        /// Device pixels that a pixel of a small picture may become.
        var scale: Double
    }

    /// What comes of it.
    enum Outcome: Hashable, Sendable {
        case made(Thumbnail)
        /// Nothing of the file can be shown.
        case failed
    }

    /// What a worker has to say.
    struct Message: Sendable {
        enum Content: Sendable {
            case looked(ThumbnailPlace?, kept: [Kept])
            case done(Outcome)
        }

        /// Of the job.
        let number: Int
        let content: Content
    }

    /// A file of the cache.
    struct Kept: Sendable {
        let path: Argument
        let kind: ThumbnailCache.Kind
    }

    /// Bytes for the pixels of a file of the cache: the largest, thrice.
    private static let keptLimit = 3 * 4 * 1024 * 1024

    let number: Int
    private let path: Argument
    private let stream: GatheredStream?
    private let means: Means
    private var place: ThumbnailPlace?
    private var kept: [Kept] = []
    /// What is read now; `nil` for the picture itself.
    private var kind: ThumbnailCache.Kind?
    private var opening: Opening?
    /// The loader of a drawing, that draws it once more at another size.
    private var drawing: PictureLoad?
    private var info: PictureInfo?
    private var facts: [PictureFact] = []
    private var pyramid: MipPyramid?
    /// Behind the last row that has come.
    private var rowsEnd = 0

    /// Begins to make a thumbnail.
    /// - Parameters:
    ///   - number: its own.
    ///   - path: the file's.
    ///   - stream: all that came of it, where it comes only once.
    ///   - means: what it takes.
    init(_ number: Int, _ path: Argument, stream: GatheredStream?, _ means: Means) {
        self.number = number
        self.path = path
        self.stream = stream
        self.means = means
        let (cache, mailbox, side) = (means.cache, means.mailbox, means.form.side)
        means.worker.perform {
            let place = ThumbnailPlace(path, in: cache)
            let kept = place?.kept(covering: side).map { Kept(path: $0.path, kind: $0.kind) } ?? []
            mailbox.post(Message(number: number, content: .looked(place, kept: kept)))
        }
    }

    deinit { pyramid?.abandon() }

    /// The descriptor to poll; then call `receive`.
    var rawValue: Int32? { drawing?.rawValue ?? opening?.rawValue }
    /// When to call `receive` even if nothing can be read, in seconds.
    var deadline: Double? { drawing?.deadline ?? opening?.deadline }

    /// Takes what the worker says.
    /// - Returns: the end of it, if it is.
    func accept(_ content: Message.Content) -> Outcome? {
        switch content {
        case .looked(let place, let kept):
            guard place != nil || stream != nil else { return .failed }
            self.place = place
            self.kept = kept
            return openNext()
        case .done(let outcome): return outcome
        }
    }

    /// Takes what a loader says, without waiting.
    /// - Parameter now: the clock's time in seconds.
    /// - Returns: the end of it, if it is.
    func receive(at now: Double) -> Outcome? {
        if let drawing {
            for event in drawing.receive(at: now) { if let outcome = accept(event) { return outcome } }
            return nil
        }
        guard let opening else { return nil }
        for event in opening.receive(at: now) {
            if let outcome = accept(event) { return outcome }
            if self.opening !== opening { break }
        }
        return nil
    }

    /// Opens what the cache has next, or the file itself.
    private func openNext() -> Outcome? {
        (info, pyramid, facts, rowsEnd) = (nil, nil, [], 0)
        while !kept.isEmpty {
            let next = kept.removeFirst()
            kind = next.kind
            opening = try? Opening(path: next.path, stream: nil, request(Self.keptLimit))
            if opening != nil { return nil }
        }
        kind = nil
        do throws(LoadingError) {
            opening = try Opening(path: path, stream: stream, request(means.memoryLimit))
            return nil
        } catch {
            return fail(error)
        }
    }

    private func request(_ memoryLimit: Int) -> Opening.Request {
        // In sRGB, whatever the display: as the cache is.
        Opening.Request(
            page: 0, loaderFolder: Executable.folder, memoryLimit: memoryLimit, displayProfile: [])
    }

    private func accept(_ event: PictureLoad.Event) -> Outcome? {
        do throws(LoadingError) {
            switch event {
            case .began(let info): try begin(info)
            case .rows(let rows):
                rowsEnd = max(rowsEnd, rows.upperBound)
                guard let pyramid else { break }
                means.worker.perform { _ = pyramid.build(from: rows) }
            case .facts(let facts): self.facts = facts
            case .ended(let warning):
                if kind != nil { return isValid && warning == nil ? finishKept() : openNext() }
                if (try? drawLarger()) != true { make() }
            case .failed(let error):
                guard rowsEnd > 0, kind == nil else { throw error }
                // What could be decoded is better than nothing; of a drawing, what was drawn first.
                make()
            case .drawn(let canvas):
                pyramid = try Self.pyramid(on: canvas.raster, fitting: size.side, level: 0)
                if let pyramid {
                    rowsEnd = pyramid.raster.size.height
                    means.worker.perform { _ = pyramid.build(from: 0..<pyramid.raster.size.height) }
                }
                make()
            case .frame, .noFrame: break
            }
            return nil
        } catch {
            return kind == nil ? fail(error) : openNext()
        }
    }

    /// The size that the cache is given.
    private var size: ThumbnailCache.Size { ThumbnailCache.Size(covering: means.form.side) }

    private var isValid: Bool { place?.isValid(facts) == true }

    private func begin(_ info: PictureInfo) throws(LoadingError) {
        guard let opening else { return }
        self.info = info
        let seen = info.displaySize
        var side = size.side
        if let kind {
            side = ThumbnailCache.Size.extraExtraLarge.side
            if case .thumbnail(let size) = kind { side = size.side }
            guard max(seen.width, seen.height) <= side, info.kind == .still else {
                throw .system("no thumbnail")
            }
        }
        let scale = min(1, Double(side) / Double(max(seen.width, seen.height)))
        let level = max(0, Picture.level(for: scale))
        let raster = try opening.makeRaster(reduction: min(level, info.greatestReduction))
        pyramid = try Self.pyramid(on: raster, fitting: side, level: level)
    }

    private static func pyramid(
        on raster: Raster, fitting side: Int, level: Int
    ) throws(LoadingError) -> MipPyramid {
        try LoadingError.wrap { () throws(PosixError) in
            try MipPyramid(
                raster: raster, below: level + 1,
                storage: .coarsest(Thumbnail.memoryLimit(fitting: side)))
        }
    }

    /// Has a drawing that is smaller than a thumbnail drawn once more, as large as one.
    /// - Returns: whether it is.
    private func drawLarger() throws(LoadingError) -> Bool {
        guard let info, info.kind == .drawing else { return false }
        let full = info.fullSize
        let scale = Double(size.side) / Double(max(full.width, full.height))
        guard scale > 1, let load = opening?.takeServingLoad() else { return false }
        let extent = { (units: Int) in max(1, Int((Double(units) * scale).rounded())) }
        drawing = load
        opening = nil
        let canvas = try load.makeCanvas(
            size: PixelSize(width: extent(full.width), height: extent(full.height)))
        load.requestDrawing(scale: scale, x: 0, y: 0, into: canvas)
        return true
    }

    /// Takes what the cache has.
    private func finishKept() -> Outcome? {
        if kind == .failure { return .failed }
        make()
        return nil
    }

    /// Has the thumbnail made of the levels, and kept if it is of the picture itself.
    private func make() {
        guard let pyramid else { return }
        let (number, mailbox, form, size) = (number, means.mailbox, means.form, size)
        let side = kind == nil ? size.side : ThumbnailCache.Size.extraExtraLarge.side
        let place = kind == nil ? place : nil
        let status = opening?.status ?? place?.status
        let (seen, rows) = (info?.displaySize, rowsEnd)
        (opening, drawing) = (nil, nil)
        means.worker.perform {
            // Later it may be, and all rows have been built from nevertheless.
            if pyramid.isAbandoned { return }
            let thumbnail = Thumbnail(of: pyramid, rows: rows, fitting: side)
            let shown = thumbnail.scaled(fitting: form.side, enlargedUpTo: form.scale)
            mailbox.post(Message(number: number, content: .done(.made(shown))))
            guard let place, let status else { return }
            place.keep(
                thumbnail, .thumbnail(size), opened: status, size: seen.map { ($0.width, $0.height) })
        }
    }

    /// Notes in the cache that there can be no thumbnail, where it took a loader to find that out.
    private func fail(_ error: LoadingError) -> Outcome {
        switch error {
        case .undecodable, .loaderFailed:
            guard let place else { break }
            let status = opening?.status ?? place.status
            means.worker.perform { place.keep(nil, .failure, opened: status, size: nil) }
        default: break
        }
        return .failed
    }
}
