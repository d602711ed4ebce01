import Foundation
import XServerSession

/// Carries bytes between clients and a server, each a while after it came.
struct Relay {
    /// One direction of one connection.
    private struct Way {
        let from: Int32
        let to: Int32
        /// What is on its way, and when it arrives, in monotonic seconds.
        var queue: [(due: Double, bytes: ArraySlice<UInt8>)] = []
        var isOver = false
    }

    private struct Connection {
        var toServer: Way
        var toClient: Way
        var replies = ReplyCounter()
        /// Whether the client has said nothing since a reply.
        var isAnswered = false
    }

    private let listener: Int32
    private let serverPath: String
    private let delay: Double
    private var connections: [Connection] = []
    /// Milliseconds after which it is looked whether the link is closed.
    private static let longestSleep = 50.0

    init(listener: Int32, serverPath: String, delay: Double) {
        (self.listener, self.serverPath, self.delay) = (listener, serverPath, delay)
    }

    /// Waits for bytes or for their time, and carries them on.
    /// - Parameter note: gets a change of the counts.
    mutating func turn(note: ((inout SlowLink.Traffic) -> Void) -> Void) {
        var entries = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        for connection in connections {
            for way in [connection.toServer, connection.toClient] {
                entries.append(pollfd(fd: way.from, events: Int16(POLLIN), revents: 0))
            }
        }
        let due = connections.flatMap { [$0.toServer.queue.first?.due, $0.toClient.queue.first?.due] }
            .compactMap { $0 }.min()
        let sleep = min(Self.longestSleep, max(0, ((due ?? .infinity) - monotonicSeconds()) * 1000))
        _ = poll(&entries, nfds_t(entries.count), Int32(sleep.rounded(.up)))
        for index in connections.indices {
            if entries[1 + 2 * index].revents != 0 {
                let bytes = Self.read(&connections[index].toServer)
                if !bytes.isEmpty {
                    connections[index].isAnswered = false
                    note { $0.toServer += bytes.count }
                    send(
                        hidingSharedMemory(bytes), on: &connections[index].toServer
                    )
                }
            }
            if entries[2 + 2 * index].revents != 0 {
                let bytes = Self.read(&connections[index].toClient)
                if !bytes.isEmpty {
                    let hasReplies = connections[index].replies.count(bytes[...]) > 0
                    let isNew = hasReplies && !connections[index].isAnswered
                    if hasReplies { connections[index].isAnswered = true }
                    note {
                        $0.toClient += bytes.count
                        $0.roundTrips += isNew ? 1 : 0
                    }
                    send(bytes, on: &connections[index].toClient)
                }
            }
            Self.deliver(&connections[index].toServer)
            Self.deliver(&connections[index].toClient)
        }
        if entries[0].revents != 0 { accept() }
        removeEnded()
    }

    /// Ends all connections.
    func close() {
        for connection in connections { Self.close(connection) }
        Foundation.close(listener)
    }

    /// The client is told that there is no MIT-SHM, since it asks for another name: this server would take its memory. It may
    /// ask late, and pixels do not happen to spell the name.
    private func hidingSharedMemory(_ bytes: [UInt8]) -> [UInt8] {
        let (name, other) = (Array("MIT-SHM".utf8), Array("NO--SHM".utf8))
        var hidden = bytes
        hidden.withUnsafeMutableBytes { buffer in
            guard var place = buffer.baseAddress else { return }
            let end = place + buffer.count
            while let found = memchr(place, Int32(name[0]), end - place) {
                if end - found >= name.count, memcmp(found, name, name.count) == 0 {
                    memcpy(found, other, other.count)
                }
                place = found + 1
            }
        }
        return hidden
    }

    private func send(_ bytes: [UInt8], on way: inout Way) {
        way.queue.append((due: monotonicSeconds() + delay, bytes: bytes[...]))
    }

    private mutating func accept() {
        let client = Foundation.accept(listener, nil, nil)
        guard client >= 0 else { return }
        let server = connectLocal(serverPath)
        guard server >= 0 else {
            Foundation.close(client)
            return
        }
        var on: Int32 = 1
        setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        for file in [client, server] { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
        connections.append(
            Connection(toServer: Way(from: client, to: server), toClient: Way(from: server, to: client)))
    }

    private static func read(_ way: inout Way) -> [UInt8] {
        let size = 1 << 16
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            count = Foundation.read(way.from, buffer.baseAddress, size)
            filled = max(0, count)
        }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { way.isOver = true }
        return bytes
    }

    private static func deliver(_ way: inout Way) {
        let now = monotonicSeconds()
        while let first = way.queue.first, first.due <= now {
            let count = first.bytes.withUnsafeBytes {
                Foundation.send(way.to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count >= 0 else {
                if errno != EAGAIN && errno != EINTR { way.isOver = true }
                return
            }
            if count == first.bytes.count {
                way.queue.removeFirst()
            } else {
                way.queue[0].bytes = first.bytes.dropFirst(count)
            }
        }
    }

    private static func close(_ connection: Connection) {
        Foundation.close(connection.toServer.from)
        Foundation.close(connection.toServer.to)
    }

    private mutating func removeEnded() {
        connections.removeAll { connection in
            guard connection.toServer.isOver || connection.toClient.isOver else { return false }
            Self.close(connection)
            return true
        }
    }
}
