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

/// What has happened to a window.
public enum WindowEvent: Sendable {
    /// Its pixels are needed.
    case exposed
    /// It has a new size.
    case resized(PixelSize)
    /// The frame that was presented last is on the screen; the next one may be.
    case framePresented
    /// The user wants it closed.
    case closeRequested
    /// It is no longer seen: gestures under way will not be heard of again.
    case hidden
    /// A key went down, or repeats: its symbol (keysymdef.h), what its place means in Latin letters, and the modifiers.
    case key(symbol: UInt, placeSymbol: UInt, Modifiers)
    /// A finger on a touchscreen.
    case touch(TouchSample)
    /// The mouse, or a touchpad as a pointer.
    case pointer(PointerSample)
    /// A pinch on a touchpad.
    case touchpadPinch(TouchpadPinchSample)
    /// A wheel, or two fingers on a touchpad.
    case scroll(ScrollSample)
    /// The desktop's settings are known, or others now.
    case settings(DesktopSettings)
    /// The display's colours have changed, or the window is on another monitor: an ICC profile, empty for sRGB.
    case displayProfile([UInt8])
}
