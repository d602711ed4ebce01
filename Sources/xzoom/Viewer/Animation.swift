import Geometry
import Loading
import Posix
import Rendering

/// The frames of an animation that is shown: a few decoded ahead, in memory that is used again and again.
final class Animation {
    /// The most bytes of pixels that are decoded ahead.
    private static let memoryAhead = 64 << 20
    /// The most frames that are decoded ahead, and the fewest that there is room for beside the one shown.
    private static let framesAhead = 2...8

    private final class Slot {
        let canvas: PictureLoad.Canvas
        let picture: Picture
        init(canvas: PictureLoad.Canvas, picture: Picture) {
            self.canvas = canvas
            self.picture = picture
        }
    }

    /// The loader.
    let load: PictureLoad
    private var schedule: AnimationSchedule
    private let slotCount: Int
    private var free: [Slot] = []
    /// In the order of the schedule's frames that wait.
    private var waiting: [Slot] = []
    private var shownSlot: Slot?
    private var asked: Slot?
    private var madeSlots = 0
    private let size: PixelSize
    private var orientation = Orientation.topLeft

    /// An animation whose first frame is shown from now on.
    /// - Parameters:
    ///   - load: its loader, which is idle.
    ///   - first: the first frame.
    ///   - now: the clock's time.
    init(_ load: PictureLoad, first: Picture, startingAt now: Double) {
        self.load = load
        schedule = AnimationSchedule(startingAt: now)
        size = first.raster.size
        let bytes = size.width * size.height * 4
        slotCount =
            1 + min(max(Self.memoryAhead / bytes, Self.framesAhead.lowerBound), Self.framesAhead.upperBound)
    }

    /// Turns and mirrors all frames.
    func turn(_ turn: Orientation) {
        orientation = turn
        for slot in free + waiting + [shownSlot, asked].compactMap({ $0 }) { slot.picture.turn(turn) }
    }

    /// When a frame is due, and `advance` to be called.
    var nextDue: Double? { waiting.first?.picture.isWhole == true ? schedule.nextDue : nil }

    /// Asks the loader for the next frame, where there is room for it.
    /// - Throws: where there is no memory.
    func request() throws(LoadingError) {
        guard !load.isOver, load.isIdle, let index = schedule.wanted, let slot = try takeSlot() else {
            return
        }
        asked = slot
        slot.picture.empty()
        load.requestFrame(index, into: slot.canvas)
    }

    private func takeSlot() throws(LoadingError) -> Slot? {
        if let slot = free.popLast() { return slot }
        guard madeSlots < slotCount else { return nil }
        madeSlots += 1
        let canvas = try load.makeCanvas(size: size)
        let pyramid = try LoadingError.wrap { () throws(PosixError) in
            try MipPyramid(raster: canvas.raster, storage: .memory)
        }
        let slot = Slot(canvas: canvas, picture: Picture(pyramid: pyramid, isFrame: true))
        slot.picture.turn(orientation)
        return slot
    }

    /// Takes the frame that was asked for.
    /// - Returns: the picture whose levels are to be built.
    func frameCame(_ index: Int, start: Double, at now: Double) -> Picture? {
        guard let slot = asked.take() else { return nil }
        schedule.frameCame(index, start: start, at: now)
        waiting.append(slot)
        slot.picture.rowsCame(0..<size.height, of: slot.picture.firstPyramid)
        slot.picture.isLoaded = true
        return slot.picture
    }

    /// Takes the word that there is no such frame.
    func endCame(count: Int, duration: Double, loops: Int) {
        if let slot = asked.take() { free.append(slot) }
        schedule.endCame(count: count, duration: duration, loops: loops)
    }

    /// The picture of a pyramid that a worker has built levels of, if it is one of this animation's.
    func picture(of pyramid: ObjectIdentifier) -> Picture? {
        waiting.first { $0.picture.isFed(by: pyramid) }?.picture
    }

    /// Goes on to the frame that is due.
    /// - Parameter now: the clock's time.
    /// - Returns: it, if it is another than before.
    func advance(to now: Double) -> Picture? {
        let ready = waiting.prefix { $0.picture.isWhole }.count
        let due = schedule.advance(to: now, ready: ready)
        guard due > 0 else { return nil }
        if let shownSlot { free.append(shownSlot) }
        free.append(contentsOf: waiting.prefix(due - 1))
        shownSlot = waiting[due - 1]
        waiting.removeFirst(due)
        return shownSlot?.picture
    }

    /// Stands still, or goes on.
    func togglePause(at now: Double) { schedule.togglePause(at: now) }

    /// Goes on from the frame that is shown, as if it had come just now.
    func showAgain(at now: Double) { schedule.showAgain(at: now) }

    /// Stands still at the next frame or the one before.
    /// - Parameter direction: 1 onward, −1 back.
    func step(_ direction: Int) {
        let dropped = schedule.step(direction)
        free.append(contentsOf: waiting.prefix(dropped))
        waiting.removeFirst(dropped)
    }
}
