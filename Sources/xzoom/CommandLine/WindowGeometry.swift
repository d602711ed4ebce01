import Geometry

/// A window's size and place as X programs take it: WIDTHxHEIGHT+X+Y, each half optional (X(7), "Geometry specifications").
struct WindowGeometry {
    /// In device pixels, where it is given.
    private(set) var size: PixelSize?
    /// "+X+Y", "-X-Y" and so on, or empty.
    private(set) var place = ""

    /// Nothing given.
    init() {}

    /// - Returns: `nil` where the text is no geometry, or its size not from 1 to 32767.
    init?(_ text: String) {
        let start = text.firstIndex { $0 == "+" || $0 == "-" } ?? text.endIndex
        let (extent, place) = (text[..<start], text[start...])
        if !extent.isEmpty {
            let sides = extent.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
                Int($0)
            }
            guard sides.count == 2, let width = sides[0], let height = sides[1], (1...32767).contains(width),
                (1...32767).contains(height)
            else { return nil }
            size = PixelSize(width: width, height: height)
        }
        if !place.isEmpty {
            let numbers = place.split(omittingEmptySubsequences: false) { $0 == "+" || $0 == "-" }.dropFirst()
            guard numbers.count == 2, numbers.allSatisfy({ (0...32767).contains(Int($0) ?? -1) }) else {
                return nil
            }
            self.place = String(place)
        }
        guard !text.isEmpty else { return nil }
    }

    /// The size of a window for a picture: the picture's own, at most 90 % of the work area, and large enough for fingers.
    /// - Parameters:
    ///   - picture: in pixels.
    ///   - workArea: the part of the screen that windows may cover, in device pixels.
    /// - Returns: what was given, or what suits the picture.
    func windowSize(for picture: PixelSize, in workArea: (width: Int, height: Int)) -> PixelSize {
        if let size { return size }
        let (width, height) = (Double(picture.width), Double(picture.height))
        let (most, least) = (
            (width: 0.9 * Double(workArea.width), height: 0.9 * Double(workArea.height)),
            (width: 240.0, height: 180.0)
        )
        let scale = min(1, most.width / width, most.height / height)
        let side = { (length: Double, least: Double, most: Double) in
            max(1, Int(min(max((length * scale).rounded(), least), most).rounded(.down)))
        }
        return PixelSize(
            width: side(width, least.width, most.width), height: side(height, least.height, most.height))
    }
}
