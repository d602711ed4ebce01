import Glibc
import Loading
import Posix

/// The configuration file: a line for each option, `long-name = value` or `long-name` alone for a flag, and for each key
/// `bind KEY = command`. Lines that begin with # say nothing. What cannot be read is told of with file and line, and passed over.
extension Options {
    /// The most bytes of a configuration file.
    private static let longest = 1 << 20
    private static let longestLine = 1000

    /// Reads the configuration file.
    /// - Parameter path: where it is; `nil` for the usual place, where there need not be one.
    mutating func readConfiguration(_ path: Argument?) {
        guard let place = path ?? Executable.configurationFile else { return }
        do throws(PosixError) {
            let file = try FileDescriptor.open(reading: place.cString)
            var bytes: [UInt8] = []
            // One more tells that there are more.
            reading: while bytes.count <= Self.longest {
                switch try file.readAvailable(count: Self.longest + 1 - bytes.count) {
                case .bytes(let more): bytes += more
                case .nothing: _ = Poll.wait(reading: [file.rawValue], until: nil)
                case .end: break reading
                }
            }
            guard bytes.count <= Self.longest else {
                return report("\(place.text): it has over \(Self.longest >> 20) MiB, and is not read")
            }
            for complaint in read(bytes, of: place.text) { report(complaint) }
        } catch {
            // That of another user's home folder is none of ours.
            let isMissing = [ENOENT, EACCES].contains(error.errno.rawValue)
            if path != nil || !isMissing || access(place.cString, F_OK) == 0 {
                report("\(place.text): \(error.message)")
            }
        }
    }

    /// Takes the lines of a configuration file.
    /// - Parameters:
    ///   - bytes: the file's.
    ///   - name: what the file is called in complaints.
    /// - Returns: what is wrong with each of the lines that are passed over.
    mutating func read(_ bytes: [UInt8], of name: String) -> [String] {
        let newline = UInt8(ascii: "\n")
        // Some editors begin a file so.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
            .split(separator: newline, omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { number, line in
            guard line.count <= Self.longestLine else {
                return "\(name):\(number + 1): the line is longer than \(Self.longestLine) bytes"
            }
            return take(String(decoding: line, as: UTF8.self)).map {
                "\(name):\(number + 1): \($0.singleLine)"
            }
        }
    }

    /// What is wrong with a line.
    private mutating func take(_ line: String) -> String? {
        let line = line.trimmed
        if line.isEmpty || line.hasPrefix("#") { return nil }
        if let binding = line.dropPrefix("bind ") { return bind(binding) }
        let equals = line.firstIndex(of: "=")
        let word = line[..<(equals ?? line.endIndex)].trimmed
        let value = equals.map { line[line.index(after: $0)...].trimmed } ?? ""
        guard let name = OptionName(rawValue: word) else { return "there is no option “\(word)”" }
        guard name.isLasting else { return "“\(word)” is for the command line alone" }
        return set(name, to: Argument(value))
    }

    private mutating func bind(_ binding: String) -> String? {
        // The key may be the equals sign itself.
        guard let equals = binding.lastIndex(of: "="), equals > binding.startIndex else {
            return "“bind \(binding)” is not “bind KEY = command”"
        }
        let (left, right) = (binding[..<equals].trimmed, binding[binding.index(after: equals)...].trimmed)
        guard let key = Key(left) else { return "there is no key “\(left)”" }
        if right == "nothing" {
            bindings.append((key, nil))
            return nil
        }
        guard let command = Command(rawValue: right) else { return "there is no command “\(right)”" }
        bindings.append((key, command))
        return nil
    }
}

extension StringProtocol {
    /// Without the spaces at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(
            start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
    }

    /// What follows a beginning, where it is there.
    fileprivate func dropPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? dropFirst(prefix.count).trimmed : nil
    }
}
