/// The picture formats that a loader decodes. The raw value goes over the wire.
public enum ImageFormat: UInt32, CaseIterable, Sendable {
    /// Portable Network Graphics, and animated ones (W3C PNG, third edition).
    case png = 1
    /// JPEG (ITU-T T.81).
    case jpeg = 2
    /// WebP (RFC 9649).
    case webP = 3
    /// Graphics Interchange Format (87a and 89a).
    case gif = 4
    /// Windows bitmap.
    case bmp = 5
    /// Windows icon or cursor.
    case ico = 6
    /// Portable bit-, gray-, pix- and anymap, plain and raw, and PAM.
    case pnm = 7
    /// Truevision TGA.
    case tga = 8
    /// Quite OK Image.
    case qoi = 9
    /// farbfeld.
    case farbfeld = 10
    /// HEIC and AVIF (ISO/IEC 23008-12).
    case heif = 11
    /// JPEG XL (ISO/IEC 18181).
    case jpegXL = 12
    /// Tagged Image File Format, BigTIFF too.
    case tiff = 13
    /// Scalable Vector Graphics, compressed ones too.
    case svg = 14
    /// What else the widest library reads.
    case other = 15

    /// The bytes of a file's start that are enough to tell its format.
    public static let signatureLength = 4096

    /// The format's usual name.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webP: "WebP"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .ico: "ICO"
        case .pnm: "PNM"
        case .tga: "TGA"
        case .qoi: "QOI"
        case .farbfeld: "farbfeld"
        case .heif: "HEIF"
        case .jpegXL: "JPEG XL"
        case .tiff: "TIFF"
        case .svg: "SVG"
        case .other: "picture"
        }
    }

    /// The program that decodes it.
    public var loader: String {
        switch self {
        case .png, .jpeg, .webP, .gif, .bmp, .ico, .pnm, .tga, .qoi, .farbfeld: "xzoom-loader"
        case .heif: "xzoom-loader-heif"
        case .jpegXL: "xzoom-loader-jxl"
        case .tiff: "xzoom-loader-tiff"
        case .svg: "xzoom-loader-svg"
        case .other: "xzoom-loader-vips"
        }
    }
}
