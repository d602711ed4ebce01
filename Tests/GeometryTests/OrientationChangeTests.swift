import Geometry
import Testing

@Suite struct OrientationChangeTests {
    private typealias Change = Orientation
    private static let size = Size<Image>(width: 5, height: 3)
    /// The corners and an inner point of an image of 5 × 3.
    private static let points = [(0, 0), (5, 0), (5, 3), (0, 3), (1, 2)].map {
        Point<Image>(x: $0.0, y: $0.1)
    }

    private static func changed(_ size: Size<Image>, by change: Orientation) -> Size<Image> {
        change.transposes ? Size(width: size.height, height: size.width) : size
    }

    /// Seen after both is what is seen after the one and then the other: for points, and so for all there is.
    @Test(arguments: Orientation.allCases) func compositionIsOneAfterTheOther(first: Orientation) {
        for second in Orientation.allCases {
            let both = first.followed(by: second)
            for point in Self.points {
                let between = first.moved(point, in: Self.size)
                let end = second.moved(between, in: Self.changed(Self.size, by: first))
                #expect(both.moved(point, in: Self.size) == end)
            }
        }
    }

    /// A point moves as the pixels of the stored raster do.
    @Test(arguments: Orientation.allCases) func pointsMoveWithTheirPixels(orientation: Orientation) {
        let size = PixelSize(width: 5, height: 3)
        for row in 0..<3 {
            for column in 0..<5 {
                let pixel = PixelRect<Stored>(x0: column, y0: row, x1: column + 1, y1: row + 1)
                let seen = orientation.displayRect(of: pixel, in: size)
                let middle = Point<Image>(x: Double(column) + 0.5, y: Double(row) + 0.5)
                #expect(
                    orientation.moved(middle, in: Self.size)
                        == Point(x: Double(seen.x0) + 0.5, y: Double(seen.y0) + 0.5))
            }
        }
    }

    @Test func theyAreAGroup() {
        let all = Orientation.allCases
        for a in all {
            #expect(a.followed(by: .topLeft) == a)
            #expect(Orientation.topLeft.followed(by: a) == a)
            // Each is reached from each in one way, and has one inverse, which works from both sides.
            #expect(Set(all.map { a.followed(by: $0) }).count == 8)
            let inverses = all.filter { a.followed(by: $0) == .topLeft }
            #expect(inverses.count == 1)
            #expect(inverses.allSatisfy { $0.followed(by: a) == .topLeft })
            #expect(inverses == [a.inverse])
            for b in all {
                for c in all {
                    #expect(a.followed(by: b).followed(by: c) == a.followed(by: b.followed(by: c)))
                }
            }
        }
    }

    @Test(arguments: Orientation.allCases) func turnsAndFlipsAreAsSeen(start: Orientation) {
        #expect(start.turned(quarterTurns: 0) == start)
        #expect(start.turned(quarterTurns: 4) == start)
        #expect(start.turned(quarterTurns: -1) == start.turned(quarterTurns: 3))
        #expect(start.turned(quarterTurns: .min) == start)
        #expect(start.turned(quarterTurns: 1).turned(quarterTurns: 1) == start.turned(quarterTurns: 2))
        #expect(start.flippedHorizontally.flippedHorizontally == start)
        #expect(start.flippedVertically.flippedVertically == start)
        #expect(start.flippedHorizontally.flippedVertically == start.turned(quarterTurns: 2))
        // Mirrored, what was a turn to the right is one to the left.
        #expect(
            start.flippedHorizontally.turned(quarterTurns: 1)
                == start.turned(quarterTurns: -1).flippedHorizontally)
    }

    @Test func aPhonesPhotoIsTurnedFurther() {
        // Stored lying, seen upright; a quarter more clockwise, and it stands on its head as stored.
        #expect(Orientation.rightTop.turned(quarterTurns: 1) == .bottomRight)
        #expect(Orientation.rightTop.turned(quarterTurns: -1) == .topLeft)
        // Seen upright and mirrored: the stored rows are the seen columns.
        #expect(Orientation.rightTop.flippedHorizontally == .leftTop)
        #expect(Orientation.rightTop.flippedVertically == .rightBottom)
        // The corner at the top left goes to the top right.
        #expect(
            Orientation.turn(quarterTurns: 1).moved(.zero, in: Self.size) == Point(x: 3, y: 0))
    }
}
