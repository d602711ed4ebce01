/// What a key, or anything else, can tell the viewer to do. The raw value is its name in the configuration file.
enum Command: String, CaseIterable {
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case showWhole = "whole"
    case showActualSize = "actual-size"
    /// What a double-click does, about the pointer.
    case toggleZoom = "toggle-zoom"
    /// Arrows: scroll what is larger than the window; else go to the next or previous file.
    case left, right, up, down
    case next, previous, first, last
    case nextPage = "next-page"
    case previousPage = "previous-page"
    /// Of an animation, which then stands still.
    case nextFrame = "next-frame"
    case previousFrame = "previous-frame"
    case togglePause = "pause"
    case toggleThumbnails = "thumbnails"
    /// The file selected in the thumbnails.
    case open
    case toggleSlideshow = "slideshow"
    case toggleKeepView = "keep-view"
    case turnRight = "turn-right"
    case turnLeft = "turn-left"
    case flipHorizontally = "flip-horizontally"
    case flipVertically = "flip-vertically"
    /// To the trash, at the second time.
    case delete
    case copy, paste
    case reload
    case toggleInformation = "information"
    case toggleHelp = "help"
    case toggleFullScreen = "fullscreen"
    /// Leaves what was opened last: a sheet, the thumbnails, full screen; or else quits.
    case escape
    case quit

    /// Whether it is done again and again while its key is held.
    var repeats: Bool {
        switch self {
        case .zoomIn, .zoomOut, .left, .right, .up, .down, .next, .previous, .nextPage, .previousPage,
            .nextFrame, .previousFrame:
            true
        default: false
        }
    }

    /// What it does, for people.
    var help: String {
        switch self {
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .showWhole: "the whole picture"
        case .showActualSize: "100 %, one image pixel on one screen pixel"
        case .toggleZoom: "as a double-click: zoom in, and back to the whole picture"
        case .left: "scroll left; at the whole picture, the previous file"
        case .right: "scroll right; at the whole picture, the next file"
        case .up: "scroll up; at the whole picture, the previous file"
        case .down: "scroll down; at the whole picture, the next file"
        case .next: "next file"
        case .previous: "previous file"
        case .first: "first file"
        case .last: "last file"
        case .nextPage: "next page of the file"
        case .previousPage: "previous page of the file"
        case .nextFrame: "next frame of an animation"
        case .previousFrame: "previous frame of an animation"
        case .togglePause: "stop an animation, and let it go on"
        case .toggleThumbnails: "all files as thumbnails; there, open the selected one"
        case .open: "open the file selected in the thumbnails"
        case .toggleSlideshow: "slideshow"
        case .toggleKeepView: "keep zoom and place from file to file, to compare"
        case .turnRight: "turn right"
        case .turnLeft: "turn left"
        case .flipHorizontally: "flip left and right"
        case .flipVertically: "flip top and bottom"
        case .delete: "move the file to the trash; press it twice within 4 seconds"
        case .copy: "copy the picture and its file"
        case .paste: "open the picture or the files of the clipboard"
        case .reload: "read the file again"
        case .toggleInformation: "what is known of the picture"
        case .toggleHelp: "this list"
        case .toggleFullScreen: "full screen"
        case .escape: "leave what is open, then full screen, then xzoom"
        case .quit: "quit"
        }
    }

    /// The keys that do it unless the configuration says otherwise, in the words of `Key`; those first that are told of.
    var keys: [String] {
        switch self {
        case .zoomIn:
            [
                "plus", "equal", "KP_Add", "KP_Equal", "Ctrl+plus", "Ctrl+equal", "Ctrl+KP_Add",
                "Ctrl+KP_Equal",
            ]
        case .zoomOut: ["minus", "KP_Subtract", "Ctrl+minus", "Ctrl+KP_Subtract"]
        case .showWhole: ["0", "KP_0", "KP_Insert", "Ctrl+0", "Ctrl+KP_0"]
        case .showActualSize: ["1", "KP_1", "Ctrl+1", "Ctrl+KP_1"]
        case .toggleZoom: ["z"]
        case .left: ["Left", "KP_Left"]
        case .right: ["Right", "KP_Right"]
        case .up: ["Up", "KP_Up"]
        case .down: ["Down", "KP_Down"]
        case .next: ["n", "space", "Page_Down", "KP_Page_Down"]
        case .previous: ["p", "BackSpace", "Page_Up", "KP_Page_Up"]
        case .first: ["Home", "KP_Home"]
        case .last: ["End", "KP_End"]
        case .nextPage: ["bracketright"]
        case .previousPage: ["bracketleft"]
        case .nextFrame: ["period"]
        case .previousFrame: ["comma"]
        case .togglePause: ["Ctrl+space"]
        case .toggleThumbnails: ["t"]
        case .open: ["Return", "KP_Enter"]
        case .toggleSlideshow: ["s"]
        case .toggleKeepView: ["k"]
        case .turnRight: ["r"]
        case .turnLeft: ["R"]
        case .flipHorizontally: ["h"]
        case .flipVertically: ["v"]
        case .delete: ["Delete", "KP_Delete"]
        case .copy: ["Ctrl+c"]
        case .paste: ["Ctrl+v"]
        case .reload: ["F5"]
        case .toggleInformation: ["i"]
        case .toggleHelp: ["question", "F1"]
        case .toggleFullScreen: ["f", "F11"]
        case .escape: ["Escape"]
        case .quit: ["q", "Ctrl+q"]
        }
    }
}
