public import Geometry

/// How pixels of the picture become pixels of the screen.
public enum Filter: String, CaseIterable, Sendable {
    /// Hard pixels where one covers two or more of the screen's, smooth below.
    case auto
    /// Always hard.
    case nearest
    /// Always smooth.
    case bilinear
}

/// A colour without transparency, each part from 0 to 1.
public struct Color: Hashable, Sendable {
    /// Red part.
    public let red: Double
    /// Green part.
    public let green: Double
    /// Blue part.
    public let blue: Double

    /// The colour of three parts.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// Where the picture is in the window.
public struct Placement: Hashable, Sendable {
    /// The image's top-left corner, in device pixels of the window.
    public let origin: Point<View>
    /// Device pixels that one image pixel covers.
    public let scale: Double

    /// The placement with the image's corner at `origin`.
    public init(origin: Point<View>, scale: Double) {
        self.origin = origin
        self.scale = scale
    }

    /// At a whole number of device pixels for an image pixel, the placement whose pixels are exactly on device pixels, at
    /// most half of one away; elsewhere the placement itself.
    var snapped: Placement {
        let whole = scale.rounded()
        guard whole >= 1, abs(scale - whole) < 1e-6 * whole else { return self }
        return Placement(origin: Point(x: origin.x.rounded(), y: origin.y.rounded()), scale: whole)
    }
}

/// A part of a picture in pixels of its own.
public struct Detail {
    /// The part.
    public let picture: Picture
    /// Where it is in the window.
    public let placement: Placement

    /// A part, and where it is.
    public init(picture: Picture, placement: Placement) {
        self.picture = picture
        self.placement = placement
    }
}
