import CPNG
import Decoding
import Geometry
import Loading
import Posix

/// One PNG stream, from its signature to its end mark.
final class PNGStream {
    /// Rows that are decoded in one go: enough to make the call's cost nothing, few enough to be shown soon.
    static let strip = 16
    /// More bytes of a text are not looked at.
    private static let longestText = 4096

    /// Columns and rows.
    let size: PixelSize
    /// How its pixels come, where their colours are to be converted.
    let layout: PixelLayout
    /// What their colours mean.
    let colors: SourceColors
    /// How they are turned to be seen.
    let orientation: Orientation

    /// Rows from the first on of which something has been decoded.
    private(set) var decodedRows = 0

    private let reader: OpaquePointer
    private let found: xz_png_header
    /// Times that all rows come, each time anew.
    let passes: Int32

    /// Reads the header of a file, which stands at its first byte.
    convenience init(_ file: consuming FileDescriptor) throws(DecodingError) {
        try self.init(reader: xz_png_create(file.take()))
    }

    /// Reads the header of a stream in memory.
    convenience init(_ bytes: [UInt8]) throws(DecodingError) {
        try self.init(reader: xz_png_create_in_memory(bytes, bytes.count))
    }

    private init(reader: OpaquePointer?) throws(DecodingError) {
        guard let reader else { throw .noMemory }
        self.reader = reader
        var found = xz_png_header()
        guard xz_png_read_header(reader, &found) == 0 else {
            let error = Self.failure(of: reader)
            xz_png_destroy(reader)
            throw error
        }
        self.found = found
        size = PixelSize(width: Int(found.width), height: Int(found.height))
        layout = Self.layout(found)
        colors = SourceColors(found)
        passes = found.passes
        orientation = Orientation(
            exif: UnsafeRawBufferPointer(start: found.exif, count: found.exif_count))
    }

    deinit { xz_png_destroy(reader) }

    /// Decodes the pixels, once.
    /// - Parameter canvas: of the stream's size. It is told of rows as they come, of each pass anew.
    /// - Throws: what is wrong; rows that were told of stay.
    func decode(into canvas: Canvas) throws(DecodingError) {
        let converter = PixelConverter(layout, colors, for: canvas)
        defer { withExtendedLifetime(converter) {} }
        let convert: xz_png_convert = { context, source, target, count in
            let converter = Unmanaged<PixelConverter>.fromOpaque(context).takeUnretainedValue()
            converter.convert(source, to: target, count: Int(count))
        }
        let context = Unmanaged.passUnretained(converter).toOpaque()
        guard xz_png_begin_rows(reader, converter.isIdentity ? nil : convert, context) == 0 else {
            throw Self.failure(of: reader)
        }
        let rows = canvas.size.height
        for _ in 0..<passes {
            var row = 0
            while row < rows {
                let wanted = min(Self.strip, rows - row)
                let start = UnsafeMutableRawPointer(canvas.row(row)).assumingMemoryBound(to: UInt8.self)
                let got = Int(xz_png_read_rows(reader, start, canvas.stride, UInt32(wanted)))
                canvas.rowsReady(row..<row + got)
                row += got
                decodedRows = max(decodedRows, row)
                if got == wanted { continue }
                let message = Self.failure(of: reader).message
                throw DecodingError(passes == 1 ? "\(message) (row \(row) of \(rows))" : message)
            }
        }
        guard xz_png_read_end(reader) == 0 else { throw Self.failure(of: reader) }
    }

    /// What the texts of the file are about (PNG, third edition, 11.3.3.2, and the freedesktop thumbnail cache).
    private static let kinds: [String: PictureFact.Kind] = [
        "Title": .title, "Author": .artist, "Description": .description, "Copyright": .copyright,
        "Software": .software, "Comment": .comment, "Thumb::URI": .thumbnailURI,
        "Thumb::MTime": .thumbnailTime,
    ]

    /// What else the file says, as far as it has been read.
    var facts: PictureFacts {
        var facts = PictureFacts()
        if found.palette_count > 0 {
            facts.addDetail("palette of \(found.palette_count)")
        } else {
            if found.is_gray != 0 { facts.addDetail("grayscale") }
            facts.addBits(Int(found.bits))
        }
        if passes > 1 { facts.addDetail("interlaced") }
        if found.has_cicp != 0, found.cicp.2 == 0 {
            facts.addColors(primaries: Int(found.cicp.0), transfer: Int(found.cicp.1))
        } else if found.is_srgb != 0, colors == .sRGB {
            facts.addColors(primaries: 1, transfer: 13)
        } else {
            facts.add(colors)
        }
        facts.addResolution(perMetre: Double(found.per_metre_x), Double(found.per_metre_y))
        var (words, index) = (xz_png_words(), Int32(0))
        while xz_png_text(reader, index, &words) == 1 {
            index += 1
            guard let key = words.key, let kind = Self.kinds[String(cString: key)] else { continue }
            let bytes = UnsafeBufferPointer(start: words.bytes, count: words.count).prefix(Self.longestText)
            facts.add(
                kind, words.is_utf8 != 0 ? String(decoding: bytes, as: UTF8.self) : String(latin1: bytes))
        }
        facts.add(exif: UnsafeRawBufferPointer(start: found.exif, count: found.exif_count))
        return facts
    }

    private static func layout(_ header: xz_png_header) -> PixelLayout {
        switch (header.is_gray != 0, header.has_alpha != 0, header.is_deep != 0) {
        case (true, false, false): .gray8
        case (true, true, false): .grayAlpha8
        case (false, false, false): .rgb8
        case (false, true, false): .rgba8
        case (true, false, true): .gray16
        case (true, true, true): .grayAlpha16
        case (false, false, true): .rgb16
        case (false, true, true): .rgba16
        }
    }

    private static func failure(of reader: OpaquePointer) -> DecodingError {
        DecodingError(String(cString: xz_png_message(reader)))
    }
}
