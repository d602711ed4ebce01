import Geometry
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
    var overlay = WindowOverlay.Options()
    /// The most bytes of memory for a picture's pixels, where the command line says so.
    var memoryLimit: Int?
    /// Where times are noted, if they are to be told.
    var timing: Timing?
    /// The order of the files, and what else is said of them.
    var order = FileOrder()
    var isRecursive = false
    /// A file that names the files to show.
    var filesFrom: Argument?
    var isZeroTerminated = false
    /// Seconds between two files, where they are to follow each other by themselves.
    var slideInterval: Double?
    /// What is shown of the first picture.
    var view: MediaViewState?
    /// Whether the last view is told.
    var printsView = false
    /// The configuration file, where it is not the usual one.
    var configuration: Argument?
    /// Where the picture is written to instead of a window.
    var renderTarget: Argument?
    var renderSize: PixelSize?
    /// What keys do, the last of a key holds; `nil` for nothing.
    var bindings: [(key: Key, command: Command?)] = []
    /// The options that have been given a value.
    private(set) var given: Set<OptionName> = []
    var files: [Argument] = []

    /// What the program is to do.
    enum Request {
        case show(Options)
        /// Tell of each file whether it can be shown.
        case check(Options)
        /// Write what the window would show to a file.
        case render(Options, to: Argument)
        case diagnose(Options)
        case generate(Document)
        case printHelp(Options)
        /// `isVerbose`: and what there is of loaders.
        case printVersion(isVerbose: Bool)
        /// The command line is wrong; what is wrong has been said, or is said here.
        case refuse(String?)
    }

    /// The text of `--help`.
    var help: String {
        var lines = [
            "Usage: xzoom [options] FILE…",
            "Shows pictures and zooms into them. FILE - is standard input. A folder's pictures are shown one by one; of a",
            "single file, those beside it as well.", "",
        ]
        for name in OptionName.allCases {
            lines.append("  \(name.usage)")
            lines.append("        \(name.help)")
        }
        return (lines + [""] + keys.help).joined(separator: "\n")
    }

    /// The keys that hold.
    var keys: KeyTable {
        var table = KeyTable()
        for binding in bindings { table.bind(binding.key, to: binding.command) }
        return table
    }

    /// The zoom scales that the options take.
    private static let zoomRange = 0.01...1000
    /// Seconds between two files of a slideshow.
    private static let slideRange = 0.1...86400

    /// Takes the value of an option.
    /// - Parameters:
    ///   - name: the option.
    ///   - value: its argument; of a flag, empty or `yes` or `no`.
    /// - Returns: what is wrong with it; `nil` where nothing is.
    mutating func set(_ name: OptionName, to value: Argument) -> String? {
        if case .flag = name.argument {
            guard let isOn = ["": true, "yes": true, "no": false][value.text] else {
                return "--\(name.long) \(value.text): not yes or no"
            }
            set(name, isOn)
            return nil
        }
        let wanted = set(name, value, value.text)
        if wanted == nil { given.insert(name) }
        return wanted.map { "--\(name.long) \(value.text): not \($0)" }
    }

    private mutating func set(_ flag: OptionName, _ isOn: Bool) {
        switch flag {
        case .reverse: order.isReversed = isOn
        case .shuffle: order.shuffleSeed = isOn ? .random(in: 0...UInt64.max) : nil
        case .recursive: isRecursive = isOn
        case .zeroTerminated: isZeroTerminated = isOn
        case .fullScreen: isFullScreen = isOn
        case .scrollIndicators: overlay.showsIndicators = isOn
        case .messages: overlay.showsMessages = isOn
        case .overview: overlay.showsOverview = isOn
        case .printView: printsView = isOn
        case .timing: timing = isOn ? Timing() : nil
        default: break
        }
    }

    /// What the value of an option should be, where it is not.
    private mutating func set(_ name: OptionName, _ argument: Argument, _ value: String) -> String? {
        switch name {
        case .minimumZoom, .maximumZoom, .doubleClickZoom:
            guard let zoom = Double(value), Self.zoomRange.contains(zoom) else {
                return "a number from 0.01 to 1000"
            }
            switch name {
            case .minimumZoom: media.minimumZoomScale = zoom
            case .maximumZoom: media.maximumZoomScale = zoom
            default: media.doubleTapZoomScale = zoom
            }
        case .pinch:
            guard let mode = ["fixed": PinchMode.fixed, "follow": .follow][value] else {
                return "fixed or follow"
            }
            media.pinchMode = mode
        case .fit:
            guard let fit = ["contain": MediaFit.contain, "scale-down": .scaleDown][value] else {
                return "contain or scale-down"
            }
            media.fit = fit
        case .filter:
            guard let filter = Filter(rawValue: value) else { return "auto, nearest or bilinear" }
            self.filter = filter
        case .sort:
            guard let criterion = FileOrder.Criterion(rawValue: value) else {
                return "name, time, size or none"
            }
            order.criterion = criterion
        case .slideshow:
            guard let seconds = Double(value), Self.slideRange.contains(seconds) else {
                return "a number of seconds from 0.1 to 86400"
            }
            slideInterval = seconds
        case .geometry:
            guard let geometry = WindowGeometry(value) else { return "a size and place like 800x600+10+10" }
            self.geometry = geometry
        case .background:
            guard let color = Color(value) else { return "a colour like #1e1e1e, black, white or grey" }
            background = color
        case .title:
            guard let format = TitleFormat(value) else {
                return "a title; see xzoom --help for what may follow a %"
            }
            title = format
        case .memoryLimit:
            guard let bytes = Self.byteCount(value) else { return "a size of at least 1M, like 500M or 2G" }
            memoryLimit = bytes
        case .size:
            guard let geometry = WindowGeometry(value), geometry.place.isEmpty else {
                return "a size like 800x600"
            }
            renderSize = geometry.size
        case .view:
            guard let state = MediaViewState(value) else {
                return "an image point and a scale like 400,300,2 or 400,300,fit"
            }
            view = state
        case .filesFrom: filesFrom = argument
        case .configuration: configuration = argument
        case .render: renderTarget = argument
        default: break
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

    /// What is wrong with the options together.
    func contradiction() -> String? {
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
