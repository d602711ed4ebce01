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
