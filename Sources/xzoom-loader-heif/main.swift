// Decodes one HEIF or AVIF picture for the viewer that started it.
import Decoding

#if HEIF
    import CAVIF
    import CHEIF

    let service = LoaderService(SandboxPolicy(threads: true)) {
        [
            "libheif \(String(cString: heif_get_version()))",
            "libavif \(String(cString: avifVersion()))",
        ]
    }
    // Codecs of libheif may be plugins, which it loads here: in the sandbox no file can be opened.
    _ = heif_init(nil)

    service.serve { (file, request) throws(DecodingError) in
        let input = try InputBytes(reading: file)
        var start = avifROData(
            data: input.bytes.bindMemory(to: UInt8.self).baseAddress, size: input.bytes.count)
        guard avifPeekCompatibleFileType(&start) != 0 else { return .still(try HEIFDecoder(input, request)) }
        let decoder = try AVIFDecoder(input, request)
        return decoder.isAnimation ? .animation(decoder) : .still(decoder)
    }
#else
    LoaderService().serve { (_, _) throws(DecodingError) in
        throw DecodingError("this xzoom was built without HEIF")
    }
#endif
