import CJPEG
import Geometry
import Loading
import Posix

/// Rows that are decoded in one go: a row of blocks at 4:2:0.
private let strip = 16

/// Decodes a JPEG file.
/// - Parameters:
///   - file: the file, at its start.
///   - sink: where its header and rows go.
/// - Throws: what is wrong with the file.
func decodeJPEG(_ file: consuming FileDescriptor, into sink: RowSink) throws(DecodingError) {
    guard let reader = xz_jpeg_create(file.take()) else { throw DecodingError("not enough memory") }
    defer { xz_jpeg_destroy(reader) }
    var header = xz_jpeg_header()
    guard xz_jpeg_read_header(reader, &header) == 0 else { throw DecodingError(words(of: reader)) }
    let exif = UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let (pixels, stride) = try sink.begin(size: size, orientation: orientation(exif: exif), hasAlpha: false)
    guard let start = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var row = 0
    while row < size.height {
        let wanted = min(strip, size.height - row)
        let got = Int(xz_jpeg_read_rows(reader, start + row * stride, stride, UInt32(wanted)))
        sink.rowsReady(row..<row + got)
        row += got
        guard got == wanted else {
            throw DecodingError("\(words(of: reader)) (row \(row) of \(size.height))")
        }
    }
    let warning = words(of: reader)
    if !warning.isEmpty { throw DecodingError(warning) }
}

private func words(of reader: OpaquePointer) -> String {
    xz_jpeg_is_cut_short(reader) != 0 ? "the file ends early" : String(cString: xz_jpeg_message(reader))
}
