import Glibc
import Posix

/// The channel to the viewer.
let channel = Child.channelToParent()

/// The bytes of a message: 32-bit words, little-endian.
func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}

/// The bytes of a number in a message.
func words(number: Double) -> [UInt8] {
    let bits = number.bitPattern
    return words(UInt32(truncatingIfNeeded: bits), UInt32(bits >> 32))
}

/// Sends a message, if there is still someone to hear it.
func send(_ bytes: [UInt8]) { try? channel.send(bytes) }

/// Sends a message of text.
func send(_ word: UInt32, text: String) { send(words(word) + text.utf8) }

/// The header of a picture of 8 × 16 pixels, upright and opaque.
func sendHeader(kind: UInt32 = 0) { send(words(1, 8, 16, 0, 1, 0, kind, 1, 0)) }

/// Waits for the canvas.
func receiveCanvas() -> FileDescriptor? {
    guard case .message(_, let file)? = try? channel.receive(maximum: 1024, waiting: true) else { return nil }
    return file
}

/// As a bad pointer does, without the report that Swift's own handler may write.
func crash() {
    signal(SIGSEGV, SIG_DFL)
    kill(getpid(), SIGSEGV)
}

/// Says nothing any more.
func sleepForGood() -> Never { while true { sleep(1000) } }

/// The message of one fact; its kind is that of the flash.
func facts(text: String) -> [UInt8] { words(10, 1) + fact(11, Array(text.utf8)) }

/// A fact within a message.
func fact(_ kind: UInt32, _ text: [UInt8]) -> [UInt8] { words(kind, UInt32(text.count)) + text }

/// Sends facts, and then rows and the end.
func sendOddFacts(_ order: String) {
    let long = [UInt8](repeating: 0xFF, count: 1024)
    switch order {
    case "odd facts":
        send(
            words(10, 3) + fact(5, Array("a\nb\u{1B}[31m\u{9B}é".utf8)) + fact(14, [0x61, 0xFF, 0xFE, 0x62])
                + fact(16, long))
    case "facts twice":
        send(facts(text: "fired"))
        send(facts(text: "fired"))
    case "long fact": send(words(10, 1) + fact(16, long + [0x61]))
    case "fact of no kind": send(words(10, 1) + fact(22, [0x61]))
    case "fact without words": send(words(10, 1) + fact(5, []))
    case "facts of a kind twice": send(words(10, 2) + fact(5, [0x61]) + fact(5, [0x61]))
    case "too many facts": send(words(10, 65) + (0..<65).flatMap { fact(UInt32($0 + 1), [0x61]) })
    case "half a fact": send(Array(facts(text: "fired").dropLast()))
    default: send(4, text: "unknown order: \(order)")
    }
    send(words(2, 0, 16))
    send(words(3))
}
