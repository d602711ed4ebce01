import CCairo
import CPango
public import Geometry

/// A label's pixels: the box, and the words in it.
public struct TypesetLabel: Sendable {
    /// The box, in device pixels.
    public let size: PixelSize
    /// The room for the bar in the box; `nil` where there is none.
    public let bar: PixelRect<View>?
    /// Premultiplied 0xAARRGGBB, row by row.
    let pixels: [UInt32]
}

/// Sets labels by Pango. For one thread.
final class LabelSetter {
    /// The share of black in the box.
    private static let boxOpacity = 0.65
    /// The most lines of a paragraph that is no table.
    private static let paragraphLines = 4
    /// Sizes of a sheet's words, tried in this order.
    private static let sheetScales = [1, 0.9, 0.8, 0.7, 0.6, 0.5]
    /// The most tables of a sheet beside one another.
    private static let mostTables = 4
    /// The least width of a table beside others, in font sizes.
    private static let leastTableWidth = 24.0
    /// The least width of a box with a bar, in font sizes.
    private static let leastBarWidth = 12.0

    private let setter: OpaquePointer

    /// Loads Pango.
    /// - Throws: why that cannot be done.
    init() throws(TypesetterError) {
        var reason: UnsafePointer<CChar>?
        guard let setter = cpango_open(&reason) else {
            throw TypesetterError(reason: reason.map { String(cString: $0) } ?? "")
        }
        self.setter = setter
    }

    deinit { cpango_close(setter) }

    /// Lengths of a box in device pixels.
    private struct Box {
        let padding: Int
        let radius: Double
        let barHeight: Int
        let columnGap: Int

        init(fontSize: Double) {
            padding = Int((fontSize * 0.6).rounded())
            radius = fontSize * 0.45
            barHeight = max(2, Int((fontSize / 4).rounded()))
            columnGap = Int(fontSize.rounded(.up))
        }
    }

    /// Text at a place of its box.
    private struct Placed {
        let text: SetText
        let x: Int
    }

    /// Sets a label.
    /// - Returns: `nil` where there is nothing of it that could be shown.
    func set(_ label: Label) -> TypesetLabel? {
        let box = Box(fontSize: label.fontSize)
        var room = (
            width: label.maximumSize.width - 2 * box.padding,
            height: label.maximumSize.height - 2 * box.padding
        )
        if label.hasBar { room.height -= box.barHeight + box.padding }
        guard room.width > 0, room.height > 0 else { return nil }
        guard label.style != .sheet else { return sheet(label, box, room) }
        let columns =
            label.style == .table && label.lines.contains { if case .pair = $0 { true } else { false } }
        let style = cpango_style(
            font_size: label.fontSize, width: Int32(room.width),
            overflow: label.style == .line ? CPANGO_ELLIPSIZE_MIDDLE : CPANGO_WRAP,
            line_limit: label.style == .paragraph ? Int32(Self.paragraphLines) : 0,
            column_gap: columns ? Int32(box.columnGap) : 0)
        guard let text = SetText(Label.text(of: label.lines), style, by: setter) else { return nil }
        return draw([Placed(text: text, x: 0)], box, in: room, label)
    }

    /// Sets tables beside one another: as large, and then as few of them, as there is room for.
    private func sheet(_ label: Label, _ box: Box, _ room: (width: Int, height: Int)) -> TypesetLabel? {
        var smallest: [Placed] = []
        for scale in Self.sheetScales {
            let fontSize = label.fontSize * scale
            for count in 1...Self.mostTables {
                let gap = 2 * box.columnGap
                let width = (room.width - (count - 1) * gap) / count
                if count > 1, Double(width) < fontSize * Self.leastTableWidth { break }
                guard let tables = tables(label.lines, count: count, fontSize, width: width, gap: gap) else {
                    return nil
                }
                let height = tables.map(\.text.height).max() ?? 0
                if height <= room.height, Self.width(of: tables) <= room.width {
                    return draw(tables, box, in: room, label)
                }
                smallest = tables
            }
        }
        return draw(smallest, box, in: room, label)
    }

    private func tables(
        _ lines: [Label.Line], count: Int, _ fontSize: Double, width: Int, gap: Int
    ) -> [Placed]? {
        let length = (lines.count + count - 1) / count
        var (rest, x, tables) = (lines[...], 0, [Placed]())
        while !rest.isEmpty {
            // A table does not begin with an empty line.
            rest = rest.drop { $0 == .text("") }
            let style = cpango_style(
                font_size: fontSize, width: Int32(max(width, 1)), overflow: CPANGO_WRAP, line_limit: 0,
                column_gap: Int32(Box(fontSize: fontSize).columnGap))
            guard let text = SetText(Label.text(of: rest.prefix(length)), style, by: setter) else {
                return nil
            }
            tables.append(Placed(text: text, x: x))
            x += text.width + gap
            rest = rest.dropFirst(length)
        }
        return tables
    }

    private static func width(of texts: [Placed]) -> Int { texts.map { $0.x + $0.text.width }.max() ?? 0 }

    /// Draws texts in a box as large as they are, at most as large as there is room.
    private func draw(
        _ texts: [Placed], _ box: Box, in room: (width: Int, height: Int), _ label: Label
    ) -> TypesetLabel? {
        var width = min(Self.width(of: texts), room.width)
        var height = min(texts.map(\.text.height).max() ?? 0, room.height)
        guard width > 0, height > 0 else { return nil }
        if label.hasBar { width = min(max(width, Int(label.fontSize * Self.leastBarWidth)), room.width) }
        let barTop = height + 2 * box.padding
        if label.hasBar { height += box.barHeight + box.padding }
        let size = PixelSize(width: width + 2 * box.padding, height: height + 2 * box.padding)
        let surface = Surface.image(size: size, hasAlpha: true)
        surface.paint { context in
            Self.addBox(size, radius: box.radius, to: context)
            cairo_set_source_rgba(context, 0, 0, 0, Self.boxOpacity)
            cairo_fill_preserve(context)
            cairo_clip(context)
            cairo_set_source_rgb(context, 1, 1, 1)
            for text in texts { text.text.show(in: context, x: box.padding + text.x, y: box.padding) }
        }
        let bar = PixelRect<View>(
            x0: box.padding, y0: barTop, x1: box.padding + width, y1: barTop + box.barHeight)
        return TypesetLabel(size: size, bar: label.hasBar ? bar : nil, pixels: surface.words)
    }

    private static func addBox(_ size: PixelSize, radius: Double, to context: OpaquePointer) {
        let (width, height) = (Double(size.width), Double(size.height))
        let radius = min(radius, width / 2, height / 2)
        cairo_new_path(context)
        cairo_arc(context, width - radius, radius, radius, -.pi / 2, 0)
        cairo_arc(context, width - radius, height - radius, radius, 0, .pi / 2)
        cairo_arc(context, radius, height - radius, radius, .pi / 2, .pi)
        cairo_arc(context, radius, radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }
}

/// Text that has been set.
private final class SetText {
    private let handle: OpaquePointer
    let width: Int
    let height: Int

    init?(_ text: String, _ style: cpango_style, by setter: OpaquePointer) {
        var (text, style) = (text, style)
        let handle = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.flatMap { cpango_set(setter, $0, bytes.count, &style) }
            }
        }
        guard let handle else { return nil }
        self.handle = handle
        var (width, height): (Int32, Int32) = (0, 0)
        cpango_get_size(handle, &width, &height)
        // Without any font, sizes are none.
        self.width = max(0, Int(width))
        self.height = max(0, Int(height))
    }

    deinit { cpango_free(handle) }

    func show(in context: OpaquePointer, x: Int, y: Int) { cpango_show(handle, context, Int32(x), Int32(y)) }
}

extension Surface {
    /// The pixels of an image surface without padding.
    fileprivate var words: [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity(size.width * size.height)
        withPixels { pixels, stride in
            for row in 0..<size.height {
                words.append(contentsOf: UnsafeBufferPointer(start: pixels + row * stride, count: size.width))
            }
        }
        return words
    }
}
