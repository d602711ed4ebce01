import CGIF
import Decoding
import Geometry
import Glibc

/// The images of a GIF file in order (GIF89a, CompuServe 1990), and giflib's decoder of their pixels.
final class GIFStream {
    /// An image and what is said of it.
    struct Image {
        /// Where it goes.
        var outline: FrameOutline
        /// Whether its rows are stored in four passes.
        var isInterlaced: Bool
        /// The index of its transparent colour.
        var transparentIndex: Int?
    }

    private static let longestComment = 4096

    /// How often all images are shown, as far as it has been read: 0 for ever.
    private(set) var loopCount = 1
    /// The first comment, as far as it has been read.
    private(set) var comment: [UInt8] = []
    /// Whether more was to be read than there is.
    private(set) var isCutShort = false

    private let input: InputBytes
    private var place = 0
    private var isReadingPixels = false
    /// Of pixels giflib reads the length of a block next, not its bytes.
    private var isLengthNext = true
    private var gif: UnsafeMutablePointer<GifFileType>?
    private var isInsideImage = false
    private var hasImages = false

    /// Reads the screen.
    /// - Throws: where it is no GIF file.
    init(_ input: InputBytes) throws(DecodingError) {
        self.input = input
        try rewind()
    }

    deinit { close() }

    private func close() {
        // It fails where it was cut off inside a picture; its memory is freed all the same.
        var error: Int32 = 0
        if let gif { DGifCloseFile(gif, &error) }
        gif = nil
    }

    /// Makes the first image the next one.
    func rewind() throws(DecodingError) {
        close()
        (place, isCutShort, isReadingPixels, isLengthNext, isInsideImage) = (0, false, false, true, false)
        var error: Int32 = 0
        let read: InputFunc = { gif, target, count in
            guard let gif, let target, let own = gif.pointee.UserData else { return 0 }
            return Unmanaged<GIFStream>.fromOpaque(own).takeUnretainedValue().read(target, count)
        }
        gif = DGifOpen(Unmanaged.passUnretained(self).toOpaque(), read, &error)
        guard gif != nil else { throw failure }
    }

    private var failure: DecodingError { isCutShort ? .endsEarly : DecodingError("the file is damaged") }

    /// Colours that images share; 0 where each has its own.
    var colorCount: Int { Int(gif?.pointee.SColorMap?.pointee.ColorCount ?? 0) }

    /// Columns and rows of the screen, either of which may be 0.
    var screen: (width: Int, height: Int) {
        (Int(gif?.pointee.SWidth ?? 0), Int(gif?.pointee.SHeight ?? 0))
    }

    /// Gives giflib the next bytes. Where the file ends in a block of pixels it gets a shorter block, and none behind it:
    /// so that what is there is decoded.
    private func read(_ target: UnsafeMutablePointer<UInt8>, _ count: Int32) -> Int32 {
        let rest = input.bytes.count - place
        let got = min(rest, Int(count))
        if let start = input.bytes.baseAddress, got > 0 { memcpy(target, start + place, got) }
        place += got
        isCutShort = isCutShort || got < count
        guard isReadingPixels, isLengthNext else {
            isLengthNext = true
            return Int32(got)
        }
        if got == 0 { target.pointee = 0 }
        if Int(target.pointee) > rest - got {
            isCutShort = true
            target.pointee = UInt8(clamping: rest - got)
        }
        isLengthNext = target.pointee == 0
        return 1
    }

    /// Goes on to the next image, past what is left of the one before.
    /// - Returns: `nil` behind the last one. A missing end mark is no fault.
    /// - Throws: where the file ends before that.
    func next() throws(DecodingError) -> Image? {
        guard let gif else { return nil }
        if isInsideImage { skipPixels() }
        var control: GraphicsControlBlock?
        while place < input.bytes.count && !isCutShort {
            var record = UNDEFINED_RECORD_TYPE
            // Bytes that are no record are taken for the end, as browsers do.
            guard DGifGetRecordType(gif, &record) == GIF_OK else { return nil }
            switch record {
            case EXTENSION_RECORD_TYPE: control = try readExtension(gif) ?? control
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageHeader(gif) == GIF_OK else { throw failure }
                (hasImages, isInsideImage) = (true, true)
                return image(gif.pointee.Image, control)
            default: return nil
            }
        }
        if isCutShort || !hasImages { throw .endsEarly }
        return nil
    }

    private func image(_ image: GifImageDesc, _ control: GraphicsControlBlock?) -> Image {
        let (x, y) = (Int(image.Left), Int(image.Top))
        let transparent = control.map { Int($0.TransparentColor) } ?? -1
        let disposal: FrameDisposal =
            switch control?.DisposalMode {
            case 2: .clear
            // Some writers take the third bit of the field for the number 3.
            case 3, 4: .restore
            default: .keep
            }
        return Image(
            outline: FrameOutline(
                rect: PixelRect(x0: x, y0: y, x1: x + Int(image.Width), y1: y + Int(image.Height)),
                delay: Double(control?.DelayTime ?? 0) / 100, disposal: disposal, isBlended: true,
                hasAlpha: transparent >= 0),
            isInterlaced: image.Interlace, transparentIndex: transparent >= 0 ? transparent : nil)
    }

    /// Reads an extension.
    /// - Returns: what it says of the next image.
    private func readExtension(_ gif: UnsafeMutablePointer<GifFileType>) throws(DecodingError)
        -> GraphicsControlBlock?
    {
        var code: Int32 = 0
        // The block's length and its bytes.
        var block: UnsafeMutablePointer<UInt8>?
        guard DGifGetExtension(gif, &code, &block) == GIF_OK else { throw failure }
        var control: GraphicsControlBlock?
        var isLooping = false
        let isComment = code == COMMENT_EXT_FUNC_CODE && comment.isEmpty
        while let current = block {
            let bytes = UnsafeBufferPointer(start: current + 1, count: Int(current.pointee))
            if code == GRAPHICS_EXT_FUNC_CODE, control == nil {
                var found = GraphicsControlBlock()
                if DGifExtensionToGCB(bytes.count, current + 1, &found) == GIF_OK { control = found }
            } else if isComment {
                if comment.count < Self.longestComment { comment += bytes }
            } else if code == APPLICATION_EXT_FUNC_CODE {
                if isLooping, bytes.count >= 3, bytes[0] & 7 == 1 {
                    // It counts repetitions.
                    let count = Int(bytes[1]) | Int(bytes[2]) << 8
                    loopCount = count == 0 ? 0 : count + 1
                }
                isLooping =
                    isLooping || bytes.elementsEqual("NETSCAPE2.0".utf8)
                    || bytes.elementsEqual("ANIMEXTS1.0".utf8)
            }
            guard DGifGetExtensionNext(gif, &block) == GIF_OK else { throw failure }
        }
        return control
    }

    /// Passes over the pixels of the image.
    private func skipPixels() {
        guard let gif else { return }
        isReadingPixels = true
        var block: UnsafeMutablePointer<UInt8>?
        repeat {
            guard DGifGetCodeNext(gif, &block) == GIF_OK else { break }
        } while block != nil
        isReadingPixels = false
        isInsideImage = false
    }

    /// Decodes the next row of the image.
    /// - Parameters:
    ///   - row: takes the indices of `width` pixels.
    ///   - width: the image's, at least 1.
    ///   - isLast: whether it is the image's last.
    /// - Throws: where there is none, or not all of it.
    func readRow(into row: UnsafeMutablePointer<UInt8>, width: Int, isLast: Bool) throws(DecodingError) {
        isReadingPixels = true
        defer { isReadingPixels = false }
        guard let gif, DGifGetLine(gif, row, Int32(width)) == GIF_OK else { throw failure }
        // With the last row giflib reads to the image's end.
        if isLast { isInsideImage = false }
    }

    /// The colours of the image's indices as R, G, B, A bytes: its own or else the screen's, grey where there are none.
    func palette(transparentIndex: Int?) -> [UInt8] {
        let map = gif?.pointee.Image.ColorMap ?? gif?.pointee.SColorMap
        let count = Int(map?.pointee.ColorCount ?? 0)
        var bytes: [UInt8] = []
        for index in 0..<256 {
            if index == transparentIndex {
                bytes += [0, 0, 0, 0]
            } else if let colors = map?.pointee.Colors {
                // Indices behind the last colour are black.
                let color = index < count ? colors[index] : GifColorType(Red: 0, Green: 0, Blue: 0)
                bytes += [color.Red, color.Green, color.Blue, 255]
            } else {
                bytes += [UInt8(index), UInt8(index), UInt8(index), 255]
            }
        }
        return bytes
    }
}
