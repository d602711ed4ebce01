import Geometry
import Rendering

/// Where in the window things are that are shown over the picture, and how their words are set.
struct OverlayLayout: Hashable {
    /// The window's size in device pixels.
    let window: PixelSize
    /// How much larger than at 96 dots per inch everything is.
    let scale: Double

    /// The height of the font in units of 1/96 inch.
    private static let fontSize = 14.0
    /// The most of an overview in units.
    private static let overview = (width: 160.0, height: 120.0)

    /// Device pixels of so many units, at least 1.
    private func pixels(_ units: Double) -> Int { max(1, Int((units * scale).rounded())) }

    /// Between the window's edge and what is shown; less in small windows.
    private var margin: Int { min(pixels(16), min(window.width, window.height) / 24) }
    /// Between two boxes.
    private var gap: Int { pixels(6) }

    /// The label of a notice, `nil` for what has no words.
    func label(of notice: Notices.Content) -> Label? {
        let (lines, style): ([Label.Line], Label.Style)
        var hasBar = false
        switch notice {
        case .zoom(let scale): (lines, style) = ([.text("\(TitleFormat.percent(scale)) %")], .line)
        case .step(let name, let number, let count):
            (lines, style) = ([.text("\(name.isolated)  \(number)/\(count)")], .line)
        case .loading(let name, _):
            (lines, style) = ([.text("Loading \(name.isolated)…")], .line)
            hasBar = true
        case .message(let message): (lines, style) = ([.text(message)], .paragraph)
        case .panel(let facts): (lines, style) = (facts.map { .pair($0.name, $0.value) }, .table)
        case .help(let help): (lines, style) = (help, .sheet)
        case .indicators: return nil
        }
        // A panel leaves the picture to be seen, and long lines are hard to read.
        let widest =
            style == .table ? max(window.width / 2, pixels(240)) : style == .paragraph ? pixels(560) : .max
        let room = PixelSize(
            width: max(1, min(window.width - 2 * margin, widest)), height: max(1, window.height - 2 * margin))
        return Label(
            lines, style: style, fontSize: Self.fontSize * scale, maximumSize: room, hasBar: hasBar)
    }

    /// The places of boxes in the window.
    /// - Parameter sizes: of each box, by its kind.
    /// - Returns: the place of each. At the bottom they are above one another, in the middle.
    func frames(of sizes: [Notices.Kind: PixelSize]) -> [Notices.Kind: PixelRect<View>] {
        var frames: [Notices.Kind: PixelRect<View>] = [:]
        var bottom = window.height - margin
        for kind in [Notices.Kind.zoom, .step, .loading, .message] {
            guard let size = sizes[kind] else { continue }
            frames[kind] = place(size, x: (window.width - size.width) / 2, y: bottom - size.height)
            bottom -= size.height + gap
        }
        if let size = sizes[.panel] { frames[.panel] = place(size, x: margin, y: margin) }
        if let size = sizes[.help] {
            frames[.help] = place(
                size, x: (window.width - size.width) / 2, y: max(0, (window.height - size.height) / 2))
        }
        return frames
    }

    private func place(_ size: PixelSize, x: Int, y: Int) -> PixelRect<View> {
        PixelRect(x0: x, y0: y, x1: x + size.width, y1: y + size.height)
    }

    /// The bar in a box.
    /// - Parameters:
    ///   - room: for it in the box.
    ///   - box: where that is in the window.
    ///   - full: the part that is full.
    /// - Returns: all of it, and over that the part.
    func bars(in room: PixelRect<View>, of box: PixelRect<View>, full: ClosedRange<Double>) -> [OverlayItem
        .Bar]
    {
        let whole = PixelRect<View>(
            x0: box.x0 + room.x0, y0: box.y0 + room.y0, x1: box.x0 + room.x1, y1: box.y0 + room.y1)
        let place = { (share: Double) in whole.x0 + Int((share * Double(whole.width)).rounded()) }
        let part = PixelRect<View>(
            x0: place(full.lowerBound), y0: whole.y0, x1: place(full.upperBound), y1: whole.y1)
        return [
            OverlayItem.Bar(frame: whole, brightness: 1, opacity: 0.25),
            OverlayItem.Bar(frame: part, brightness: 1, opacity: 1),
        ].filter { !$0.frame.isEmpty }
    }

    // MARK: What has no words

    /// Bars at the window's right and bottom that show which part of a picture is seen; none on an axis on which all is.
    /// - Parameters:
    ///   - picture: where it is in the window, in device pixels.
    ///   - opacity: of the bars.
    /// - Returns: at most one for each axis.
    func indicators(of picture: Rect<View>, opacity: Double) -> [OverlayItem] {
        let (thickness, margin) = (pixels(3), pixels(3))
        return Axis.allCases.compactMap { axis in
            let isX = axis == .x
            let (extent, start, length) =
                isX
                ? (window.width, picture.minX, picture.size.width)
                : (window.height, picture.minY, picture.size.height)
            guard length > Double(extent) + 0.5 else { return nil }
            let track = Double(extent - 2 * margin - (thickness + margin))
            let least = min(Double(pixels(24)), track)
            let bar = max(least, track * Double(extent) / length)
            // Pulled beyond an edge, it stays at the end of its track.
            let progress = min(max(-start / (length - Double(extent)), 0), 1)
            let (from, to) = (
                Double(margin) + progress * (track - bar), Double(margin) + progress * (track - bar) + bar
            )
            let frame = { (low: Int, high: Int) in
                isX
                    ? PixelRect<View>(
                        x0: low, y0: window.height - margin - thickness, x1: high, y1: window.height - margin)
                    : PixelRect<View>(
                        x0: window.width - margin - thickness, y0: low, x1: window.width - margin, y1: high)
            }
            // The patch is the whole track, so that it is the same one while the bar moves.
            return OverlayItem(
                frame: frame(margin, margin + Int(track)), opacity: opacity,
                bars: [
                    OverlayItem.Bar(frame: frame(Int(from), Int(to)), brightness: 0, opacity: 0.3),
                    OverlayItem.Bar(frame: frame(Int(from), Int(to)), brightness: 1, opacity: 0.7),
                ])
        }
    }

    /// The size of the overview of a picture; `nil` where there is no room for it.
    func overviewSize(of picture: PixelSize) -> PixelSize? {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let most = (
            width: min(Self.overview.width * scale, Double(window.width) / 3),
            height: min(Self.overview.height * scale, Double(window.height) / 3)
        )
        let factor = min(most.width / width, most.height / height)
        let size = (Int((width * factor).rounded()), Int((height * factor).rounded()))
        return size.0 >= 8 && size.1 >= 8 ? PixelSize(width: size.0, height: size.1) : nil
    }

    /// The overview of a picture, in which the part is outlined that the window shows.
    /// - Parameters:
    ///   - image: the overview.
    ///   - picture: where the picture is in the window, in device pixels.
    /// - Returns: the item, in the window's corner.
    func overview(_ image: OverlayImage, of picture: Rect<View>) -> OverlayItem {
        let size = image.size
        let frame = place(
            size, x: window.width - margin - size.width, y: window.height - margin - size.height)
        let line = pixels(1)
        let inside = { (value: Double, start: Double, length: Double, side: Int) in
            Int((min(max((value - start) / length, 0), 1) * Double(side)).rounded())
        }
        let x = { inside($0, picture.minX, picture.size.width, size.width) }
        let y = { inside($0, picture.minY, picture.size.height, size.height) }
        let (x0, y0) = (min(x(0), size.width - 2 * line), min(y(0), size.height - 2 * line))
        let seen = PixelRect<View>(
            x0: frame.x0 + x0, y0: frame.y0 + y0,
            x1: frame.x0 + max(x(Double(window.width)), x0 + 2 * line),
            y1: frame.y0 + max(y(Double(window.height)), y0 + 2 * line))
        let core = PixelRect<View>(
            x0: seen.x0 + line, y0: seen.y0 + line, x1: seen.x1 - line, y1: seen.y1 - line)
        let around = frame.parts(outside: [seen]).map {
            OverlayItem.Bar(frame: $0, brightness: 0, opacity: 0.4)
        }
        let outline = seen.parts(outside: [core]).map {
            OverlayItem.Bar(frame: $0, brightness: 1, opacity: 1)
        }
        return OverlayItem(frame: frame, image: image, bars: around + outline)
    }
}
