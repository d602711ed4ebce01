public import Geometry
public import Loading

/// Why a loader cannot decode a file, or the rest of it: words for people.
public struct DecodingError: Error, Hashable, Sendable {
    /// What is wrong, like "the file ends early".
    public let message: String
    /// The columns and rows of a picture that is refused for the memory it takes to decode; the viewer words that.
    let tooLarge: PixelSize?

    /// The error with its words.
    public init(_ message: String) {
        self.message = message
        tooLarge = nil
    }

    private init(tooLarge size: PixelSize) {
        message = "\(size.width) × \(size.height) pixels take too much memory"
        tooLarge = size
    }

    /// A picture takes more memory to decode than there may be.
    public static func tooLarge(_ size: PixelSize) -> DecodingError { DecodingError(tooLarge: size) }

    /// The file ends before its picture does.
    public static let endsEarly = DecodingError("the file ends early")
    /// There is no memory for what the file asks for.
    public static let noMemory = DecodingError("not enough memory")
}

/// What a picture is, told before any of its pixels.
public struct PictureHeader: Hashable, Sendable {
    /// Stored columns and rows; of a drawing, its units.
    public var size: PixelSize
    /// How they are turned to be seen.
    public var orientation: Orientation
    /// Whether a pixel may be transparent.
    public var hasAlpha: Bool
    /// The decoder can make one pixel of every 2ⁿ × 2ⁿ stored ones, and sooner than all of them, for n from 0 to this.
    public var greatestReduction: Int
    /// Rows that it writes at a time, where it writes each once, from the first on: it tells of those before it goes on
    /// to more. 0 where it needs a canvas with all rows.
    public var bandHeight: Int
    /// Pages of the file, at least 1.
    public var pageCount: Int

    /// The header of a picture.
    public init(
        size: PixelSize, orientation: Orientation = .topLeft, hasAlpha: Bool, greatestReduction: Int = 0,
        bandHeight: Int = 0, pageCount: Int = 1
    ) {
        self.size = size
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        self.greatestReduction = greatestReduction
        self.bandHeight = bandHeight
        self.pageCount = pageCount
    }
}

/// What a loader is to do with a file.
public struct DecodingRequest: Hashable, Sendable {
    /// What its first bytes are.
    public let format: ImageFormat
    /// Of its pages, from 0 on.
    public let page: Int
    /// The most bytes that pixels may take in memory.
    public let memoryLimit: Int

    /// A request of these parts.
    public init(format: ImageFormat, page: Int, memoryLimit: Int) {
        self.format = format
        self.page = page
        self.memoryLimit = memoryLimit
    }

    /// Refuses a picture whose pixels would take more memory than there may be, before any is taken.
    /// - Parameters:
    ///   - size: columns and rows.
    ///   - bytesPerPixel: that the decoder needs; at least the four of the canvas count.
    /// - Throws: where it is too large.
    public func check(_ size: PixelSize, bytesPerPixel: Int = 4) throws(DecodingError) {
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, count <= memoryLimit / max(4, bytesPerPixel) else {
            throw .tooLarge(size)
        }
    }
}

/// A picture that a codec has opened: its header is known, none of its pixels is decoded.
public enum OpenPicture {
    /// One raster.
    case still(any StillDecoder)
    /// Frames in time, of which there may turn out to be one only.
    case animation(any AnimationDecoder)
    /// Shapes.
    case drawing(any DrawingDecoder)

    var decoder: any PictureDecoder {
        switch self {
        case .still(let decoder): decoder
        case .animation(let decoder): decoder
        case .drawing(let decoder): decoder
        }
    }

    var header: PictureHeader { decoder.header }

    var kind: PictureKind {
        switch self {
        case .still: .still
        case .animation: .animation
        case .drawing: .drawing
        }
    }
}

/// What all decoders have.
public protocol PictureDecoder: AnyObject {
    /// What the picture is.
    var header: PictureHeader { get }
    /// What else the file says. It is asked once, behind the rows of the picture or of its first frame, whole or not.
    var facts: PictureFacts { get }
}

extension PictureDecoder {
    /// Nothing.
    public var facts: PictureFacts { PictureFacts() }
}

/// Decodes one raster.
public protocol StillDecoder: PictureDecoder {
    /// Decodes all of it, and tells the canvas of rows as they come.
    /// - Parameter canvas: of the header's size at the canvas's reduction, transparent at first.
    /// - Throws: what is wrong with the file; rows that were told of stay.
    func decode(into canvas: Canvas) throws(DecodingError)
}

/// Decodes frames one after the other.
public protocol AnimationDecoder: PictureDecoder {
    /// How often all frames are shown, 0 for ever. It is asked when all frames have been decoded once.
    var loopCount: Int { get }
    /// Decodes the next frame, composed with what those before it have left.
    ///
    /// Of the first frame rows may be told as they come; the service tells of all of them behind each frame.
    /// - Parameter canvas: of the header's size, with any content.
    /// - Returns: how long it is to be shown, in seconds as the file has it; `nil` where there are no more frames.
    /// - Throws: what is wrong with the file. Rows told of stay, and there are no more frames.
    func nextFrame(into canvas: Canvas) throws(DecodingError) -> Double?
    /// Makes the first frame the next one.
    /// - Throws: where the file cannot be read again.
    func rewind() throws(DecodingError)
}

/// Draws shapes at any scale. A unit of its size is one pixel at scale 1.
public protocol DrawingDecoder: PictureDecoder {
    /// Draws a part of the picture.
    /// - Parameters:
    ///   - canvas: transparent; it takes its columns and rows.
    ///   - scale: pixels of the canvas for a unit.
    ///   - x: the canvas's first column, in pixels of the whole drawn at that scale.
    ///   - y: its first row.
    /// - Throws: where it cannot be drawn.
    func draw(into canvas: Canvas, scale: Double, x: Int, y: Int) throws(DecodingError)
}
