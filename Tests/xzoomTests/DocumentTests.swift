import Foundation
import Loading
import Testing

@testable import xzoom

/// What programs say of these texts, `make check-package` asks.
struct DocumentTests {
    private static func asset(_ name: String) throws -> String {
        let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try String(contentsOf: top.appending(path: "assets/\(name)"), encoding: .utf8)
    }

    private static let mediaTypes = FileKind.all.flatMap(\.mediaTypes)

    @Test func manualHasAllThatTheTablesHave() {
        let lines = Document.man.text.split(separator: "\n")
        for option in OptionName.allCases {
            let name = "Fl \\-\(option.long.replacing("-", with: "\\-"))"
            #expect(
                lines.filter { $0.hasPrefix(".It") && $0.hasSuffix(name) || $0.contains("\(name) Ns") }.count
                    >= 1)
            if let short = option.short { #expect(lines.contains { $0.hasPrefix(".It Fl \(short) ") }) }
        }
        for command in Command.allCases {
            let item = ".It Cm \(command.rawValue.replacing("-", with: "\\-"))"
            #expect(lines.filter { $0.replacing("\\&", with: "") == item }.count == 1, "\(item)")
        }
        for ending in FileKind.all.flatMap(\.extensions) {
            #expect(lines.contains { $0.contains(".\(ending)") })
        }
        #expect(
            lines.filter { $0.hasPrefix(".Sh ") }.map { $0.dropFirst(4) } == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS AND KEYS", "GESTURES",
                "CONFIGURATION",
                "FORMATS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO",
            ])
        #expect(lines.contains(".Dd November 30, 2026"))
        #expect(Document.man.text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func textOfTheTablesMeansNothingToRoff() {
        #expect(Manual.escaped(#"100 % – "a\b" 'c'"#) == #"100 % \[u2013] \(dqa\eb\(dq \(aqc\(aq"#)
        #expect(Manual.escaped("😀 ~-^`") == "\\[u1F600] \\(ti\\-\\(ha\\(ga")
    }

    /// The examples of keys are keys, whatever is changed in the table.
    @Test(arguments: ["plus", "=", "Page_Down", "F5", "Ctrl+c", "?", "[", "R"])
    func keysAreWrittenAsTheConfigurationTakesThem(name: String) {
        #expect(Key(name) != nil)
        #expect(Document.man.text.contains(name))
    }

    @Test(arguments: [Document.bash, .zsh, .fish])
    func completionsHaveAllOptions(shell: Document) {
        let text = shell.text
        for option in OptionName.allCases {
            #expect(text.contains(shell == .fish ? "-l \(option.long) " : "--\(option.long)"))
            if case .words(let words) = option.argument {
                #expect(text.contains(words.joined(separator: " ")))
            }
        }
        for ending in FileKind.all.flatMap(\.extensions) { #expect(text.contains(ending)) }
    }

    @Test func desktopFileHasTheTypesOfAllFormats() throws {
        let lines = try Self.asset("xzoom.desktop").split(separator: "\n")
        #expect(lines.contains("MimeType=" + Self.mediaTypes.map { "\($0);" }.joined()))
        #expect(Set(Self.mediaTypes).count == Self.mediaTypes.count)
    }

    @Test func metadataHasTheTypesOfAllFormatsAndThisVersion() throws {
        let text = try Self.asset("invalid.xzoom.xzoom.metainfo.xml")
        let found = text.matches(of: #/<mediatype>(.*)</mediatype>/#).map { String($0.1) }
        #expect(found == Self.mediaTypes)
        let release = try #require(text.firstMatch(of: #/<release version="(.*)" date="(.*)"/>/#))
        #expect(release.1 == Version.number)
        #expect(release.2 == Version.date)
    }

    @Test func changelogBeginsWithThisVersion() throws {
        #expect(try Self.asset("debian/changelog").hasPrefix("xzoom-viewer (\(Version.number)) "))
    }
}
