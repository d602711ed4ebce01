import Rendering

/// The options, in the order in which the help lists them. The raw value is the long name, which is the name in the
/// configuration file as well. Help, manual page and completions are made from this table.
enum OptionName: String, CaseIterable {
    case minimumZoom = "min-zoom"
    case maximumZoom = "max-zoom"
    case doubleClickZoom = "double-click-zoom"
    case pinch, fit, filter
    case sort, reverse, recursive, shuffle
    case filesFrom = "files-from"
    case zeroTerminated = "null"
    case slideshow
    case geometry
    case fullScreen = "fullscreen"
    case background, title
    case scrollIndicators = "scroll-indicators"
    case overview, messages
    case view
    case printView = "print-view"
    case memoryLimit = "memory-limit"
    case configuration = "config"
    case check, render, size, doctor, generate, timing, help, version, verbose

    /// What an option takes.
    enum Argument: Equatable {
        /// Nothing; or `yes` or `no` behind an equals sign.
        case flag
        /// One of these words.
        case words([String])
        /// A file's name, called so in the help.
        case file(String)
        /// Anything else, called so in the help.
        case value(String)
    }

    /// The long name.
    var long: String { rawValue }

    /// The letter, where it has one.
    var short: Character? {
        switch self {
        case .minimumZoom: "m"
        case .maximumZoom: "M"
        case .doubleClickZoom: "d"
        case .pinch: "p"
        case .fit: "F"
        case .filter: "i"
        case .sort: "S"
        case .recursive: "r"
        case .zeroTerminated: "0"
        case .slideshow: "s"
        case .geometry: "g"
        case .fullScreen: "f"
        case .background: "b"
        case .title: "t"
        case .memoryLimit: "l"
        case .timing: "T"
        case .help: "h"
        case .version: "V"
        case .verbose: "v"
        default: nil
        }
    }

    /// What it takes.
    var argument: Argument {
        switch self {
        case .minimumZoom, .maximumZoom, .doubleClickZoom: .value("N")
        case .pinch: .words(["fixed", "follow"])
        case .fit: .words(["contain", "scale-down"])
        case .filter: .words(Filter.allCases.map(\.rawValue))
        case .sort: .words(["name", "time", "size", "none"])
        case .filesFrom, .configuration: .file("FILE")
        case .render: .file("FILE.png")
        case .slideshow: .value("SECONDS")
        case .geometry: .value("WxH+X+Y")
        case .background: .value("COLOR")
        case .title: .value("FORMAT")
        case .view: .value("X,Y,SCALE")
        case .memoryLimit: .value("SIZE")
        case .size: .value("WxH")
        case .generate: .words(Document.allCases.map(\.rawValue))
        case .reverse, .recursive, .shuffle, .zeroTerminated, .fullScreen, .scrollIndicators, .overview,
            .messages,
            .printView, .check, .doctor, .timing, .help, .version, .verbose:
            .flag
        }
    }

    /// Whether it may stand in the configuration file: not what is meant for a single run.
    var isLasting: Bool {
        switch self {
        case .filesFrom, .zeroTerminated, .view, .printView, .configuration, .check, .render, .size, .doctor,
            .generate, .timing, .help, .version, .verbose:
            false
        default: true
        }
    }

    /// What it does, for people, with the default in brackets.
    var help: String {
        switch self {
        case .minimumZoom: "the least zoom; 1 shows the whole picture (1)"
        case .maximumZoom: "the greatest zoom (10, or more for large pictures)"
        case .doubleClickZoom: "the zoom of a double-click or double-tap (5)"
        case .pinch: "whether a pinch keeps its centre or follows the fingers (fixed)"
        case .fit: "whether small pictures grow to the window (contain)"
        case .filter: "hard or smooth pixels; auto: hard from 200 % on (auto)"
        case .sort:
            "the order of the files of a folder, by time the oldest first; of files that are named, only if it is given (name)"
        case .reverse: "the other way round"
        case .recursive: "with the folders in a folder"
        case .shuffle: "in another order each time"
        case .filesFrom: "show the files that a file names, one on each line; - is standard input"
        case .zeroTerminated: "with --files-from: the names end with a zero byte"
        case .slideshow:
            "begin with a slideshow, that goes on to the next file after this many seconds; the key s takes 5"
        case .geometry: "the window's size and place"
        case .fullScreen: "fill the screen"
        case .background: "around the picture: #RGB, #RRGGBB, black, white, grey (#1e1e1e)"
        case .title:
            "the window's title: %n name, %p path, %w width, %h height, %z zoom, %i number, %c count, %P page, %C pages, %% per cent"
        case .scrollIndicators: "thin bars that tell where one is while scrolling"
        case .overview: "a small picture of the whole while zoomed in beyond twice the window"
        case .messages: "tell over the picture of the zoom, of the file, of what is wrong (yes)"
        case .view: "show this image point in the middle, at this scale; 1 is 100 %, fit is the whole picture"
        case .printView: "write the last view to standard output, as --view takes it"
        case .memoryLimit:
            "the most memory for a picture's pixels, which else go to a file: a number with K, M or G (160M)"
        case .configuration: "read this configuration file instead; /dev/null for none"
        case .check: "tell of each file whether it can be shown, without a display"
        case .render: "write what the window would show to a file, without a display"
        case .size: "with --render: the size of the window (that of the picture, up to 1280x800)"
        case .doctor: "tell of the display, the devices, the loaders and their sandbox"
        case .generate: "write the manual page, or completions for a shell, to standard output"
        case .timing: "tell on standard error how long the start and the frames took"
        case .help: "show this help"
        case .version: "show the version"
        case .verbose: "with --version: the loaders, their libraries and their sandbox"
        }
    }

    /// The option as the help shows it.
    var usage: String {
        let words =
            switch argument {
            case .flag: ""
            case .words(let words): "=" + words.joined(separator: "|")
            case .file(let name), .value(let name): "=" + name
            }
        return (short.map { "-\($0), " } ?? "    ") + "--\(long)\(words)"
    }
}
