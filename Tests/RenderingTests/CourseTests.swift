import Geometry
import Testing

@testable import Rendering

@Suite struct CourseTests {
    private static let window = PixelSize(width: 1000, height: 800)
    private let picture: Picture

    init() throws { picture = try Bitmap.noise(width: 4, height: 4).picture() }

    private func ahead(_ places: [(x: Double, y: Double, scale: Double)]) -> [Placement]? {
        var course = Course()
        for place in places {
            course.add(picture, at: Placement(origin: Point(x: place.x, y: place.y), scale: place.scale))
        }
        return course.ahead(in: Self.window)?.placements
    }

    @Test func standingStillLeadsNowhere() {
        #expect(ahead([]) == nil)
        #expect(ahead([(3, 4, 1)]) == nil)
        #expect(ahead([(3, 4, 1), (3, 4, 1)]) == nil)
    }

    @Test func panGoesOn() {
        #expect(
            ahead([(0, 0, 1), (-5, 3, 1)]) == [
                Placement(origin: Point(x: -10, y: 6), scale: 1),
                Placement(origin: Point(x: -80, y: 48), scale: 1),
            ])
        // At most half of the window.
        #expect(
            ahead([(0, 0, 1), (0, 100, 1)])?.last == Placement(origin: Point(x: 0, y: 500), scale: 1))
        #expect(ahead([(0, 0, 1), (-600, 0, 1)]) == nil)
    }

    /// Twice 1.2 is 1.44; the point (500, 400) stays where it is.
    @Test func zoomGoesOnAboutItsPoint() throws {
        let place = { (scale: Double) in (x: 500 - 100 * scale, y: 400 - 200 * scale, scale: scale) }
        let placements = try #require(ahead([place(1), place(1.2)]))
        #expect(placements.count == 2)
        for (found, scale) in zip(placements, [1.44, 1.728]) {
            let wanted = place(scale)
            #expect(abs(found.scale - scale) < 1e-9)
            #expect(abs(found.origin.x - wanted.x) < 1e-9 && abs(found.origin.y - wanted.y) < 1e-9)
        }
        #expect(ahead([place(1), place(1.6)]) == nil)
    }
}
