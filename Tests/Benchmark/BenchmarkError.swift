/// Why a measurement could not be made.
enum BenchmarkError: Error, CustomStringConvertible {
    case ended(String, String)
    case nothingShown(String, String, String)
    case drawsNothing(String)
    case doesNotZoom(String)
    case notWritten(String)

    var description: String {
        switch self {
        case .ended(let name, let text): "\(name) ended early: \(text)"
        case .nothingShown(let name, let picture, let text): "\(name) shows nothing of \(picture): \(text)"
        case .drawsNothing(let name): "\(name) draws nothing"
        case .doesNotZoom(let name): "\(name) draws nothing when it is told to zoom"
        case .notWritten(let path): "\(path) cannot be written"
        }
    }
}
