import CJPEG
import Decoding
import Geometry
import Loading
import Posix

/// Decodes a JPEG file.
final class JPEGDecoder: StillDecoder {
    /// Rows that are decoded in one go: a row of blocks at 4:2:0.
    private static let strip = 16
    /// Scans that a file may have; those of encoders have about ten.
    private static let mostScans = 1000
    /// Coarser pictures that are shown before the last.
    private static let mostPasses = 16
    /// Seconds of decoding before the first of them, so that small files do not pay for any.
    private static let firstPass = 0.04
    /// Seconds between two of them.
    private static let betweenPasses = 0.15

    /// The library makes pixels of 8 × 8 coefficients, or of the first 4 × 4, 2 × 2 or the very first of them.
    private static let greatestReduction = 3

    let header: PictureHeader
    private let reader: OpaquePointer
    private let kind: xz_jpeg_kind
    private let hasScans: Bool
    private let colors: SourceColors
    private let found: xz_jpeg_header

    /// Reads the header of a file, which stands at its first byte.
    init(_ file: consuming FileDescriptor, _ request: DecodingRequest) throws(DecodingError) {
        guard let reader = xz_jpeg_create(file.take()) else { throw .noMemory }
        do throws(DecodingError) {
            var found = xz_jpeg_header()
            guard xz_jpeg_read_header(reader, &found) == 0 else { throw Self.failure(of: reader) }
            header = try Self.header(found, request)
            kind = found.kind
            hasScans = found.has_scans != 0
            self.found = found
            colors =
                found.icc.map { .icc(Array(UnsafeBufferPointer(start: $0, count: found.icc_count))) } ?? .sRGB
        } catch {
            xz_jpeg_destroy(reader)
            throw error
        }
        self.reader = reader
    }

    deinit { xz_jpeg_destroy(reader) }

    private static func header(
        _ found: xz_jpeg_header, _ request: DecodingRequest
    ) throws(DecodingError) -> PictureHeader {
        let size = PixelSize(width: Int(found.width), height: Int(found.height))
        // Inks take twice as much as their pixels, colours three halves or less; there may be so much of what is reduced.
        guard found.coefficient_bytes / 2 <= UInt64(request.memoryLimit) else { throw .tooLarge(size) }
        return PictureHeader(
            size: size,
            orientation: Orientation(
                exif: UnsafeRawBufferPointer(start: found.exif, count: found.exif_count)),
            hasAlpha: false, greatestReduction: greatestReduction,
            bandHeight: found.has_scans != 0 ? 0 : strip)
    }

    func decode(into canvas: Canvas) throws(DecodingError) {
        guard xz_jpeg_begin(reader, Int32(canvas.reduction)) == 0 else { throw Self.failure(of: reader) }
        let converter = converter(for: canvas)
        var failure: DecodingError?
        if hasScans {
            failure = try decodeScans(into: canvas, converter)
        } else {
            try decodeRows(into: canvas, converter)
        }
        let warning = Self.failure(of: reader)
        if let failure { throw failure }
        if !warning.message.isEmpty { throw warning }
    }

    /// Decodes the scans, and shows what there is from time to time: coarse to fine.
    /// - Returns: what is wrong behind the scans that are shown.
    private func decodeScans(
        into canvas: Canvas, _ converter: PixelConverter?
    ) throws(DecodingError) -> DecodingError? {
        var (passes, scans, due) = (0, 0, Clock.now() + Self.firstPass)
        var failure: DecodingError?
        while true {
            let result = xz_jpeg_read_scan(reader)
            if result == 1 { scans += 1 }
            if result < 0 { failure = Self.failure(of: reader) }
            if scans == Self.mostScans { failure = DecodingError("there are more than \(scans) scans") }
            if result != 1 || failure != nil { break }
            let start = Clock.now()
            guard start >= due, passes < Self.mostPasses else { continue }
            try decodePass(into: canvas, converter)
            passes += 1
            let end = Clock.now()
            due = end + max(Self.betweenPasses, 3 * (end - start))
        }
        guard scans > 0 else { throw failure ?? Self.failure(of: reader) }
        try decodePass(into: canvas, converter)
        return failure
    }

    private func decodePass(into canvas: Canvas, _ converter: PixelConverter?) throws(DecodingError) {
        guard xz_jpeg_begin_pass(reader) == 0 else { throw Self.failure(of: reader) }
        try decodeRows(into: canvas, converter)
        guard xz_jpeg_end_pass(reader) == 0 else { throw Self.failure(of: reader) }
    }

    private func decodeRows(into canvas: Canvas, _ converter: PixelConverter?) throws(DecodingError) {
        let rows = canvas.size.height
        var row = 0
        while row < rows {
            let wanted = min(Self.strip, rows - row)
            let start = UnsafeMutableRawPointer(canvas.row(row)).assumingMemoryBound(to: UInt8.self)
            let got = Int(xz_jpeg_read_rows(reader, start, canvas.stride, UInt32(wanted)))
            if let converter { convert(row..<row + got, of: canvas, converter) }
            canvas.rowsReady(row..<row + got)
            row += got
            guard got == wanted else {
                // Of the stored picture, whatever fraction of it is decoded.
                let (row, rows) = (row << canvas.reduction, header.size.height)
                throw DecodingError("\(Self.failure(of: reader).message) (row \(min(row, rows)) of \(rows))")
            }
        }
    }

    var facts: PictureFacts {
        var facts = PictureFacts()
        if found.is_progressive != 0 { facts.addDetail("progressive") }
        if found.is_arithmetic != 0 { facts.addDetail("arithmetic codes") }
        switch kind {
        case XZ_JPEG_GRAY: facts.addDetail("grayscale")
        case XZ_JPEG_INK, XZ_JPEG_INK_INVERTED: facts.addDetail("CMYK")
        default: facts.addDetail(Self.subsampling(found.chroma_x, found.chroma_y))
        }
        facts.add(colors)
        facts.addResolution(found.density_x, found.density_y)
        facts.add(exif: UnsafeRawBufferPointer(start: found.exif, count: found.exif_count))
        facts.add(.comment, bytes: UnsafeBufferPointer(start: found.comment, count: found.comment_count))
        return facts
    }

    /// The usual words for how many pixels share their colour.
    private static func subsampling(_ x: Int32, _ y: Int32) -> String? {
        switch (x, y) {
        case (2, 1): "4:2:2"
        case (2, 2): "4:2:0"
        case (4, 1): "4:1:1"
        case (1, 2): "4:4:0"
        default: nil
        }
    }

    /// What turns rows as they are decoded into those of the canvas; `nil` where they are the same.
    private func converter(for canvas: Canvas) -> PixelConverter? {
        let layout: PixelLayout =
            switch kind {
            case XZ_JPEG_GRAY: .gray8
            case XZ_JPEG_INK: .cmyk8
            case XZ_JPEG_INK_INVERTED: .cmyk8Inverted
            default: .bgra8
            }
        let converter = PixelConverter(layout, colors, for: canvas)
        return converter.isIdentity ? nil : converter
    }

    private func convert(_ rows: Range<Int>, of canvas: Canvas, _ converter: PixelConverter) {
        let width = canvas.size.width
        for y in rows {
            let row = canvas.row(y)
            guard kind == XZ_JPEG_GRAY else {
                converter.convert(row, to: row, count: width)
                continue
            }
            // The decoder has written each grey three times.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { grays in
                guard let start = grays.baseAddress else { return }
                for x in 0..<width { start[x] = UInt8(truncatingIfNeeded: row[x]) }
                converter.convert(start, to: row, count: width)
            }
        }
    }

    private static func failure(of reader: OpaquePointer) -> DecodingError {
        xz_jpeg_is_cut_short(reader) != 0
            ? .endsEarly : DecodingError(String(cString: xz_jpeg_message(reader)))
    }
}
