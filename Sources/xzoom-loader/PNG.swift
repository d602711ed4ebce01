import CPNG
import Geometry
import Loading
import Posix

/// Rows that are decoded in one go: enough to make the call's cost nothing, few enough to be shown soon.
private let strip = 16

/// Decodes a PNG file.
/// - Parameters:
///   - file: the file, at its start.
///   - sink: where its header and rows go.
/// - Throws: what is wrong with the file.
func decodePNG(_ file: consuming FileDescriptor, into sink: RowSink) throws(DecodingError) {
    guard let reader = xz_png_create(file.take()) else { throw DecodingError("not enough memory") }
    defer { xz_png_destroy(reader) }
    var header = xz_png_header()
    guard xz_png_read_header(reader, &header) == 0 else { throw failure(of: reader) }
    let exif = UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let (pixels, stride) = try sink.begin(
        size: size, orientation: orientation(exif: exif), hasAlpha: header.has_alpha != 0)
    guard let start = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    for _ in 0..<header.passes {
        var row = 0
        while row < size.height {
            let wanted = min(strip, size.height - row)
            let got = Int(xz_png_read_rows(reader, start + row * stride, stride, UInt32(wanted)))
            sink.rowsReady(row..<row + got)
            row += got
            guard got == wanted else {
                throw failure(of: reader, row: row, of: size.height, passes: header.passes)
            }
        }
    }
    guard xz_png_read_end(reader) == 0 else { throw failure(of: reader) }
}

private func failure(of reader: OpaquePointer, row: Int, of rows: Int, passes: Int32) -> DecodingError {
    let message = failure(of: reader).message
    return DecodingError(passes == 1 ? "\(message) (row \(row) of \(rows))" : message)
}

private func failure(of reader: OpaquePointer) -> DecodingError {
    DecodingError(String(cString: xz_png_message(reader)))
}
