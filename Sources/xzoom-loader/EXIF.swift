import CEXIF
import Geometry

/// The orientation that Exif data asks for.
/// - Parameter exif: the TIFF structure, without a container's mark before it.
/// - Returns: upright as stored, where there is no such tag or no sense in it.
func orientation(exif: UnsafeRawBufferPointer) -> Orientation {
    // The library expects the mark that JPEG puts before the structure.
    let marked: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0] + exif
    guard exif.count > 0, let data = exif_data_new_from_data(marked, UInt32(marked.count)) else {
        return .topLeft
    }
    defer { exif_data_unref(data) }
    guard let entry = exif_content_get_entry(data.pointee.ifd.0, EXIF_TAG_ORIENTATION),
        entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components == 1
    else { return .topLeft }
    let value = exif_get_short(entry.pointee.data, exif_data_get_byte_order(data))
    return Orientation(rawValue: UInt32(value)) ?? .topLeft
}
