// Decodes one picture of a light format for the viewer that started it.
import CPNG
import Decoding
import Loading
import RasterFormats

// A large PNG is inflated by a thread of its own.
let service = LoaderService(SandboxPolicy(threads: true)) {
    ["libpng \(String(cString: xz_png_version()))", "libisal \(String(cString: xz_png_inflater_version()))"]
}
service.serve { (file, request) throws(DecodingError) in
    switch request.format {
    case .png: try APNGFrames.open(file, request)
    case .jpeg: .still(try JPEGDecoder(file, request))
    case .webP: try WebPDecoder.open(file, request)
    case .gif: try GIFFrames.open(file, request)
    case .bmp: .still(try BMPDecoder(InputBytes(reading: file), request))
    case .ico: .still(try ICODecoder(InputBytes(reading: file), request, openPNG: PNGDecoder.init))
    case .pnm: .still(try PNMDecoder(InputBytes(reading: file), request))
    case .tga: .still(try TGADecoder(InputBytes(reading: file), request))
    case .qoi: .still(try QOIDecoder(InputBytes(reading: file), request))
    case .farbfeld: .still(try FarbfeldDecoder(InputBytes(reading: file), request))
    default: throw DecodingError("this loader does not decode \(request.format.name)")
    }
}
