import Geometry
import Testing

/// Where a stored pixel is seen, by the words of the Orientation tag: the side of the picture that row 0 is on, and the one
/// that column 0 is on.
private func place(of column: Int, _ row: Int, in size: PixelSize, _ orientation: Orientation) -> (
    x: Int, y: Int
) {
    let (fromRight, fromBottom) = (size.width - 1 - column, size.height - 1 - row)
    return switch orientation {
    case .topLeft: (column, row)  // row 0 at the top, column 0 at the left
    case .topRight: (fromRight, row)  // top, right
    case .bottomRight: (fromRight, fromBottom)  // bottom, right
    case .bottomLeft: (column, fromBottom)  // bottom, left
    case .leftTop: (row, column)  // row 0 at the left, column 0 at the top
    case .rightTop: (fromBottom, column)  // right, top
    case .rightBottom: (fromBottom, fromRight)  // right, bottom
    case .leftBottom: (row, fromRight)  // left, bottom
    }
}

@Suite struct OrientationTests {
    private static let sizes = [(5, 3), (1, 1), (1, 4), (6, 6)].map { PixelSize(width: $0.0, height: $0.1) }

    @Test func numbersAreThoseOfTheTag() {
        #expect(Orientation.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(Orientation(rawValue: 0) == nil)
        #expect(Orientation(rawValue: 9) == nil)
    }

    @Test(arguments: Orientation.allCases) func everyPixelIsSeenWhereTheTagSays(orientation: Orientation) {
        for size in Self.sizes {
            let seen = orientation.displaySize(of: size)
            #expect(seen == (orientation.rawValue >= 5 ? size.transposed : size))
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let (x, y) = place(of: column, row, in: size, orientation)
                    let stored = PixelRect<Stored>(x0: column, y0: row, x1: column + 1, y1: row + 1)
                    let expected = PixelRect<Image>(x0: x, y0: y, x1: x + 1, y1: y + 1)
                    #expect(orientation.displayRect(of: stored, in: size) == expected)
                    #expect(orientation.storedRect(of: expected, in: size) == stored)
                }
            }
        }
    }

    /// Every rectangle, also past the raster, holds the same pixels when it is seen, and comes back.
    @Test(arguments: Orientation.allCases) func rectanglesGoAndComeBack(orientation: Orientation) {
        let size = PixelSize(width: 5, height: 3)
        for (x0, x1) in [(0, 5), (1, 3), (4, 5), (-2, 1), (3, 9), (2, 2)] {
            for (y0, y1) in [(0, 3), (1, 2), (-1, 2), (2, 8), (1, 1)] {
                let stored = PixelRect<Stored>(x0: x0, y0: y0, x1: x1, y1: y1)
                let seen = orientation.displayRect(of: stored, in: size)
                #expect(orientation.storedRect(of: seen, in: size) == stored)
                #expect(seen.isEmpty == stored.isEmpty)
                for row in y0..<y1 {
                    for column in x0..<x1 {
                        let (x, y) = place(of: column, row, in: size, orientation)
                        #expect(seen.x0 <= x && x < seen.x1 && seen.y0 <= y && y < seen.y1)
                    }
                }
                #expect(seen.width * seen.height == stored.width * stored.height)
            }
        }
    }

    @Test func turnsAndMirrors() {
        #expect(
            Orientation.allCases.filter(\.transposes) == [.leftTop, .rightTop, .rightBottom, .leftBottom])
        // A phone's portrait photo: stored lying, turned clockwise by 90°, so that its top-left corner is seen at the top right.
        let size = PixelSize(width: 400, height: 300)
        let corner = PixelRect<Stored>(x0: 0, y0: 0, x1: 10, y1: 20)
        #expect(
            Orientation.rightTop.displayRect(of: corner, in: size)
                == PixelRect(x0: 280, y0: 0, x1: 300, y1: 10))
    }
}
