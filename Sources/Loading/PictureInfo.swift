public import Geometry

/// What a picture is, before any of its pixels.
public struct PictureInfo: Hashable, Sendable {
    /// Stored columns and rows; of a drawing, its units.
    public let fullSize: PixelSize
    /// How they are turned to be seen.
    public let orientation: Orientation
    /// Whether a pixel may be transparent.
    public let hasAlpha: Bool
    /// One raster, frames, or shapes.
    public let kind: PictureKind
    /// Pages of the file, at least 1.
    public let pageCount: Int
    /// The loader can make a pixel for every 2ⁿ × 2ⁿ stored ones, and sooner than all of them, for n from 0 to this.
    public let greatestReduction: Int
    /// Rows that the loader writes at a time, where they come once and in order; 0 where it needs memory for all.
    public let bandHeight: Int

    /// The size seen.
    public var displaySize: PixelSize { orientation.displaySize(of: fullSize) }

    /// The longest side of a picture in pixels, which the scroll view takes as well.
    static let longestSide = 1_000_000_000

    /// What a header says.
    /// - Throws: where it makes no sense.
    init(_ header: LoaderReply.Header) throws(WireError) {
        guard header.width > 0, header.height > 0, header.pageCount > 0, header.greatestReduction < 32,
            let orientation = Orientation(rawValue: header.orientation),
            let kind = PictureKind(rawValue: header.kind),
            kind != .animation || header.greatestReduction == 0, kind == .still || header.bandHeight == 0
        else { throw .malformed }
        fullSize = PixelSize(width: Int(header.width), height: Int(header.height))
        self.orientation = orientation
        hasAlpha = header.hasAlpha
        self.kind = kind
        pageCount = Int(header.pageCount)
        greatestReduction = Int(header.greatestReduction)
        bandHeight = Int(header.bandHeight)
    }
}
