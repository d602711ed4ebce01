import Geometry
import Gestures
import Testing

@Suite struct ScrollMappingTests {
    var recognizer = GestureRecognizer()

    private mutating func scroll(
        _ dx: Double, _ dy: Double, isTouchpad: Bool = false, control: Bool = false, shift: Bool = false,
        at position: Point<View> = at(3, 4)
    ) -> [GestureEvent] {
        recognizer.handle(
            ScrollSample(
                notches: by(dx, dy), isTouchpad: isTouchpad, control: control, shift: shift,
                position: position, time: 0))
    }

    @Test mutating func aTouchpadPans() {
        #expect(scroll(0.5, -2, isTouchpad: true) == [.scroll(by: by(7.5, -30))])
        #expect(scroll(0, 1, isTouchpad: true, shift: true) == [.scroll(by: by(0, 15))])
        // One to one with the pointer on any display.
        recognizer.configuration.scale = 2
        #expect(scroll(0, 1, isTouchpad: true) == [.scroll(by: by(0, 15))])
    }

    @Test mutating func aWheelZoomsAtThePointer() {
        #expect(scroll(0, -1) == [.zoom(factor: 1.25, at: at(3, 4))])
        #expect(scroll(0, 1) == [.zoom(factor: 0.8, at: at(3, 4))])
        #expect(scroll(0, -2) == [.zoom(factor: 1.5625, at: at(3, 4))])
        #expect(scroll(0, -0.5) == [.zoom(factor: 1.25.squareRoot(), at: at(3, 4))])
    }

    @Test mutating func controlZooms() {
        #expect(scroll(0, -1, control: true) == [.zoom(factor: 1.25, at: at(3, 4))])
        #expect(scroll(5, -1, isTouchpad: true, control: true) == [.zoom(factor: 1.25, at: at(3, 4))])
        #expect(scroll(0, 1, control: true, shift: true) == [.zoom(factor: 0.8, at: at(3, 4))])
        #expect(scroll(5, 0, isTouchpad: true, control: true) == [])
    }

    @Test mutating func aWheelPansSideways() {
        #expect(scroll(0, 1, shift: true) == [.scroll(by: by(60, 0))])
        #expect(scroll(-1, 0, shift: true) == [.scroll(by: by(-60, 0))])
        #expect(scroll(2, 0) == [.scroll(by: by(120, 0))])
        recognizer.configuration.scale = 1.5
        #expect(scroll(1, 0) == [.scroll(by: by(90, 0))])
    }

    @Test mutating func aWheelPansWhereThatIsAskedFor() {
        recognizer.configuration.wheelPans = true
        recognizer.configuration.scale = 2
        let down = ScrollSample(notches: by(0.5, 1), isTouchpad: false, position: .zero, time: 0)
        #expect(recognizer.handle(down) == [.scroll(by: by(60, 120))])
        var held = down
        held.control = true
        #expect(recognizer.handle(held) == [.zoom(factor: 0.8, at: .zero)])
        held.control = false
        held.shift = true
        #expect(recognizer.handle(held) == [.scroll(by: by(180, 0))])
    }

    @Test mutating func noStepIsNoEvent() {
        for isTouchpad in [false, true] {
            #expect(scroll(0, 0, isTouchpad: isTouchpad) == [])
            #expect(scroll(0, 0, isTouchpad: isTouchpad, control: true) == [])
            #expect(scroll(0, 0, isTouchpad: isTouchpad, shift: true) == [])
        }
    }

    @Test(arguments: [.nan, .infinity, -.infinity, 1000.5, -1001])
    mutating func absurdStepsAreIgnored(notches: Double) {
        for isTouchpad in [false, true] {
            #expect(scroll(notches, 1, isTouchpad: isTouchpad) == [])
            #expect(scroll(1, notches, isTouchpad: isTouchpad) == [])
        }
    }

    @Test mutating func theLimitItselfIsFinite() {
        #expect(scroll(0, 1000, isTouchpad: true) == [.scroll(by: by(0, 15000))])
        guard case .zoom(let factor, _)? = scroll(0, 1000).first else {
            Issue.record("a thousand notches zoom")
            return
        }
        #expect(factor > 0 && factor < 1e-90)
        recognizer.configuration.zoomPerNotch = 10
        #expect(scroll(0, -1000) == [])
        recognizer.configuration.touchpadPanDistance = .nan
        #expect(scroll(0, 1, isTouchpad: true) == [])
    }

    @Test mutating func aPositionThatIsNoneIsIgnored() {
        #expect(scroll(0, 1, at: at(.nan, 0)) == [])
    }
}

@Suite struct ScrollValuatorsTests {
    private static let axes = [
        ScrollAxis(number: 2, axis: .x, increment: 120), ScrollAxis(number: 3, axis: .y, increment: 120),
    ]
    var valuators = ScrollValuators()

    @Test mutating func theBaseKeepsTheFirstNotch() {
        valuators.setAxes(device: 9, axes: Self.axes, values: [(0, 55), (2, 600), (3, 1200)])
        #expect(valuators.notches(device: 9, values: [(3, 1320)]) == by(0, 1))
        #expect(valuators.notches(device: 9, values: [(0, 12), (2, 540), (3, 1290)]) == by(-0.5, -0.25))
        #expect(valuators.notches(device: 9, values: [(3, 1290)]) == nil)
    }

    @Test mutating func withoutABaseTheFirstValueBecomesIt() {
        valuators.setAxes(device: 9, axes: Self.axes, values: [])
        #expect(valuators.notches(device: 9, values: [(3, 5000)]) == nil)
        #expect(valuators.notches(device: 9, values: [(2, 70), (3, 5120)]) == by(0, 1))
        #expect(valuators.notches(device: 9, values: [(2, 190)]) == by(1, 0))
    }

    @Test mutating func aNewSetReplacesAxesAndBase() {
        valuators.setAxes(device: 9, axes: Self.axes, values: [(3, 0)])
        valuators.setAxes(
            device: 9, axes: [ScrollAxis(number: 4, axis: .y, increment: 15)], values: [(3, 0), (4, 30)])
        #expect(valuators.notches(device: 9, values: [(3, 120)]) == nil)
        #expect(valuators.notches(device: 9, values: [(4, 60)]) == by(0, 2))
    }

    @Test mutating func devicesAreApart() {
        valuators.setAxes(device: 9, axes: Self.axes, values: [(3, 0)])
        valuators.setAxes(device: 10, axes: Self.axes, values: [(3, 1200)])
        #expect(valuators.notches(device: 9, values: [(3, 120)]) == by(0, 1))
        #expect(valuators.notches(device: 10, values: [(3, 1080)]) == by(0, -1))
        #expect(valuators.notches(device: 11, values: [(3, 120)]) == nil)
    }

    @Test mutating func aNegativeIncrementInverts() {
        valuators.setAxes(
            device: 9, axes: [ScrollAxis(number: 3, axis: .y, increment: -10)], values: [(3, 0)])
        #expect(valuators.notches(device: 9, values: [(3, 20)]) == by(0, -2))
    }

    @Test(arguments: [0, .nan, .infinity])
    mutating func anIncrementThatIsNoneIsIgnored(increment: Double) {
        valuators.setAxes(
            device: 9, axes: [ScrollAxis(number: 3, axis: .y, increment: increment)], values: [(3, 0)])
        #expect(valuators.notches(device: 9, values: [(3, 20)]) == nil)
        #expect(valuators.notches(device: 9, values: [(3, 40)]) == nil)
    }

    @Test mutating func valuesThatAreNoneAreIgnored() {
        valuators.setAxes(device: 9, axes: Self.axes, values: [(3, .nan)])
        #expect(valuators.notches(device: 9, values: [(3, 120)]) == nil)
        #expect(valuators.notches(device: 9, values: [(3, .nan)]) == nil)
        #expect(valuators.notches(device: 9, values: [(3, .infinity)]) == nil)
        #expect(valuators.notches(device: 9, values: [(3, 240)]) == by(0, 1))
        _ = valuators.notches(device: 9, values: [(3, -1.7e308)])
        #expect(valuators.notches(device: 9, values: [(3, 1.7e308)]) == nil)
    }
}
