import CTestSupport
import Foundation

/// The two ends of a pipe; closes those that are not taken out of it.
final class DescriptorPair {
    private(set) var reading: Int32
    private(set) var writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        let code = ct_pipe(&ends)
        guard code == 0 else { throw SessionError.system("pipe", errno: code) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeWriting()
        if reading >= 0 { close(reading) }
    }

    func closeWriting() {
        let end = takeWriting()
        if end >= 0 { close(end) }
    }

    func takeReading() -> Int32 {
        defer { reading = -1 }
        return reading
    }

    func takeWriting() -> Int32 {
        defer { writing = -1 }
        return writing
    }
}
