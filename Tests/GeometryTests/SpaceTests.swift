import Geometry
import Testing

@Suite struct SpaceTests {
    @Test func pointsAndVectors() {
        let (a, b) = (Point<View>(x: 1, y: 2), Point<View>(x: 4, y: 6))
        #expect(b - a == Vector(dx: 3, dy: 4))
        #expect(a + (b - a) == b)
        #expect((b - a).length == 5)
        #expect(a.distance(to: b) == 5)
        #expect(a.midpoint(to: b) == Point(x: 2.5, y: 4))
        #expect(Vector<View>(dx: 1, dy: -2) + Vector(dx: 3, dy: 5) == Vector(dx: 4, dy: 3))
        #expect(Vector<View>(dx: 1, dy: -2) * 3 == Vector(dx: 3, dy: -6))
        #expect(-Vector<View>(dx: 1, dy: -2) == Vector(dx: -1, dy: 2))
        #expect(Point<View>.zero == Point(x: 0, y: 0))
        #expect(Vector<View>.zero == Vector(dx: 0, dy: 0))
    }

    @Test func eachAxisByItself() {
        var (point, vector) = (Point<Image>(x: 1, y: 2), Vector<Image>(dx: 3, dy: 4))
        #expect((point[.x], point[.y]) == (1, 2))
        #expect((vector[.x], vector[.y]) == (3, 4))
        point[.y] = 7
        vector[.x] = 8
        #expect(point == Point(x: 1, y: 7))
        #expect(vector == Vector(dx: 8, dy: 4))
        let size = Size<Image>(width: 5, height: 6)
        #expect((size[.x], size[.y]) == (5, 6))
        let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
        #expect((insets.leading(.x), insets.leading(.y)) == (2, 1))
        #expect((insets.trailing(.x), insets.trailing(.y)) == (4, 3))
        #expect(Insets() == Insets(top: 0, left: 0, bottom: 0, right: 0))
    }

    @Test func whatIsNotFiniteIsTold() {
        #expect(Point<View>(x: 1e300, y: -1e300).isFinite)
        for odd in [Double.nan, .infinity, -.infinity] {
            #expect(!Point<View>(x: odd, y: 0).isFinite)
            #expect(!Point<View>(x: 0, y: odd).isFinite)
        }
    }

    @Test func rectanglesByCornerAndCentre() {
        let rect = Rect<View>(center: Point(x: 10, y: 20), size: Size(width: 4, height: 6))
        #expect(rect == Rect(origin: Point(x: 8, y: 17), size: Size(width: 4, height: 6)))
        #expect((rect.minX, rect.minY, rect.maxX, rect.maxY) == (8, 17, 12, 23))
        #expect(rect.center == Point(x: 10, y: 20))
    }

    @Test func wholePixels() {
        let rect = PixelRect<Image>(x0: 2, y0: 3, x1: 7, y1: 5)
        #expect((rect.width, rect.height, rect.isEmpty) == (5, 2, false))
        #expect(
            rect.intersection(PixelRect(x0: 0, y0: 4, x1: 3, y1: 9)) == PixelRect(x0: 2, y0: 4, x1: 3, y1: 5))
        let apart = rect.intersection(PixelRect(x0: 7, y0: 3, x1: 9, y1: 5))
        #expect((apart.width, apart.isEmpty) == (0, true))
        let backward = PixelRect<Image>(x0: 5, y0: 5, x1: 1, y1: 2)
        #expect((backward.width, backward.height, backward.isEmpty) == (0, 0, true))
        #expect(PixelSize(width: 3, height: 8).transposed == PixelSize(width: 8, height: 3))
    }
}
