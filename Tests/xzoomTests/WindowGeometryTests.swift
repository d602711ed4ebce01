import Geometry
import Testing

@testable import xzoom

@Suite struct WindowGeometryTests {
    @Test func sizeAndPlaceByThemselvesAndTogether() throws {
        let both = try #require(WindowGeometry("800x600+10-20"))
        #expect(both.size == PixelSize(width: 800, height: 600))
        #expect(both.place == "+10-20")
        let size = try #require(WindowGeometry("1X32767"))
        #expect(size.size == PixelSize(width: 1, height: 32_767))
        #expect(size.place == "")
        let place = try #require(WindowGeometry("-0+0"))
        #expect(place.size == nil)
        #expect(place.place == "-0+0")
    }

    @Test(arguments: [
        "", "800", "800x", "x600", "x", "800x600x1", "0x600", "800x0", "32768x1", "800x600+", "800x600+1",
        "800x600+1+", "800x600+1+2+3", "+1", "+a+b", "8 x 6", "800x600 +1+2", "-800x600",
        "99999999999999999999x1",
        "+32768+0", "1.5x2",
    ])
    func otherTextIsRefused(text: String) {
        #expect(WindowGeometry(text) == nil)
    }

    @Test func windowSuitsThePicture() {
        let area = (width: 1000, height: 800)
        let size = { (width: Int, height: Int) in
            WindowGeometry().windowSize(for: PixelSize(width: width, height: height), in: area)
        }
        // As large as the picture; at most 900 × 720 with its shape; at least 240 × 180.
        #expect(size(640, 480) == PixelSize(width: 640, height: 480))
        #expect(size(900, 720) == PixelSize(width: 900, height: 720))
        #expect(size(1800, 720) == PixelSize(width: 900, height: 360))
        #expect(size(3000, 4000) == PixelSize(width: 540, height: 720))
        #expect(size(10, 10) == PixelSize(width: 240, height: 180))
        #expect(size(100_000, 1) == PixelSize(width: 900, height: 180))
        #expect(size(1, 100_000) == PixelSize(width: 240, height: 720))
    }

    @Test func givenSizeHolds() throws {
        let geometry = try #require(WindowGeometry("50x60"))
        let size = geometry.windowSize(
            for: PixelSize(width: 5000, height: 5000), in: (width: 100, height: 10))
        #expect(size == PixelSize(width: 50, height: 60))
    }

    /// A work area smaller than the least window, or none at all, still gives a window.
    @Test func tinyWorkArea() {
        let size = { (width: Int, height: Int) in
            WindowGeometry().windowSize(
                for: PixelSize(width: 4000, height: 3000), in: (width: width, height: height))
        }
        #expect(size(100, 100) == PixelSize(width: 90, height: 90))
        #expect(size(0, 0) == PixelSize(width: 1, height: 1))
    }
}
