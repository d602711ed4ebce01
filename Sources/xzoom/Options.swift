import CLinux
import Glibc
import Rendering
import ScrollView

/// What the command line says.
struct Options {
    var media = MediaViewOptions()
    var filter = Filter.auto
    /// Dark and neutral, so that it changes no colour of the picture by contrast.
    var background = Color(red: 0.118, green: 0.118, blue: 0.118)
    var geometry = WindowGeometry()
    var isFullScreen = false
    var title = TitleFormat.standard
    /// The most bytes of memory for a picture's pixels, where the command line says so.
    var memoryLimit: Int?
    /// Where times are noted, if they are to be told.
    var timing: Timing?
    var files: [Argument] = []

    /// What the program is to do.
    enum Request {
        case show(Options)
        case printHelp
        /// `isVerbose`: and what there is of loaders.
        case printVersion(isVerbose: Bool)
        /// The command line is wrong; what is wrong has been said, or is said here.
        case refuse(String?)
    }

    /// The options, in the order in which the help lists them.
    enum Name: CaseIterable {
        case minimumZoom, maximumZoom, doubleClickZoom, pinch, fit, filter, geometry, fullScreen, background,
            title, memoryLimit, timing
        case help, version, verbose

        var long: String {
            switch self {
            case .minimumZoom: "min-zoom"
            case .maximumZoom: "max-zoom"
            case .doubleClickZoom: "double-click-zoom"
            case .pinch: "pinch"
            case .fit: "fit"
            case .filter: "filter"
            case .geometry: "geometry"
            case .fullScreen: "fullscreen"
            case .background: "background"
            case .title: "title"
            case .memoryLimit: "memory-limit"
            case .timing: "timing"
            case .help: "help"
            case .version: "version"
            case .verbose: "verbose"
            }
        }

        var short: Character {
            switch self {
            case .minimumZoom: "m"
            case .maximumZoom: "M"
            case .doubleClickZoom: "d"
            case .pinch: "p"
            case .fit: "F"
            case .filter: "i"
            case .geometry: "g"
            case .fullScreen: "f"
            case .background: "b"
            case .title: "t"
            case .memoryLimit: "l"
            case .timing: "T"
            case .help: "h"
            case .version: "V"
            case .verbose: "v"
            }
        }

        /// The name of the option's argument, where it takes one.
        var argument: String? {
            switch self {
            case .minimumZoom, .maximumZoom, .doubleClickZoom: "N"
            case .pinch: "fixed|follow"
            case .fit: "contain|scale-down"
            case .filter: Filter.allCases.map(\.rawValue).joined(separator: "|")
            case .geometry: "WxH+X+Y"
            case .background: "COLOR"
            case .title: "FORMAT"
            case .memoryLimit: "SIZE"
            case .fullScreen, .timing, .help, .version, .verbose: nil
            }
        }

        var help: String {
            switch self {
            case .minimumZoom: "the least zoom; 1 shows the whole picture (1)"
            case .maximumZoom: "the greatest zoom (10, or more for large pictures)"
            case .doubleClickZoom: "the zoom of a double-click or double-tap (5)"
            case .pinch: "whether a pinch keeps its centre or follows the fingers (fixed)"
            case .fit: "whether small pictures grow to the window (contain)"
            case .filter: "hard or smooth pixels; auto: hard from 200 % on (auto)"
            case .geometry: "the window's size and place"
            case .fullScreen: "fill the screen"
            case .background: "around the picture: #RGB, #RRGGBB, black, white, grey (#1e1e1e)"
            case .title:
                "the window's title: %n name, %p path, %w width, %h height, %z zoom, %i number, %c count, %P page, %C pages, %% per cent"
            case .memoryLimit:
                "the most memory for a picture's pixels, which else go to a file: a number with K, M or G (160M)"
            case .timing: "tell on standard error how long the start and the frames took"
            case .help: "show this help"
            case .version: "show the version"
            case .verbose: "with --version: the loaders, their libraries and their sandbox"
            }
        }

        /// The code by which getopt_long(3) tells the option.
        fileprivate var code: Int32 { Int32(short.asciiValue ?? 0) }
    }

    /// The text of `--help`.
    static var help: String {
        var lines = [
            "Usage: xzoom [options] FILE…", "Shows pictures and zooms into them. FILE - is standard input.",
            "",
        ]
        for name in Name.allCases {
            let argument = name.argument.map { "=\($0)" } ?? ""
            lines.append("  -\(name.short), --\(name.long)\(argument)")
            lines.append("        \(name.help)")
        }
        return (lines + [""] + KeyTable.help).joined(separator: "\n")
    }

    /// Reads a command line.
    /// - Parameter arguments: the program's name and its arguments.
    /// - Returns: what to do.
    static func parse(_ arguments: [Argument]) -> Request {
        var options = Options()
        var given: Set<Name> = []
        // The name comes first in what getopt prints, as it does in our own messages.
        var argv = (["xzoom"] + arguments.dropFirst()).map { strdup($0.cString) }
        var longs = Name.allCases.map { name in
            option(
                name: UnsafePointer(strdup(name.long)),
                has_arg: name.argument == nil ? no_argument : required_argument,
                flag: nil, val: name.code)
        }
        longs.append(option())
        defer {
            argv.forEach { free($0) }
            longs.forEach { free(UnsafeMutablePointer(mutating: $0.name)) }
        }
        let shorts = Name.allCases.map { "\($0.short)\($0.argument == nil ? "" : ":")" }.joined()
        while true {
            // getopt may change the arguments' order.
            let step = xz_getopt(Int32(argv.count), &argv, shorts, longs)
            if step.code == -1 {
                options.files = argv[Int(step.next)...].compactMap { $0.map { Argument(cString: $0) } }
                break
            }
            guard let name = Name.allCases.first(where: { $0.code == step.code }) else { return .refuse(nil) }
            if name == .help { return .printHelp }
            if name == .version {
                // What follows is not read any more, but for this.
                let isVerbose = arguments.contains { ["-v", "--verbose"].contains($0.text) }
                return .printVersion(isVerbose: isVerbose || given.contains(.verbose))
            }
            let value = step.argument.map { String(cString: $0) } ?? ""
            if let complaint = options.set(name, to: value) { return .refuse(complaint) }
            given.insert(name)
        }
        if let complaint = options.contradiction(given: given) { return .refuse(complaint) }
        guard !options.files.isEmpty else { return .refuse("no file to show; see xzoom --help") }
        options.media.maximumIsExact = given.contains(.maximumZoom)
        return .show(options)
    }

    /// The zoom scales that the options take.
    private static let zoomRange = 0.01...1000

    private mutating func set(_ name: Name, to value: String) -> String? {
        let complaint = { (wanted: String) in "--\(name.long) \(value): not \(wanted)" }
        let zoom = Double(value).flatMap { Self.zoomRange.contains($0) ? $0 : nil }
        switch name {
        case .minimumZoom, .maximumZoom, .doubleClickZoom:
            guard let zoom else { return complaint("a number from 0.01 to 1000") }
            switch name {
            case .minimumZoom: media.minimumZoomScale = zoom
            case .maximumZoom: media.maximumZoomScale = zoom
            default: media.doubleTapZoomScale = zoom
            }
        case .pinch:
            guard let mode = ["fixed": PinchMode.fixed, "follow": .follow][value] else {
                return complaint("fixed or follow")
            }
            media.pinchMode = mode
        case .fit:
            guard let fit = ["contain": MediaFit.contain, "scale-down": .scaleDown][value] else {
                return complaint("contain or scale-down")
            }
            media.fit = fit
        case .filter:
            guard let filter = Filter(rawValue: value) else { return complaint("auto, nearest or bilinear") }
            self.filter = filter
        case .geometry:
            guard let geometry = WindowGeometry(value) else {
                return complaint("a size and place like 800x600+10+10")
            }
            self.geometry = geometry
        case .background:
            guard let color = Color(value) else {
                return complaint("a colour like #1e1e1e, black, white or grey")
            }
            background = color
        case .title:
            guard let format = TitleFormat(value) else {
                return complaint("a title; see xzoom --help for what may follow a %")
            }
            title = format
        case .memoryLimit:
            guard let bytes = Self.byteCount(value) else {
                return complaint("a size of at least 1M, like 500M or 2G")
            }
            memoryLimit = bytes
        case .fullScreen: isFullScreen = true
        case .timing: timing = Timing()
        case .help, .version, .verbose: break
        }
        return nil
    }

    /// A number of bytes, with K, M, G or T for 2¹⁰, 2²⁰, 2³⁰ or 2⁴⁰ of them; at least 1 MiB.
    private static func byteCount(_ text: String) -> Int? {
        let units: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
        let shift = text.last.flatMap { units[Character($0.uppercased())] }
        guard let number = Int(shift == nil ? text[...] : text.dropLast()), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        return overflow || bytes < 1 << 20 ? nil : bytes
    }

    private func contradiction(given: Set<Name>) -> String? {
        let (least, most, tapped) = (media.minimumZoomScale, media.maximumZoomScale, media.doubleTapZoomScale)
        if least > most { return "--min-zoom \(least) is above --max-zoom \(most)" }
        if given.contains(.doubleClickZoom) {
            if tapped > most { return "--double-click-zoom \(tapped) is above --max-zoom \(most)" }
            if tapped < least { return "--double-click-zoom \(tapped) is below --min-zoom \(least)" }
        }
        return nil
    }
}

extension Color {
    /// A colour by its name or its hexadecimal parts.
    init?(_ text: String) {
        let names = ["black": "#000000", "white": "#ffffff", "grey": "#808080", "gray": "#808080"]
        let digits = (names[text.lowercased()] ?? text).utf8.dropFirst().map {
            Character(UnicodeScalar($0)).hexDigitValue
        }
        guard text.hasPrefix("#") || names[text.lowercased()] != nil, digits.count == 3 || digits.count == 6
        else { return nil }
        let values = digits.compactMap { $0 }
        guard values.count == digits.count else { return nil }
        let parts =
            values.count == 3
            ? values.map { $0 * 17 } : stride(from: 0, to: 6, by: 2).map { values[$0] * 16 + values[$0 + 1] }
        self.init(red: Double(parts[0]) / 255, green: Double(parts[1]) / 255, blue: Double(parts[2]) / 255)
    }
}
