/// The picture formats that a loader decodes. The raw value goes over the wire.
public enum ImageFormat: UInt32, CaseIterable, Sendable {
    /// Portable Network Graphics (ISO/IEC 15948).
    case png = 1
    /// JPEG (ITU-T T.81).
    case jpeg = 2

    /// The bytes of a file's start that are enough to tell its format.
    public static let signatureLength = 16

    /// Tells a file's format from its first bytes, whatever its name.
    /// - Parameter bytes: the file's first `signatureLength` bytes, or all of a shorter file.
    /// - Returns: the format, or `nil` where it is none of ours.
    public static func detect(_ bytes: [UInt8]) -> ImageFormat? {
        allCases.first { bytes.starts(with: $0.signature) }
    }

    /// The format's usual name.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        }
    }

    /// The program that decodes it.
    public var loader: String {
        switch self {
        case .png, .jpeg: "xzoom-loader"
        }
    }

    private var signature: [UInt8] {
        switch self {
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        case .jpeg: [0xFF, 0xD8, 0xFF]
        }
    }
}
