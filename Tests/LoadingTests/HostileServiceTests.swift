import Geometry
import Loading
import Posix
import Testing

/// A loader that has shown its picture, and misbehaves when more is asked of it.
@Suite struct HostileServiceTests {
    private static let broken = "does not keep to the protocol"

    @Test(arguments: [
        ("unasked", broken), ("drawn", broken), ("another index", broken), ("another canvas", broken),
        ("canvas 0", broken), ("NaN", broken), ("infinity", broken), ("before the first", broken),
        ("in 40 years", broken), ("in no time", broken), ("twice", broken), ("flood", broken),
        ("0 frames", broken), ("more frames than asked for", broken), ("4294967295 frames", broken),
        ("frames of NaN seconds", broken), ("frames of -1 seconds", broken), ("frames of no time", broken),
        ("frames of 40 years", broken), ("rows", broken), ("facts", broken), ("end", broken),
        ("header", broken),
        ("half a frame", broken), ("long frame", broken), ("crash", "crashed (signal 11)"),
        ("exit", "ended early (status 7)"), ("hang", "says nothing for 60 seconds"),
        ("deaf", "does not take what it is asked"),
    ])
    func framesFail(order: String, words: String) throws {
        let loader = try HostileLoader()
        #expect(try Served(loader.start("frame: \(order)")).error == .loaderFailed(.png, words))
        #expect(loader.isGone)
    }

    @Test(arguments: [
        "right", "drawn in another canvas", "drawn in canvas 0", "another index", "0 frames", "rows", "end",
        "header", "flood",
    ])
    func drawingsFail(order: String) throws {
        let loader = try HostileLoader()
        #expect(try Served(loader.start("draw: \(order)")).error == .loaderFailed(.png, Self.broken))
        #expect(loader.isGone)
    }

    @Test(arguments: ["frame: fail", "frame: change of mind", "draw: fail"])
    func wordsComeThrough(order: String) throws {
        let loader = try HostileLoader()
        #expect(try Served(loader.start(order)).error == .undecodable(.png, "as ordered"))
        #expect(loader.isGone)
    }

    /// What is right is taken: the tests above fail for no other reason.
    @Test(arguments: [("frame: right", 4), ("draw: drawn", 4)])
    func rightAnswersAreTaken(order: String, count: Int) throws {
        let loader = try HostileLoader()
        let served = Served(try loader.start(order), asking: count)
        #expect(served.error == nil)
        #expect(served.answers == count)
    }

    /// Four frames take 1.3 seconds of processor time where the loader set itself one.
    @Test func eachRequestGivesProcessorTime() throws {
        let loader = try HostileLoader()
        let served = Served(try loader.start("frame: burn"), asking: 4, patience: 30)
        #expect(served.error == nil)
        #expect(served.answers == 4)
    }
}

/// What has come of asking for frames, or drawings, one after the other.
private struct Served {
    private(set) var error: LoadingError?
    private(set) var answers = 0

    init(_ load: PictureLoad, asking count: Int = 5000, patience: Double = 1) {
        var canvas: PictureLoad.Canvas?
        while !load.isOver {
            if load.isIdle {
                guard answers < count else { return }
                // The loader may be gone by now, which `receive` tells.
                if canvas == nil { canvas = try? load.makeCanvas(size: PixelSize(width: 8, height: 16)) }
                if let canvas { ask(load, canvas) }
            }
            let due = min(load.deadline, Clock.now() + patience)
            let isSilent = Poll.wait(reading: [load.rawValue], until: due).isEmpty
            for event in load.receive(at: isSilent ? max(load.deadline, Clock.now()) : Clock.now()) {
                take(event, of: load)
            }
        }
    }

    private var kind = PictureKind.still

    private func ask(_ load: PictureLoad, _ canvas: PictureLoad.Canvas) {
        switch kind {
        case .drawing: load.requestDrawing(scale: 0.5, x: 1, y: 2, into: canvas)
        default: load.requestFrame(answers + 1, into: canvas)
        }
    }

    private mutating func take(_ event: PictureLoad.Event, of load: PictureLoad) {
        switch event {
        case .began(let info):
            kind = info.kind
            _ = try? load.makeRaster(reduction: 0)
        case .rows, .facts, .ended: break
        case .failed(let error): self.error = error
        case .frame, .drawn, .noFrame: answers += 1
        }
    }
}
