public import Geometry
public import Gestures

/// Modifier keys that are held.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits of X's key masks.
    public let rawValue: UInt32

    /// Modifiers by X's key masks.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Control.
    public static let control = Modifiers(rawValue: 1 << 2)
    /// Alt (Mod1).
    public static let alt = Modifiers(rawValue: 1 << 3)
    /// The logo key (Mod4).
    public static let logo = Modifiers(rawValue: 1 << 6)
}

/// A picture that another program wants, which the program is to make; `Window.answer` or `refuse` it.
public struct PictureRequest: Hashable, Sendable {
    let number: Int
}

/// What was in the clipboard.
public enum Pasted: Hashable, Sendable {
    /// Files, by their URIs or absolute paths; `FileURI.path` knows where they are.
    case files([String])
    /// A picture: a whole file.
    case picture([UInt8])
    /// Nothing to show, with the reason for people.
    case nothing(String)
}

/// What has happened to a window.
public enum WindowEvent: Sendable {
    /// Its pixels are needed.
    case exposed
    /// It has a new size, and its corner moved on the screen as far as told, in device pixels: with that much less in its
    /// window, a point stays where it is on the screen. It tells of the corner's moves in the moment before as well. Where the
    /// corner moves a moment after the size has changed, this comes again, with the same size.
    case resized(PixelSize, shift: Vector<View>)
    /// The frame that was presented last is on the screen; the next one may be.
    case framePresented
    /// The user wants it closed.
    case closeRequested
    /// It is no longer seen: gestures under way will not be heard of again.
    case hidden
    /// A key went down, or repeats since it is held: its symbol (keysymdef.h), what its place means in Latin letters, and the
    /// modifiers.
    case key(symbol: UInt, placeSymbol: UInt, Modifiers, isRepeat: Bool)
    /// A finger on a touchscreen.
    case touch(TouchSample)
    /// The mouse, or a touchpad as a pointer. What begins with Control held does not come here.
    case pointer(PointerSample)
    /// With Control held, the pointer was pressed at a point and dragged away from it: time for `Window.beginDrag`.
    case controlDrag(at: Point<View>)
    /// A pinch on a touchpad.
    case touchpadPinch(TouchpadPinchSample)
    /// Three fingers or more on a touchpad, that move together.
    case touchpadSwipe(TouchpadSwipeSample)
    /// A wheel, or two fingers on a touchpad.
    case scroll(ScrollSample)
    /// The desktop's settings are known, or others now.
    case settings(DesktopSettings)
    /// The display's colours have changed, or the window is on another monitor: an ICC profile, empty for sRGB.
    case displayProfile([UInt8])
    /// Another program wants the picture that was offered.
    case pictureRequested(PictureRequest)
    /// Another program has put something into the clipboard in place of what was offered.
    case offerEnded
    /// What `Window.requestClipboard` asked for.
    case pasted(Pasted)
    /// Files were dropped on the window: their URIs, and where.
    case dropped(uris: [String], at: Point<View>)
    /// A drag that `Window.beginDrag` began is over, with whether a program took the files.
    case dragEnded(wasTaken: Bool)
}
