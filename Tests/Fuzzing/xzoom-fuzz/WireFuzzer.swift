import Geometry
@testable import Loading
import Posix

/// Plays a loader that says anything.
enum WireFuzzer {
    private static let memoryLimit = 1 << 20

    /// - Parameter bytes: messages, each behind a byte with its length.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let messages = split(bytes)
        for message in messages {
            if let request = try? LoaderRequest(decoding: message) {
                let again = request.encoded()
                precondition((try? LoaderRequest(decoding: again))?.encoded() == again)
            }
            if let reply = try? LoaderReply(decoding: message) {
                let again = reply.encoded()
                precondition((try? LoaderReply(decoding: again))?.encoded() == again)
            }
        }
        var channels = try? Channel.pair()
        guard let ours = channels?.0 else { return }
        let request = PictureLoad.Request(format: .png, loaderFolder: "", memoryLimit: memoryLimit)
        let load = PictureLoad(request, channel: ours, nil)
        load.displayProfile = messages.first ?? []
        var viewer = Viewer()
        for message in messages where !message.isEmpty && !load.isOver {
            try? channels?.1.send(message, waiting: false)
            for event in load.receive(at: Clock.now()) { viewer.take(event, of: load) }
            viewer.ask(load)
            // What a loader is asked is not read by this one.
            while case .message? = try? channels?.1.receive(maximum: 4096, waiting: false) {}
        }
        channels = nil
        for event in load.receive(at: Clock.now()) { viewer.take(event, of: load) }
        precondition(load.isOver, "a loader that is gone is waited for")
    }

    private static func split(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + 1 + Int(bytes[start]))
            messages.append(Array(bytes[start + 1..<max(end, start + 1)]))
            start = max(end, start + 1)
        }
        return messages
    }

    /// What a viewer does with events.
    private struct Viewer {
        private var raster: Raster?
        private var kind = PictureKind.still
        private var canvas: PictureLoad.Canvas?
        private var index = 0
        private var hasFacts = false

        mutating func take(_ event: PictureLoad.Event, of load: PictureLoad) {
            switch event {
            case .began(let info):
                precondition(self.raster == nil && info.pageCount > 0)
                guard let raster = try? load.makeRaster(reduction: info.greatestReduction) else { return }
                precondition(raster.size.width * 4 <= raster.stride)
                precondition(raster.stride * raster.capacity <= WireFuzzer.memoryLimit)
                precondition(raster.memory.bytes.count >= raster.stride * raster.capacity)
                self.raster = raster
                kind = info.kind
            case .rows(let rows):
                guard let raster else { preconditionFailure("rows of no raster") }
                precondition(!rows.isEmpty && rows.lowerBound >= 0)
                precondition(rows.upperBound <= raster.size.height)
            case .frame(let index, let canvas, let start):
                precondition(index == self.index && canvas === self.canvas && start >= 0)
            case .noFrame(let count, let duration, let loops, _):
                precondition(count > 0 && count <= index && duration.isFinite && loops >= 0)
            case .drawn(let canvas): precondition(canvas === self.canvas)
            case .facts(let facts):
                precondition(!hasFacts && (1...64).contains(facts.count))
                precondition(facts.allSatisfy { !$0.text.isEmpty && $0.text.utf8.count <= 1024 })
                precondition(facts.allSatisfy { $0.text == $0.text.singleLine })
                precondition(zip(facts, facts.dropFirst()).allSatisfy { $0.kind.rawValue < $1.kind.rawValue })
                hasFacts = true
            case .failed(let error): precondition(!error.message.isEmpty)
            case .ended: precondition(raster != nil)
            }
        }

        mutating func ask(_ load: PictureLoad) {
            guard load.isIdle, let raster else { return }
            if canvas == nil { canvas = try? load.makeCanvas(size: raster.size) }
            guard let canvas else { return }
            index += 1
            if kind == .animation {
                load.requestFrame(index, into: canvas)
            } else {
                load.requestDrawing(scale: 0.5, x: 1, y: 2, into: canvas)
            }
        }
    }

    /// What a good loader says of a picture, of an animation and of a drawing.
    static var seeds: [[UInt8]] {
        let kinds: [(PictureKind, [LoaderReply])] = [
            (.still, []), (.drawing, [.drawn(canvas: 1), .drawn(canvas: 1), .failed("no more")]),
            (
                .animation,
                [
                    .frame(index: 1, canvas: 1, start: 0.1),
                    .noFrame(count: 2, duration: 0.2, loops: 0, "damaged"),
                ]
            ),
        ]
        return kinds.map { kind, more in
            let header = LoaderReply.Header(
                width: 3, height: 2, greatestReduction: 0, orientation: 1, hasAlpha: true,
                kind: kind.rawValue,
                pageCount: 1, bandHeight: 0)
            let facts = [PictureFact(.details, "lossless"), PictureFact(.camera, "\u{9B}é")]
            let replies = [.header(header), .rows(first: 0, end: 2), .facts(facts), .finished("")] + more
            return replies.flatMap { [UInt8($0.encoded().count)] + $0.encoded() }
        }
    }
}
