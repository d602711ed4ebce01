import CWebP
import Decoding
import Geometry
import Posix

/// A WebP file (RFC 9649) taken apart; it may break off anywhere behind its header.
final class WebPFile {
    /// What the picture is.
    let header: PictureHeader
    /// What its numbers mean.
    let colors: SourceColors
    /// Whether its frames follow each other in time.
    let isAnimation: Bool
    /// How often they are shown, 0 for ever.
    let loopCount: Int
    /// Whether all of the file is there.
    let isWhole: Bool

    private let input: InputBytes
    private let demuxer: OpaquePointer
    /// The frame that an animation breaks off in, which the demuxer does not give.
    private let cutFrame: Frame?

    /// Reads a file, but decodes none of its pixels.
    /// - Throws: where it is no WebP file.
    init(_ file: borrowing FileDescriptor) throws(DecodingError) {
        input = try InputBytes(reading: file)
        var data = WebPData(
            bytes: input.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: input.bytes.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        guard let demuxer = WebPDemuxPartial(&data, &state) else {
            throw state == WEBP_DEMUX_PARSING_HEADER ? .endsEarly : DecodingError("the file is damaged")
        }
        self.demuxer = demuxer
        isWhole = state == WEBP_DEMUX_DONE
        let flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS)
        isAnimation = flags & ANIMATION_FLAG.rawValue != 0
        loopCount = Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))
        let (width, height) = (
            Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)),
            Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
        )
        guard width > 0, height > 0, state != WEBP_DEMUX_PARSING_HEADER else {
            WebPDemuxDelete(demuxer)
            throw .endsEarly
        }
        let size = PixelSize(width: width, height: height)
        cutFrame = isAnimation && !isWhole ? Self.cutFrame(input.bytes, in: size) : nil
        var transparency = FrameTransparency(in: size)
        if let cutFrame { transparency.add(cutFrame.outline) }
        var number = 1
        while isAnimation, let frame = Self.frame(number, of: demuxer) {
            transparency.add(frame.outline)
            number += 1
        }
        let hasAlpha = isAnimation ? transparency.isPossible : flags & ALPHA_FLAG.rawValue != 0
        let turned = Self.chunk("EXIF", of: demuxer) { bytes in
            Orientation(exif: bytes)
        }
        header = PictureHeader(size: size, orientation: turned ?? .topLeft, hasAlpha: hasAlpha)
        let profile = Self.chunk("ICCP", of: demuxer) { Array($0) }
        colors = profile.map { .icc($0) } ?? .sRGB
    }

    deinit { WebPDemuxDelete(demuxer) }

    /// What else the file says.
    var facts: PictureFacts {
        var facts = PictureFacts()
        var features = WebPBitstreamFeatures()
        if let data = frame(1)?.data,
            WebPGetFeatures(data.bindMemory(to: UInt8.self).baseAddress, data.count, &features)
                == VP8_STATUS_OK
        {
            facts.addDetail(features.format == 2 ? "lossless" : "lossy")
        }
        facts.addFrames(Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)))
        facts.add(colors)
        _ = Self.chunk("EXIF", of: demuxer) { facts.add(exif: $0) }
        return facts
    }

    private static func chunk<T>(
        _ name: String, of demuxer: OpaquePointer, _ body: (UnsafeRawBufferPointer) -> T
    ) -> T? {
        var found = WebPChunkIterator()
        guard WebPDemuxGetChunk(demuxer, name, 1, &found) != 0 else { return nil }
        defer { WebPDemuxReleaseChunkIterator(&found) }
        return body(UnsafeRawBufferPointer(start: found.chunk.bytes, count: found.chunk.size))
    }

    /// A frame as it is stored.
    struct Frame {
        /// Where it goes, and how.
        var outline: FrameOutline
        /// Its data, valid while the file is.
        var data: UnsafeRawBufferPointer
        /// Whether all of it is there.
        var isWhole: Bool
    }

    /// A frame.
    /// - Parameter number: from 1 on.
    /// - Returns: `nil` behind the last one.
    func frame(_ number: Int) -> Frame? {
        if let frame = Self.frame(number, of: demuxer) { return frame }
        return number == Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)) + 1 ? cutFrame : nil
    }

    private static func frame(_ number: Int, of demuxer: OpaquePointer) -> Frame? {
        var found = WebPIterator()
        guard let number = Int32(exactly: number), WebPDemuxGetFrame(demuxer, number, &found) != 0 else {
            return nil
        }
        defer { WebPDemuxReleaseIterator(&found) }
        let (x, y) = (Int(found.x_offset), Int(found.y_offset))
        return Frame(
            outline: FrameOutline(
                rect: PixelRect(x0: x, y0: y, x1: x + Int(found.width), y1: y + Int(found.height)),
                delay: Double(found.duration) / 1000,
                disposal: found.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND ? .clear : .keep,
                isBlended: found.blend_method == WEBP_MUX_BLEND, hasAlpha: found.has_alpha != 0),
            data: UnsafeRawBufferPointer(start: found.fragment.bytes, count: found.fragment.size),
            isWhole: found.complete != 0)
    }

    /// The frame chunk that goes past the end of the file: five numbers of three bytes, flags, and chunks of pixels.
    private static func cutFrame(_ bytes: UnsafeRawBufferPointer, in size: PixelSize) -> Frame? {
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        var place = 12
        while place + 8 <= bytes.count {
            let end = place + 8 + number(place + 4, 4)
            let fields = place + 8
            guard end > bytes.count else {
                place = end + end % 2
                continue
            }
            guard bytes[place..<fields].starts(with: "ANMF".utf8), bytes.count > fields + 16 else {
                return nil
            }
            let (x, y) = (2 * number(fields, 3), 2 * number(fields + 3, 3))
            let (width, height) = (1 + number(fields + 6, 3), 1 + number(fields + 9, 3))
            guard x + width <= size.width, y + height <= size.height else { return nil }
            let flags = bytes[fields + 15]
            let outline = FrameOutline(
                rect: PixelRect(x0: x, y0: y, x1: x + width, y1: y + height),
                delay: Double(number(fields + 12, 3)) / 1000, disposal: flags & 1 == 1 ? .clear : .keep,
                isBlended: flags & 2 == 0, hasAlpha: true)
            let data = UnsafeRawBufferPointer(rebasing: bytes[(fields + 16)...])
            return Frame(outline: outline, data: data, isWhole: false)
        }
        return nil
    }
}
