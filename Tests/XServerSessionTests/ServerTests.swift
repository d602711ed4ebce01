import CTestSupport
import Foundation
import Geometry
import Testing
import XServerSession

/// What a client on the server gets of what is injected.
@Suite(.serialized) struct ServerTests {
    // XI2 event types, from the protocol.
    static let press: Int32 = 4
    static let release: Int32 = 5
    static let motion: Int32 = 6

    @Test(arguments: [(300, 200), (1280, 800), (1920, 1080), (3840, 2160)])
    func screenHasTheSizeAskedFor(width: Int, height: Int) throws {
        let server = try XServer(width: width, height: height)
        let shot = try server.screenshot()
        #expect((shot.width, shot.height) == (width, height))
    }

    @Test func screenThatCannotBeIsAnErrorWithTheLog() {
        #expect { try XServer(width: 40000, height: 100) } throws: { error in
            "\(error)".contains("no screens found")
        }
    }

    @Test func touchesArriveWhereTheyAreSent() throws {
        let server = try XServer(width: 1000, height: 700)
        let listener = try Listener(on: server.displayName, x: 100, y: 50, width: 600, height: 500)
        try server.touchscreen.down(0, at: Point(x: 300.25, y: 200.75))
        try server.touchscreen.down(1, at: Point(x: 400.1, y: 222.22))
        try server.touchscreen.drag(
            [0: Point(x: 310, y: 199.5), 1: Point(x: 390, y: 240)], steps: 1, interval: 0)
        try server.touchscreen.upAll()
        let got = listener.drain().filter { (18...20).contains($0.type) }
        #expect(got.map(\.type) == [18, 18, 19, 19, 20, 20])
        let places = [(200.25, 150.75), (300.1, 172.22), (210, 149.5), (290, 190), (210, 149.5), (290, 190)]
        for (event, place) in zip(got, places) {
            // The wire has 16 bits of fraction.
            #expect(abs(event.x - place.0) < 2 / 65536.0 && abs(event.y - place.1) < 2 / 65536.0)
        }
        // One finger, one id.
        let ids = got.map(\.detail)
        #expect(ids[0] != ids[1] && ids == [ids[0], ids[1], ids[0], ids[1], ids[0], ids[1]])
        #expect(server.touchscreen.fingers.isEmpty)
    }

    @Test func pinchPassesThroughEveryStep() throws {
        let server = try XServer()
        let listener = try Listener(on: server.displayName, x: 0, y: 0, width: 1280, height: 800)
        var steps: [Int] = []
        try server.touchscreen.pinch(about: Point(x: 640, y: 400), from: 100, to: 300, steps: 4) {
            steps.append($0)
        }
        #expect(steps == [1, 2, 3, 4])
        let got = listener.drain().filter { (18...20).contains($0.type) }
        let x: [Double] = [590, 690, 565, 715, 540, 740, 515, 765, 490, 790, 490, 790]
        #expect(got.map { $0.x.rounded() } == x)
        #expect(got.allSatisfy { abs($0.y - 400) < 2 / 65536.0 })
    }

    @Test func mouseMovesToTheVeryPointAndClicks() throws {
        let server = try XServer()
        let listener = try Listener(on: server.displayName, x: 100, y: 50, width: 600, height: 500)
        for point in [Point<Screen>(x: 412.625, y: 333.125), Point(x: 150, y: 60.5)] {
            try server.mouse.move(to: point)
            let event = try listener.next(Self.motion)
            #expect((event.x, event.y) == (point.x - 100, point.y - 50))
        }
        #expect(try server.pointer() == (150, 60))
        try server.mouse.click(.right, count: 2)
        #expect(
            listener.drain().map { [$0.type, $0.detail] } == [
                [Self.press, 3], [Self.release, 3], [Self.press, 3], [Self.release, 3],
            ])
    }

    @Test func wheelAndTouchpadScroll() throws {
        let server = try XServer()
        let listener = try Listener(on: server.displayName, x: 0, y: 0, width: 600, height: 500)
        try server.mouse.move(to: Point(x: 300, y: 200))
        let mouse = try listener.next(Self.motion).source
        try server.mouse.scroll(dy: 120)
        try server.mouse.scroll(dx: -30, dy: 12.5)
        try server.touchpad.scroll(dx: 7.25, dy: -3)
        let got = listener.drain().filter { $0.type == Self.motion }
        // Bit 2 is the horizontal axis, bit 3 the vertical one.
        #expect(got.map(\.axes) == [0b1000, 0b1100, 0b1100])
        // Values are sums, each device has its own.
        #expect(got.map(\.vertical) == [120, 132.5, -3])
        #expect(got.map(\.horizontal) == [0, -30, 7.25])
        #expect(got[0].source == mouse && got[2].source != mouse)
    }

    @Test func touchpadGesturesArrive() throws {
        let server = try XServer()
        let listener = try Listener(on: server.displayName, x: 0, y: 0, width: 600, height: 500)
        try server.mouse.move(to: Point(x: 300, y: 200))
        try server.touchpad.pinch(.begin)
        try server.touchpad.pinch(.update, scale: 1.5, dx: 3, dy: -4)
        try server.touchpad.pinch(.end, scale: 1.75, cancelled: true)
        try server.touchpad.swipe(.begin, fingers: 4)
        try server.touchpad.swipe(.update, dx: 5, dy: 6, fingers: 4)
        try server.touchpad.swipe(.end, fingers: 4)
        let got = listener.drain().filter { $0.type >= 27 }
        #expect(got.map(\.type) == [27, 28, 29, 30, 31, 32])
        #expect(got.map(\.detail) == [2, 2, 2, 4, 4, 4])
        #expect(got.map(\.flags) == [0, 0, 1, 0, 0, 0])  // 1 is cancelled
        #expect(got.prefix(3).map(\.scale) == [1, 1.5, 1.75])
        #expect(got.map(\.dx) == [0, 3, 0, 0, 5, 0])
        #expect(got.map(\.dy) == [0, -4, 0, 0, 6, 0])
        #expect(got.allSatisfy { $0.x == 300 && $0.y == 200 })
    }

    @Test func keysAreFoundByName() throws {
        let server = try XServer()
        let listener = try Listener(on: server.displayName, x: 0, y: 0, width: 600, height: 500)
        try server.keyboard.type("q")
        try server.keyboard.type("plus", .control)
        let codes = listener.drain().filter { [2, 3].contains($0.type) }.map { [$0.type, $0.detail] }
        // Keycodes of a PC keyboard: q 24, Control 37, Shift 50, and plus is on the key 21 with Shift.
        #expect(codes == [[2, 24], [3, 24], [2, 37], [2, 50], [2, 21], [3, 21], [3, 50], [3, 37]])
        #expect { try server.keyboard.type("nonsense") } throws: { error in
            if case SessionError.unknownKey("nonsense") = error { true } else { false }
        }
    }

    @Test func stoppedServerIsAnErrorAndLeavesNothing() throws {
        let server = try XServer()
        let number = server.displayName.dropFirst()
        kill(server.processIdentifier, SIGSTOP)
        let start = monotonicSeconds()
        #expect { try server.mouse.move(to: .zero) } throws: { error in
            if case SessionError.serverSilent = error { true } else { false }
        }
        #expect(monotonicSeconds() - start < 8)
        kill(server.processIdentifier, SIGKILL)
        server.close()
        #expect(!server.isRunning)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/.X11-unix/X\(number)"))
    }

    @Test func useAfterCloseThrows() throws {
        let server = try XServer()
        #expect(server.log.contains("touchscreen"))
        server.close()
        #expect(throws: SessionError.self) { try server.mouse.press() }
        #expect(throws: SessionError.self) { try server.screenshot() }
        #expect(throws: SessionError.self) { try server.windows() }
    }
}
