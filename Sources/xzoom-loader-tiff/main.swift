// Decodes one TIFF page for the viewer that started it.
import Decoding

#if TIFF
    import CTIFF

    let service = LoaderService {
        // Two more lines tell whose it is.
        [String(cString: TIFFGetVersion()).split(separator: "\n").first.map { String($0) } ?? "libtiff"]
    }
    service.serve { (file, request) throws(DecodingError) in
        .still(try TIFFDecoder(file, request))
    }
#else
    LoaderService().serve { (_, _) throws(DecodingError) in
        throw DecodingError("this xzoom was built without TIFF")
    }
#endif
