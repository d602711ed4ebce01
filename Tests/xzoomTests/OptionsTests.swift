import Foundation
import Geometry
import Rendering
import ScrollView
import Testing

@testable import xzoom

/// getopt keeps its place in the process: one command line after the other.
@Suite(.serialized) struct OptionsTests {
    private static func parse(_ arguments: String...) -> Options.Request { parse(arguments) }

    private static func parse(_ arguments: [String]) -> Options.Request {
        // Zero makes getopt begin anew (getopt(3), "Notes"), and without opterr it prints nothing.
        for (name, value) in [("optind", Int32(0)), ("opterr", 0)] {
            dlsym(nil, name)?.assumingMemoryBound(to: Int32.self).pointee = value
        }
        return Options.parse(["a name of its own", "--config=/dev/null"] + arguments.map { Argument($0) })
    }

    private static func options(_ arguments: String...) throws -> Options {
        guard case .show(let options) = parse(arguments) else { throw Refused() }
        return options
    }

    private struct Refused: Error {}

    private static func complaint(_ arguments: [String]) -> String? {
        guard case .refuse(let complaint) = parse(arguments) else { return "was taken" }
        return complaint
    }

    @Test func withoutOptionsTheDefaultsHold() throws {
        let options = try Self.options("a.png", "b.jpg")
        #expect(options.files == ["a.png", "b.jpg"])
        #expect(options.media == MediaViewOptions())
        #expect(options.filter == .auto)
        #expect(options.background == Color(red: 0.118, green: 0.118, blue: 0.118))
        #expect(options.geometry.size == nil)
        #expect(options.geometry.place == "")
        #expect(!options.isFullScreen)
        #expect(options.timing == nil)
        #expect(!options.media.maximumIsExact)
    }

    @Test func everyOptionByItsLongName() throws {
        let options = try Self.options(
            "--min-zoom=0.5", "--max-zoom", "20", "--double-click-zoom=3", "--pinch=follow",
            "--fit=scale-down", "--filter", "nearest", "--geometry=640x480+5-6", "--fullscreen",
            "--background=#ff8000", "--title=%n!", "--memory-limit=3M", "--timing", "x")
        #expect(options.timing != nil)
        #expect(options.memoryLimit == 3 << 20)
        #expect(options.media.minimumZoomScale == 0.5)
        #expect(options.media.maximumZoomScale == 20)
        #expect(options.media.maximumIsExact)
        #expect(options.media.doubleTapZoomScale == 3)
        #expect(options.media.pinchMode == .follow)
        #expect(options.media.fit == .scaleDown)
        #expect(options.filter == .nearest)
        #expect(options.geometry.size == PixelSize(width: 640, height: 480))
        #expect(options.geometry.place == "+5-6")
        #expect(options.isFullScreen)
        #expect(options.background == Color(red: 1, green: 128 / 255.0, blue: 0))
        #expect(options.title.title(.init(name: "x"), remark: nil) == "x!")
        #expect(options.files == ["x"])
    }

    @Test func everyOptionByItsLetter() throws {
        let options = try Self.options(
            "-m", "0.5", "-M20", "-d3", "-pfixed", "-F", "contain", "-ibilinear", "-g+1+2", "-f", "-bwhite",
            "-t%%", "-T", "x")
        #expect(options.timing != nil)
        #expect(options.media.minimumZoomScale == 0.5)
        #expect(options.media.maximumZoomScale == 20)
        #expect(options.media.maximumIsExact)
        #expect(options.media.doubleTapZoomScale == 3)
        #expect(options.media.pinchMode == .fixed)
        #expect(options.media.fit == .contain)
        #expect(options.filter == .bilinear)
        #expect(options.geometry.size == nil)
        #expect(options.geometry.place == "+1+2")
        #expect(options.isFullScreen)
        #expect(options.background == Color(red: 1, green: 1, blue: 1))
        #expect(options.title.title(.init(), remark: nil) == "%")
    }

    @Test func filesMayComeBeforeAndBehindOptions() throws {
        #expect(try Self.options("a", "-f", "b", "--fit", "contain", "c").files == ["a", "b", "c"])
        let options = try Self.options("-f", "--", "-m", "--help")
        #expect(options.files == ["-m", "--help"])
        #expect(try Self.options("-").files == ["-"])
        // The beginning of a name is enough where it is one alone.
        #expect(try Self.options("--back=black", "x").background == Color(red: 0, green: 0, blue: 0))
    }

    @Test func theLastOfAnOptionHolds() throws {
        #expect(try Self.options("-i", "nearest", "-i", "auto", "x").filter == .auto)
    }

    @Test(arguments: [
        (["--min-zoom=0.009", "x"], "--min-zoom 0.009: not a number from 0.01 to 1000"),
        (["--max-zoom=1001", "x"], "--max-zoom 1001: not a number from 0.01 to 1000"),
        (["--double-click-zoom=nan", "x"], "--double-click-zoom nan: not a number from 0.01 to 1000"),
        (["-M", "inf", "x"], "--max-zoom inf: not a number from 0.01 to 1000"),
        (["-M", "-5", "x"], "--max-zoom -5: not a number from 0.01 to 1000"),
        (["-M", "", "x"], "--max-zoom : not a number from 0.01 to 1000"),
        (["-M", "5x", "x"], "--max-zoom 5x: not a number from 0.01 to 1000"),
        (["--pinch=both", "x"], "--pinch both: not fixed or follow"),
        (["--fit=cover", "x"], "--fit cover: not contain or scale-down"),
        (["--filter=best", "x"], "--filter best: not auto, nearest or bilinear"),
        (["--geometry=big", "x"], "--geometry big: not a size and place like 800x600+10+10"),
        (["--background=#12", "x"], "--background #12: not a colour like #1e1e1e, black, white or grey"),
        (["--sort=up", "x"], "--sort up: not name, time, size or none"),
        (["--slideshow=0", "x"], "--slideshow 0: not a number of seconds from 0.1 to 86400"),
        (["--size=30x20+1+1", "x"], "--size 30x20+1+1: not a size like 800x600"),
        (["--view=1,2", "x"], "--view 1,2: not an image point and a scale like 400,300,2 or 400,300,fit"),
        (["--title=%y", "x"], "--title %y: not a title; see xzoom --help for what may follow a %"),
        (["-m", "3", "-M", "2", "x"], "--min-zoom 3.0 is above --max-zoom 2.0"),
        (["-m", "20", "x"], "--min-zoom 20.0 is above --max-zoom 10.0"),
        (["-d", "11", "x"], "--double-click-zoom 11.0 is above --max-zoom 10.0"),
        (["-d", "0.5", "x"], "--double-click-zoom 0.5 is below --min-zoom 1.0"),
        ([], "no file to show; see xzoom --help"), (["-f"], "no file to show; see xzoom --help"),
        (["--"], "no file to show; see xzoom --help"),
    ])
    func whatIsWrongIsSaid(arguments: [String], complaint: String) {
        #expect(Self.complaint(arguments) == complaint)
    }

    /// getopt has said what is wrong with these.
    @Test(arguments: [
        ["--no-such", "x"], ["-z", "x"], ["x", "--max-zoom"], ["-M"], ["--f", "x"],
    ])
    func whatGetoptRefuses(arguments: [String]) {
        #expect(Self.complaint(arguments) == nil)
    }

    /// Without a double-click zoom of its own, a maximum below the default is no contradiction.
    @Test func smallMaximumAlone() throws {
        #expect(try Self.options("-M", "3", "x").media.maximumZoomScale == 3)
    }

    @Test func helpAndVersionComeFirst() {
        for arguments in [["--help"], ["-h"], ["-f", "--help", "--no-such"]] {
            guard case .printHelp = Self.parse(arguments) else {
                Issue.record("no help: \(arguments)")
                continue
            }
        }
        for (arguments, verbose) in [
            (["--version"], false), (["-V"], false), (["x", "-V", "-M", "0"], false),
            (["--version", "--verbose"], true), (["-v", "-V"], true), (["-vV"], true), (["-V", "-v"], true),
        ] {
            guard case .printVersion(verbose) = Self.parse(arguments) else {
                Issue.record("no version: \(arguments)")
                continue
            }
        }
    }

    @Test func helpTellsEveryOptionOnce() {
        let lines = Options().help.split(separator: "\n")
        for name in OptionName.allCases {
            let start = name.short.map { "  -\($0), --\(name.long)" } ?? "      --\(name.long)"
            #expect(lines.filter { $0 == start || $0.hasPrefix(start + "=") }.count == 1, "\(start)")
            #expect(lines.contains { $0.hasSuffix(name.help) })
        }
        let letters = OptionName.allCases.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
    }

    @Test func whatTheFilesAre() throws {
        let options = try Self.options(
            "--sort=time", "--reverse", "-r", "--shuffle", "--files-from=-", "-0", "--slideshow", "2.5")
        #expect(options.order.criterion == .time)
        #expect(options.order.isReversed)
        #expect(options.order.shuffleSeed != nil)
        #expect(options.isRecursive)
        #expect(options.filesFrom == "-")
        #expect(options.isZeroTerminated)
        #expect(options.slideInterval == 2.5)
        #expect(options.files == [])
    }

    @Test func whatScriptsAsk() throws {
        let options = try Self.options(
            "--view=10,20.5,2", "--print-view", "--overview", "--scroll-indicators", "x")
        #expect(options.view == MediaViewState(center: Point(x: 10, y: 20.5), scale: .devicePixels(2)))
        #expect(options.printsView && options.overlay.showsOverview && options.overlay.showsIndicators)
        guard case .check(let checked) = Self.parse("--check", "a", "b") else { throw Refused() }
        #expect(checked.files == ["a", "b"])
        guard case .render(let rendered, let target) = Self.parse("--render", "o.png", "--size=30x20", "a")
        else { throw Refused() }
        #expect(target == "o.png")
        #expect(rendered.renderSize == PixelSize(width: 30, height: 20))
        guard case .diagnose = Self.parse("--doctor") else { throw Refused() }
    }

    /// A flag may be taken back, which a configuration file may have set.
    @Test func flagsAreTakenBack() throws {
        #expect(try Self.options("-f", "--fullscreen=no", "x").isFullScreen == false)
        #expect(try Self.options("--fullscreen=yes", "x").isFullScreen)
        #expect(Self.complaint(["--fullscreen=1", "x"]) == "--fullscreen 1: not yes or no")
    }

    @Test func colours() {
        #expect(Color("#fff") == Color(red: 1, green: 1, blue: 1))
        #expect(Color("#08f") == Color(red: 0, green: 136 / 255.0, blue: 1))
        #expect(Color("#0A10fF") == Color(red: 10 / 255.0, green: 16 / 255.0, blue: 1))
        #expect(Color("Black") == Color(red: 0, green: 0, blue: 0))
        #expect(Color("grey") == Color("gray"))
        #expect(Color("grey") == Color("#808080"))
        for text in [
            "", "#", "#1", "#1234", "#12345", "#1234567", "fff", "#ggg", "#+12", "red", "＃fff", "#１２３",
        ] {
            #expect(Color(text) == nil, "\(text)")
        }
    }
}
