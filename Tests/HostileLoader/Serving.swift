import Glibc
import Posix

/// A picture that is shown at once, and then breaks the protocol when something is asked of it.
/// - Parameters:
///   - order: what it does.
///   - kind: 1 for an animation, 2 for a drawing.
func serve(_ order: String, kind: UInt32) -> Never {
    sendHeader(kind: kind)
    _ = receiveCanvas()
    send(words(2, 0, 16))
    send(words(3))
    switch order {
    case "unasked": sendFrame(1, 0, 0.1)
    case "deaf": answerWithoutListening()
    case "change of mind": send(4, text: "as ordered")
    default: break
    }
    while case .message(let bytes, _)? = try? channel.receive(maximum: 1024, waiting: true) {
        let numbers = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            bytes[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        switch numbers.first {
        case 4?: answer(order, frame: numbers[1], canvas: numbers[2])
        case 5?: answer(order, frame: 0, canvas: numbers[5])
        default: break
        }
    }
    sleepForGood()
}

private func sendFrame(_ index: UInt32, _ canvas: UInt32, _ start: Double) {
    send(words(5, index, canvas) + words(number: start))
}

private func sendNoFrame(_ count: UInt32, _ duration: Double) {
    send(words(6, count, 0) + words(number: duration))
}

private func answer(_ order: String, frame index: UInt32, canvas: UInt32) {
    let start = Double(index) * 0.1
    switch order {
    case "right": sendFrame(index, canvas, start)
    case "drawn": send(words(7, canvas))
    case "drawn in another canvas": send(words(7, canvas + 1))
    case "drawn in canvas 0": send(words(7, 0))
    case "another index": sendFrame(index + 1, canvas, start)
    case "another canvas": sendFrame(index, canvas + 1, start)
    case "canvas 0": sendFrame(index, 0, start)
    case "NaN": sendFrame(index, canvas, .nan)
    case "infinity": sendFrame(index, canvas, .infinity)
    case "before the first": sendFrame(index, canvas, -0.1)
    case "in 40 years": sendFrame(index, canvas, 1.3e9)
    case "in no time": sendFrame(index, canvas, 0)
    case "twice":
        sendFrame(index, canvas, start)
        sendFrame(index, canvas, start)
    case "flood": while (try? channel.send(words(5, index, canvas) + words(number: start))) != nil {}
    case "0 frames": sendNoFrame(0, 1)
    case "more frames than asked for": sendNoFrame(index + 1, 1)
    case "4294967295 frames": sendNoFrame(.max, 1e8)
    case "frames of NaN seconds": sendNoFrame(1, .nan)
    case "frames of -1 seconds": sendNoFrame(1, -1)
    case "frames of no time": sendNoFrame(1, 0)
    case "frames of 40 years": sendNoFrame(1, 1.3e9)
    case "rows": send(words(2, 0, 16))
    case "facts": send(facts(text: "fired"))
    case "end": send(words(3))
    case "header": sendHeader(kind: 1)
    case "half a frame": send(words(5, index, canvas))
    case "long frame": send(words(5, index, canvas) + words(number: start) + words(0))
    case "crash": crash()
    case "exit": exit(7)
    case "fail": send(4, text: "as ordered")
    case "hang": sleepForGood()
    case "burn":
        let begin = clock()
        // A third of a second of processor time.
        while clock() - begin < CLOCKS_PER_SEC / 3 {}
        sendFrame(index, canvas, start)
    default: send(4, text: "unknown order: \(order)")
    }
}

/// Answers each request for the next frame, and leaves it lying.
private func answerWithoutListening() {
    var answered: UInt32 = 0
    while true {
        var waiting: Int32 = 0
        // All bytes that lie in a channel of whole messages too; a request for a frame has 12.
        _ = ioctl(channel.rawValue, UInt(FIONREAD), &waiting)
        // The canvas made for the frames came with one of 24.
        guard waiting >= 24 + 12 * Int32(answered + 1) else {
            usleep(50)
            continue
        }
        answered += 1
        sendFrame(answered, 1, Double(answered) * 0.1)
    }
}
