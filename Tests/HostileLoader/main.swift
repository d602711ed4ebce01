// A loader that breaks the protocol in the way that its file names behind the signature, up to a line's end.
import Glibc
import Posix

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
    try ours.send(words(1, 3, 1, 0, 0, 0), passing: file.rawValue)
    send(4, text: "\(child.pid)")
    // The channel and the child are kept for as long as this program lives.
    while ours.rawValue >= 0 && child.pid > 0 { sleep(1000) }
}

private func obey(_ order: String) {
    switch order {
    case "crash": crash()
    case "exit": exit(7)
    case "hang": sleepForGood()
    case "header 0 × 0": send(words(1, 0, 0, 0, 1, 0, 0, 1, 0))
    case "header 8 × 0": send(words(1, 8, 0, 0, 1, 0, 0, 1, 0))
    case "header 4294967295 × 4294967295": send(words(1, .max, .max, 0, 1, 0, 0, 1, 0))
    case "header 1 × 4294967295": send(words(1, 1, .max, 0, 1, 0, 0, 1, 0))
    case "header 1024 × 1025": send(words(1, 1024, 1025, 0, 1, 0, 0, 1, 0))
    case "orientation 0": send(words(1, 8, 16, 0, 0, 0, 0, 1, 0))
    case "orientation 9": send(words(1, 8, 16, 0, 9, 0, 0, 1, 0))
    case "alpha 2": send(words(1, 8, 16, 0, 1, 2, 0, 1, 0))
    case "rows first": send(words(2, 0, 1))
    case "end first": send(words(3))
    case "too large 0 × 8": send(words(9, 0, 8))
    case "unknown message": send(words(11, 0, 0))
    case "banded animation": send(words(1, 8, 16, 0, 1, 0, 1, 1, 4))
    case "half a word": send([1, 0])
    case "page count 0": send(words(1, 8, 16, 0, 1, 0, 0, 0, 0))
    case "kind 3": send(words(1, 8, 16, 0, 1, 0, 3, 1, 0))
    case "reduction 40": send(words(1, 8, 16, 40, 1, 0, 0, 1, 0))
    case "reduced animation": send(words(1, 8, 16, 1, 1, 0, 1, 1, 0))
    case "frame first": send(words(5, 0, 0) + words(number: 0))
    case "drawn first": send(words(7, 0))
    case "short header": send(words(1, 8, 16, 0, 1, 0, 0, 1))
    case "long header": send(words(1, 8, 16, 0, 1, 0, 0, 1, 0, 0))
    case "long text": send(4, text: String(repeating: "x", count: 1024))
    case "longer text": send(4, text: String(repeating: "x", count: 1025))
    case "longer message": send(4, text: String(repeating: "x", count: 16381))
    case "facts first": send(facts(text: "fired"))
    case "early facts":
        sendHeader()
        send(facts(text: "fired"))
        _ = receiveCanvas()
        send(words(2, 0, 16))
        send(words(3))
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
    case "write past the memory":
        let start = mmap(nil, 8 * 16 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, canvas.rawValue, 0)
        signal(SIGSEGV, SIG_DFL)
        signal(SIGBUS, SIG_DFL)
        for place in 0..<1 << 30 { start?.storeBytes(of: 255, toByteOffset: place, as: UInt8.self) }
    case "give memory back":
        let start = mmap(nil, 8 * 16 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, canvas.rawValue, 0)
        if let start { memset(start, 255, 8 * 16 * 4) }
        send(words(2, 0, 16))
        // MADV_REMOVE makes a hole in the file.
        send(3, text: madvise(start, 8 * 16 * 4, 9) == 0 ? "a hole" : "no hole")
    case "rows past the end": send(words(2, 0, 17))
    case "rows far past the end": send(words(2, .max - 1, .max))
    case "no rows": send(words(2, 3, 3))
    case "rows backward": send(words(2, 5, 3))
    case "end without rows": send(words(3))
    case _ where order.contains("fact"): sendOddFacts(order)
    case "too large behind the header": send(words(9, 8, 16))
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
    let bytes = try? file.read(count: 256, at: 8)
{
    let order = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let parts = order.split(separator: ":", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
    switch parts.first {
    case "frame"?, "draw"?: serve(String(parts[1]), kind: parts[0] == "frame" ? 1 : 2)
    case let walls? where parts.count == 2: breakOut(of: String(walls), String(parts[1]), file)
    case "close"?:
        close(channel.rawValue)
        sleepForGood()
    default: obey(order)
    }
}
