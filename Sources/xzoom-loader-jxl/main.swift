// Decodes one JPEG XL picture for the viewer that started it.
import Decoding

#if JPEGXL
    import CJXL

    let service = LoaderService(SandboxPolicy(threads: true)) {
        // As 1000000 × major + 1000 × minor + patch.
        let version = JxlDecoderVersion()
        return ["libjxl \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"]
    }
    service.serve { (file, request) throws(DecodingError) in
        let decoder = try JXLDecoder(InputBytes(reading: file), request)
        return decoder.isAnimation ? .animation(decoder) : .still(decoder)
    }
#else
    LoaderService().serve { (_, _) throws(DecodingError) in
        throw DecodingError("this xzoom was built without JPEG XL")
    }
#endif
