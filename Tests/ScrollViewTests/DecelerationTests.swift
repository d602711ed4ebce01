import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Deceleration")
struct DecelerationTests {
    /// λ = −1000 · ln 0.998 per second.
    private let rate = -1000 * log(0.998)

    /// Zoomed to 10: the offsets end at 9000 and 7200.
    private func zoomed(_ x: Double, _ y: Double = 3000) throws -> MediaView {
        let view = try mediaView()
        view.put(zoom: 10, x, y)
        return view
    }

    @Test func coastsAndStopsHalfAUnitShort() throws {
        let view = try zoomed(4000)
        view.fling(-1000, 0, at: 1)
        for time in [0.016, 0.5, 2, 3.4] {
            view.advance(to: 1 + time)
            // The sum of 1000 · 0.998^t per second up to t
            #expect(near(view.offset.x, 4000 + 1000 / rate * (1 - pow(0.998, 1000 * time)), within: 1e-8))
        }
        // ln(499.4998 / 0.5) / λ = 3.45
        let duration = log(1000 / rate / 0.5) / rate
        #expect(near(duration, 3.45, within: 0.001))
        view.advance(to: 1 + duration - 1e-6)
        #expect(view.nextUpdate == .everyFrame)
        view.advance(to: 1 + duration + 1e-6)
        #expect(view.nextUpdate == .none)
        #expect(near(view.offset.x, 4000 + 1000 / rate - 0.5))
        #expect(near(view.offset.x, 4499.0, within: 0.0003))
        #expect(view.offset.y == 3000)
    }

    @Test func slowReleaseDoesNotCoast() throws {
        let view = try zoomed(4000)
        // Half a unit to go
        view.fling(-1, 0, at: 1)
        #expect(view.nextUpdate == .none)
        #expect(view.offset.x == 4000)
    }

    @Test func axesAreIndependent() throws {
        let both = try zoomed(4000)
        both.fling(-1000, 500, at: 1)
        let one = try zoomed(4000)
        one.fling(-1000, 0, at: 1)
        for frame in 1...300 {
            both.advance(to: 1 + Double(frame) / 60)
            one.advance(to: 1 + Double(frame) / 60)
            #expect(both.offset.x == one.offset.x)
        }
        #expect(near(both.offset.y, 3000 - (500 / rate - 0.5)))
    }

    @Test func edgeCrossingGoesIntoTheSpring() throws {
        let view = try zoomed(100)
        view.fling(1000, 0, at: 1)
        // 100 units cost λ · 100 of the speed; the crossing is at −ln(1 − 0.1 λ)/λ.
        let crossing = -log(1 - 100 * rate / 1000) / rate
        let speed = 1000 - 100 * rate
        view.advance(to: 1 + crossing)
        #expect(near(view.offset.x, 0))
        for time in [0.02, 0.1, 0.3] {
            view.advance(to: 1 + crossing + time)
            #expect(near(view.offset.x, -speed * time * exp(-10 * time)))
        }
        view.advance(to: 3)
        #expect(view.offset.x == 0)
        #expect(view.nextUpdate == .none)
        // The far edge likewise.
        let far = try zoomed(8900)
        far.fling(-1000, 0, at: 1)
        far.advance(to: 1 + crossing + 0.1)
        #expect(near(far.offset.x, 9000 + speed * 0.1 * exp(-1)))
    }

    @Test func springAgreesWithNumericalIntegration() throws {
        for (velocity, travel) in [(0.0, 1200.0), (800, 1200), (-300, 700), (4000, 500.5)] {
            let view = try mediaView()
            view.put(zoom: 10, 500, 3000)
            view.beginPan(at: 1)
            view.changePan(translation: Vector(dx: travel, dy: 0), at: 1)
            let raw = travel - 500
            var x = view.offset.x
            // The content is slower than the finger by the band's slope, 0.55 / (0.55 x/d + 1)².
            var v = -velocity * 0.55 / pow(0.55 * raw / 1000 + 1, 2)
            view.endPan(velocity: Vector(dx: velocity, dy: 0), at: 1)
            let step = 1e-5
            for count in 1...40_000 {
                // x″ = −2βx′ − β²x by the midpoint method
                let (mx, mv) = (x + v * step / 2, v + (-20 * v - 100 * x) * step / 2)
                (x, v) = (x + mv * step, v + (-20 * mv - 100 * mx) * step)
                guard count % 4000 == 0 else { continue }
                view.advance(to: 1 + Double(count) * step)
                #expect(near(view.offset.x, x, within: 1e-4))
            }
            #expect(view.nextUpdate == .everyFrame)
            view.advance(to: 4)
            #expect(view.offset.x == 0)
        }
    }

    @Test func inwardReleaseDoesNotCrossTheEdge() throws {
        let view = try zoomed(0)
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 200, dy: 0), at: 1)
        view.endPan(velocity: Vector(dx: -20_000, dy: 0), at: 1)
        // Limited to β · x₀: x₀ · e^(−βt)
        view.advance(to: 1.1)
        #expect(near(view.offset.x, -99.09909909909909 / exp(1)))
        for frame in 7...120 {
            view.advance(to: 1 + Double(frame) / 60)
            #expect(view.offset.x <= 0)
        }
        #expect(view.offset.x == 0)
    }

    @Test func springRestsWithinATenthOfAUnit() throws {
        let view = try zoomed(0)
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 200, dy: 0), at: 1)
        view.endPan(velocity: Vector(dx: -20_000, dy: 0), at: 1)
        // x₀ · e^(−10 t) = 0.1
        let rest = log(990.9909909909909) / 10
        view.advance(to: 1 + rest - 1e-6)
        #expect(near(view.offset.x, -0.1, within: 1e-5))
        view.advance(to: 1 + rest + 1e-6)
        #expect(view.offset.x == 0)
    }

    @Test func thePathDoesNotDependOnTheFrameRate() throws {
        let views = try [60.0, 144, 7.3, 0.9].map { ($0, try zoomed(300)) }
        for (frameRate, view) in views {
            view.fling(900, -2000, at: 1)
            var time = 1.0
            while time < 1.7 {
                view.advance(to: time)
                time += 1 / frameRate
            }
            view.advance(to: 1.7)
        }
        let offset = views[0].1.offset
        #expect(offset.x < 0)
        for (_, view) in views {
            #expect(view.offset == offset)
            view.advance(to: 10)
            #expect(near(view.offset, 0, 3000 + 2000 / rate - 0.5))
        }
    }

    @Test func aTouchStopsItAtOnce() throws {
        let view = try zoomed(4000)
        view.fling(-1000, 0, at: 1)
        view.touchDown(at: 1.5)
        let x = 4000 + 1000 / rate * (1 - pow(0.998, 500))
        #expect(near(view.offset.x, x))
        view.advance(to: 5)
        #expect(near(view.offset.x, x))
        view.touchUp(at: 5)
        #expect(view.nextUpdate == .none)
    }

    @Test func aKeyTakesOverFromWhereItIs() throws {
        let view = try zoomed(4000)
        view.fling(-1000, 0, at: 1)
        view.nudge(by: Vector(dx: 10, dy: 0), at: 1.5)
        view.advance(to: 5)
        #expect(near(view.offset.x, 4010 + 1000 / rate * (1 - pow(0.998, 500))))
    }
}
