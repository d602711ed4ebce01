// Draws an SVG file for the viewer that started it.
import Decoding

#if SVG
    import CRSVG
    import FontFolders

    // Filters and the choice of fonts run in threads.
    let policy = SandboxPolicy(threads: true, readableFolders: FontFolders.prepare())
    let service = LoaderService(policy) {
        ["librsvg \(rsvg_major_version).\(rsvg_minor_version).\(rsvg_micro_version)"]
    }
    TextDrawing.prepare()
    service.serve { (file, request) throws(DecodingError) in
        .drawing(try SVGDecoder(file, request))
    }
#else
    LoaderService().serve { (_, _) throws(DecodingError) in
        throw DecodingError("this xzoom was built without SVG")
    }
#endif
