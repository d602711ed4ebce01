import Geometry
import ScrollView

/// A view as `--view` takes and `--print-view` writes it: the image point in the window's middle and the scale, "400,300,2",
/// or "400,300,fit".
extension MediaViewState {
    /// - Returns: `nil` where the text is no view, or its scale not from 10⁻⁶ to 10⁶.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite, y.isFinite,
            abs(x) <= 1e9, abs(y) <= 1e9
        else { return nil }
        let center = Point<Image>(x: x, y: y)
        if parts[2] == "fit" {
            self.init(center: center, scale: .fit)
        } else {
            guard let scale = Double(parts[2]), (1e-6...1e6).contains(scale) else { return nil }
            self.init(center: center, scale: .devicePixels(scale))
        }
    }

    /// The text, from which the same view is made again.
    var text: String {
        let scale =
            switch scale {
            case .fit: "fit"
            case .devicePixels(let scale): "\(scale)"
            }
        return "\(center.x),\(center.y),\(scale)"
    }
}
