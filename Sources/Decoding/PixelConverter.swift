import Geometry

/// Turns a picture's pixels into those of a canvas: premultiplied, 0xAARRGGBB, in the display's colours.
public final class PixelConverter {
    private let layout: PixelLayout
    private let colors: SourceColors
    private let displayProfile: [UInt8]
    private let pixelCount: Int
    /// `nil` where colours stay as they are. It is made when it is first needed.
    private lazy var transform = makeTransform()

    /// A converter.
    /// - Parameters:
    ///   - layout: of the pixels that come.
    ///   - colors: what their numbers mean; an unusable profile counts as none.
    ///   - canvas: where they go.
    public init(_ layout: PixelLayout, _ colors: SourceColors, for canvas: Canvas) {
        self.layout = layout
        self.colors = colors
        displayProfile = canvas.displayProfile
        pixelCount = canvas.size.width * canvas.size.height
    }

    /// Whether colours stay as they are, so that a decoder may write rows of BGRA itself. Once it has been asked, many threads
    /// may convert at the same time.
    public var isIdentity: Bool { !layout.isInk && !isLight && transform == nil }

    /// Whether numbers of floating point are in proportion to light.
    private var isLight: Bool {
        guard layout.rounded != nil, case .parametric(_, .linear) = colors else { return false }
        return true
    }

    private func makeTransform() -> ColorTransform? {
        let colors = layout.rounded == nil ? colors : FloatPixels.colors(of: colors)
        return ColorTransform(
            colors, layout.rounded ?? layout, displayProfile: displayProfile, pixelCount: pixelCount)
    }

    /// Converts pixels.
    /// - Parameters:
    ///   - source: `count` pixels of the layout, aligned to their numbers. Those of four bytes may be in the target's place.
    ///   - target: takes as many words.
    ///   - count: at least 1.
    public func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        guard let rounded = layout.rounded else {
            convert(source, layout, to: target, count: count)
            return
        }
        let numbers = source.assumingMemoryBound(to: Float.self)
        let parts = rounded.byteCount / 2
        let most = 256
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: most * parts) { words in
            guard let start = words.baseAddress else { return }
            for first in stride(from: 0, to: count, by: most) {
                let now = min(most, count - first)
                FloatPixels.round(
                    numbers + first * parts, to: start, count: now * parts, parts: parts, isLinear: isLight)
                convert(start, rounded, to: target + first, count: now)
            }
        }
    }

    private func convert(
        _ source: UnsafeRawPointer, _ layout: PixelLayout, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        if let transform {
            transform.convert(source, layout, to: target, count: count)
        } else {
            PlainPixels.convert(source, layout, to: target, count: count)
        }
    }
}
