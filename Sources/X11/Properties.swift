import CX11
import Glibc

extension Connection {
    /// A property that was read and removed.
    enum Taken {
        /// There is none.
        case none
        /// It has so many bytes, more than were allowed.
        case tooLarge(Int)
        /// Its bytes; those of 32-bit items are Xlib's longs.
        case value([UInt8], type: Atom, format: Int32)
    }

    /// A property's bytes (of 8 bit) or words (of 32 bit, as Xlib's longs); empty where it is missing.
    /// At most `longest` units of 32 bit are read; a profile has up to some MiB.
    func property(_ property: Atom, on window: WindowID, longest: Int = 1 << 20) -> [UInt8] {
        read(property, of: window, longest: longest, isRemoved: false)?.bytes ?? []
    }

    /// A property of 32-bit numbers, of which `most` are read at most.
    func cardinals(of property: Atom, on window: WindowID, most: Int = 1 << 20) -> [Int] {
        longs(in: self.property(property, on: window, longest: most))
    }

    /// Xlib's longs in their bytes.
    func longs(in bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / MemoryLayout<Int>.size).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Int>.size, as: Int.self)
            }
        }
    }

    /// Reads a property of at most `limit` bytes, and removes it, also where it is larger.
    func takeProperty(_ property: Atom, of window: WindowID, limit: Int) -> Taken {
        // First its size alone: Xlib would allocate whatever another program has put there.
        guard let size = read(property, of: window, longest: 0, isRemoved: false) else { return .none }
        guard size.rest <= limit else {
            XDeleteProperty(display, window, property)
            return .tooLarge(size.rest)
        }
        guard let all = read(property, of: window, longest: (size.rest + 3) / 4, isRemoved: true) else {
            return .none
        }
        return .value(all.bytes, type: all.type, format: all.format)
    }

    private func read(_ property: Atom, of window: WindowID, longest: Int, isRemoved: Bool) -> (
        bytes: [UInt8], type: Atom, format: Int32, rest: Int
    )? {
        var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
        var data: UnsafeMutablePointer<UInt8>?
        guard
            XGetWindowProperty(
                display, window, property, 0, longest, isRemoved ? 1 : 0, Atom(AnyPropertyType), &type,
                &format, &count, &rest, &data)
                == Success, type != 0
        else { return nil }
        defer { if let data { XFree(data) } }
        let bytesPerItem = format == 32 ? MemoryLayout<Int>.size : Int(format) / 8
        let bytes = Array(
            UnsafeBufferPointer(start: data, count: data == nil ? 0 : Int(count) * bytesPerItem))
        return (bytes, type, format, Int(rest))
    }

    /// Sets a property. Xlib takes 32-bit items as longs.
    func change(_ property: Atom, of window: WindowID, type: Atom, longs: [Int]) {
        longs.withUnsafeBytes { bytes in
            let empty = UnsafeRawPointer(bitPattern: MemoryLayout<Int>.alignment)
            guard let start = (bytes.baseAddress ?? empty)?.assumingMemoryBound(to: UInt8.self) else {
                return
            }
            XChangeProperty(display, window, property, type, 32, PropModeReplace, start, Int32(longs.count))
        }
    }

    /// The server's time, by a window of this connection: a round trip. Requests about selections need a true one.
    func serverTime(by window: WindowID) -> Time { xz_server_time(display, window, atoms[.now]) }

    /// The number of a name: a round trip for one that Xlib does not know yet.
    func atom(named name: String) -> Atom { XInternAtom(display, name, 0) }

    /// The names of atoms, without those that are none.
    func names(of atoms: [Atom]) -> [String] {
        var atoms = atoms
        var texts = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
        guard !atoms.isEmpty else { return [] }
        XGetAtomNames(display, &atoms, Int32(atoms.count), &texts)
        defer { for case let text? in texts { XFree(text) } }
        return texts.compactMap { $0.map { String(cString: $0) } }
    }

    /// Sends a client message of 32-bit items to a window.
    func send(_ type: Atoms.Name, _ words: [Int], to receiver: WindowID, about window: WindowID? = nil) {
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window ?? receiver
        event.xclient.message_type = atoms[type]
        event.xclient.format = 32
        withUnsafeMutableBytes(of: &event.xclient.data.l) { bytes in
            for (index, word) in words.prefix(5).enumerated() {
                bytes.storeBytes(of: word, toByteOffset: index * MemoryLayout<Int>.size, as: Int.self)
            }
        }
        XSendEvent(display, receiver, 0, 0, &event)
    }
}
