import CTestSupport
import Foundation

/// Measures of a running process from the kernel; everything is 0 once it is gone.
public struct ProcessStatistics: Sendable {
    /// The process measured.
    public let processIdentifier: Int32

    /// Measures of one process.
    /// - Parameter processIdentifier: its id.
    public init(processIdentifier: Int32) { self.processIdentifier = processIdentifier }

    /// CPU seconds used by all its threads, user and system, in the kernel's nanoseconds.
    public var cpuTime: Double { max(0, ct_cpu_seconds(processIdentifier)) }

    /// CPU seconds of the process, its living descendants, and those children of them that were waited for (these in
    /// the kernel's clock ticks, 10 ms).
    public var treeCPUTime: Double {
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return ([processIdentifier] + descendants).reduce(0) { sum, process in
            let fields = Self.statusFields(of: process)
            // proc(5): cutime and cstime are fields 16 and 17, here counted from the state, which is field 3.
            let waited = fields.count > 14 ? (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0) : 0
            return sum + max(0, ct_cpu_seconds(process)) + waited / ticks
        }
    }

    /// Peak resident bytes so far (VmHWM).
    public var peakResidentBytes: Int {
        Self.kilobytes("VmHWM:", in: "/proc/\(processIdentifier)/status") * 1024
    }

    /// Bytes in use now, shared pages counted in proportion (Pss).
    public var proportionalBytes: Int {
        Self.kilobytes("Pss:", in: "/proc/\(processIdentifier)/smaps_rollup") * 1024
    }

    /// `proportionalBytes` of the process and its descendants.
    public var treeProportionalBytes: Int {
        ([self] + descendants.map(ProcessStatistics.init)).reduce(0) { $0 + $1.proportionalBytes }
    }

    /// How often the threads of the process and its descendants were given a processor so far.
    public var treeWakeUps: Int {
        ([processIdentifier] + descendants).reduce(0) { sum, process in
            let folder = "/proc/\(process)/task"
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return threads.reduce(sum) { sum, thread in
                // proc(5): time on a processor, time waiting for one, turns.
                let text = String(decoding: contents(of: "\(folder)/\(thread)/schedstat"), as: UTF8.self)
                return sum + (text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
            }
        }
    }

    /// The living children, their children and so on.
    public var descendants: [Int32] {
        var children: [Int32: [Int32]] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for process in names.compactMap({ Int32($0) }) {
            let fields = Self.statusFields(of: process)
            if fields.count > 1, let parent = Int32(fields[1]) {
                children[parent, default: []].append(process)
            }
        }
        var found: [Int32] = []
        var open = [processIdentifier]
        while let process = open.popLast() {
            found += children[process] ?? []
            open += children[process] ?? []
        }
        return found
    }

    /// The fields of `/proc/…/stat` from the state on; the name before it can hold spaces.
    private static func statusFields(of process: Int32) -> [Substring] {
        let text = String(decoding: contents(of: "/proc/\(process)/stat"), as: UTF8.self)
        guard let nameEnd = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: nameEnd)...].split(whereSeparator: \.isWhitespace)
    }

    private static func kilobytes(_ key: String, in path: String) -> Int {
        let text = String(decoding: contents(of: path), as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return 0 }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
