import Foundation

/// What the numbers were measured on.
enum Machine {
    /// One line: processor, cores that may be used, memory, load.
    static var line: String {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let memory = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
        return "\(processor), \(cores) cores, \(number((memory * 10).rounded() / 10)) GB, \(load)"
    }

    /// How busy the machine was in the last minute: above 0 something else was running.
    static var load: String {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        return "load \(text.split(separator: " ").first ?? "unknown")"
    }

    private static var processor: String {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").dropFirst().joined(separator: ":") ?? ""
        return name.isEmpty ? "unknown processor" : name.trimmingCharacters(in: .whitespaces)
    }
}
