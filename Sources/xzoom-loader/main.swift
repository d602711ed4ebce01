// Decodes one picture of a light format for the viewer that started it.
import Loading

LoaderService().serve { (file, format, sink) throws(DecodingError) in
    switch format {
    case .png: try decodePNG(file, into: sink)
    case .jpeg: try decodeJPEG(file, into: sink)
    }
}
