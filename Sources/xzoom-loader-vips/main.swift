// Decodes what libvips, and through it ImageMagick and Poppler, can read for the viewer that started it.
import Decoding

#if VIPS
    import CVips
    import FontFolders

    // Poppler's character maps. The library decodes in threads.
    let folders = FontFolders.prepare() + ["/usr/share/poppler"]
    let service = LoaderService(SandboxPolicy(threads: true, readableFolders: folders)) {
        ["libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2))"]
    }
    VipsLibrary.prepare()
    let named = NamedMemory()
    service.serve { (file, request) throws(DecodingError) in
        .still(try VipsDecoder(file, request, named))
    }
#else
    LoaderService().serve { (_, _) throws(DecodingError) in
        throw DecodingError("this xzoom was built without libvips")
    }
#endif
