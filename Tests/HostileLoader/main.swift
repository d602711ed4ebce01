// A loader that breaks the protocol in the way that its file names behind the signature, up to a line's end.
import Glibc
import Posix

private let channel = Child.channelToParent()

/// The bytes of a message: 32-bit words, little-endian.
private func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}

private func send(_ bytes: [UInt8]) { try? channel.send(bytes) }

private func send(_ word: UInt32, text: String) { send(words(word) + text.utf8) }

/// A picture of 8 × 16 pixels, upright and opaque.
private func sendHeader() { send(words(1, 8, 16, 1, 0)) }

/// Waits for the canvas, which is lost again unless it is wanted.
private func receiveCanvas() -> FileDescriptor? {
    guard case .message(_, let file)? = try? channel.receive(maximum: 1024, waiting: true) else { return nil }
    return file
}

/// As a bad pointer does, without the report that Swift's own handler may write.
private func crash() {
    signal(SIGSEGV, SIG_DFL)
    kill(getpid(), SIGSEGV)
}

private func sleepForGood() -> Never { while true { sleep(1000) } }

/// Whether the memory refuses every way to change its size or to make an access to it fail.
private func isSealed(_ file: borrowing FileDescriptor) -> Bool {
    // F_ADD_SEALS and F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE of <linux/fcntl.h>.
    let (addSeals, seals): (Int32, Int32) = (1033, 2 | 4 | 8)
    return ftruncate(file.rawValue, 0) == -1 && ftruncate(file.rawValue, 1 << 20) == -1
        && posix_fallocate(file.rawValue, 0, 1 << 20) != 0 && fcntl(file.rawValue, addSeals, seals) == -1
}

/// Starts this program once more, as one that hangs, and tells its process number.
private func startAnother() throws(PosixError) {
    let (ours, theirs) = try Channel.pair()
    let file = try FileDescriptor.memory(name: "order")
    try file.write([UInt8](repeating: 0, count: 8) + Array("hang\n".utf8))
    let child = try Child(path: CommandLine.arguments[0], channel: theirs)
    try ours.send(words(1, 1, 1), passing: file.rawValue)
    send(4, text: "\(child.pid)")
    // The channel and the child are kept for as long as this program lives.
    while ours.rawValue >= 0 && child.pid > 0 { sleep(1000) }
}

private func obey(_ order: String) {
    switch order {
    case "crash": crash()
    case "exit": exit(7)
    case "hang": sleepForGood()
    case "header 0 × 0": send(words(1, 0, 0, 1, 0))
    case "header 8 × 0": send(words(1, 8, 0, 1, 0))
    case "header 4294967295 × 4294967295": send(words(1, .max, .max, 1, 0))
    case "header 1 × 4294967295": send(words(1, 1, .max, 1, 0))
    case "header 1024 × 1025": send(words(1, 1024, 1025, 1, 0))
    case "orientation 0": send(words(1, 8, 16, 0, 0))
    case "orientation 9": send(words(1, 8, 16, 9, 0))
    case "alpha 2": send(words(1, 8, 16, 1, 2))
    case "rows first": send(words(2, 0, 1))
    case "end first": send(words(3))
    case "unknown message": send(words(5, 0, 0))
    case "half a word": send([1, 0])
    case "short header": send(words(1, 8, 16, 1))
    case "long header": send(words(1, 8, 16, 1, 0, 0))
    case "long text": send(4, text: String(repeating: "x", count: 1020))
    case "longer text": send(4, text: String(repeating: "x", count: 1021))
    case "control characters": send(4, text: "a\nb\u{1B}[31m\u{7F}\u{9B}31m\u{85}é")
    case "no UTF-8": send(words(4) + [0x61, 0xFF, 0xFE, 0x62])
    case "empty message": Glibc.send(channel.rawValue, "", 0, 0)
    case "another": do { try startAnother() } catch { send(4, text: "no child") }
    default:
        sendHeader()
        guard let canvas = receiveCanvas() else { return }
        obeyWithCanvas(order, canvas)
    }
    sleepForGood()
}

private func obeyWithCanvas(_ order: String, _ canvas: borrowing FileDescriptor) {
    switch order {
    case "hang after header": break
    case "crash after rows":
        send(words(2, 0, 4))
        crash()
    case "two headers": sendHeader()
    case "rows past the end": send(words(2, 0, 17))
    case "rows far past the end": send(words(2, .max - 1, .max))
    case "no rows": send(words(2, 3, 3))
    case "rows backward": send(words(2, 5, 3))
    case "end without rows": send(words(3))
    case "fail after rows":
        send(words(2, 0, 4))
        send(4, text: "as ordered")
    case "talk after the end":
        send(words(2, 0, 16))
        send(words(3))
        sendHeader()
        send(words(2, 0, 17))
    case "flood": while (try? channel.send(words(2, 0, 16))) != nil {}
    case "descriptors":
        for row in 0..<16 {
            for _ in 0..<16 {
                try? channel.send(words(2, UInt32(row), UInt32(row) + 1), passing: canvas.rawValue)
            }
        }
        send(words(3))
    case "change the memory":
        let verdict = isSealed(canvas) ? "sealed" : "not sealed"
        send(words(2, 0, 16))
        send(3, text: verdict)
    default: send(4, text: "unknown order: \(order)")
    }
}

if case .message(_, let file?)? = try? channel.receive(maximum: 1024, waiting: true),
    let bytes = try? file.read(count: 64, at: 8)
{
    let order = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    if order == "close" {
        close(channel.rawValue)
        sleepForGood()
    }
    obey(order)
}
