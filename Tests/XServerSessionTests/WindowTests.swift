import CTestSupport
import Foundation
import Geometry
import Synchronization
import Testing
import XServerSession

/// What the observer sees of the programs' windows and of the screen.
@Suite(.serialized) struct WindowTests {
    @Test func windowIsFoundMovedAndResized() throws {
        let server = try XServer()
        #expect(try server.windows().isEmpty)
        let listener = try Listener(on: server.displayName, x: 100, y: 50, width: 600, height: 500)
        let window = try server.waitForWindow(className: "Listener")
        #expect(window.frame == PixelRect(x0: 100, y0: 50, x1: 700, y1: 550))
        #expect((window.instanceName, window.className, window.title) == ("listener", "Listener", "listener"))
        #expect(window.center == Point(x: 400, y: 300))
        #expect(window.onScreen(Point(x: 1.5, y: 2)) == Point(x: 101.5, y: 52))
        try server.move(window, x: 10, y: -20)
        try server.resize(window, width: 300, height: 200)
        #expect(try server.current(window)?.frame == PixelRect(x0: 10, y0: -20, x1: 310, y1: 180))
        #expect(try server.focusedWindow() == window.identifier)
        withExtendedLifetime(listener) {}
    }

    @Test func screenshotHasTheWindowsPixels() throws {
        let server = try XServer()
        let before = try server.fingerprint()
        let listener = try Listener(on: server.displayName, x: 100, y: 50, width: 600, height: 500)
        try server.waitSettled(quiet: 0.1)
        let shot = try server.screenshot()
        #expect(shot[99, 60] == [0, 0, 0])
        #expect(shot[100, 60] == [30, 30, 30])
        #expect(shot[699, 549] == [30, 30, 30])
        let part = try server.screenshot(of: PixelRect(x0: 98, y0: 60, x1: 102, y1: 61))
        #expect(part.rgba == [0, 0, 0, 255, 0, 0, 0, 255, 30, 30, 30, 255, 30, 30, 30, 255])
        #expect(part[99, 60] == [0, 0, 0])
        #expect(try server.fingerprint() != before)
        let empty = PixelRect<Screen>(x0: 800, y0: 0, x1: 900, y1: 100)
        #expect(try server.fingerprint(of: empty) == server.fingerprint(of: empty))
        withExtendedLifetime(listener) {}
    }

    @Test func propertiesAreReadBack() throws {
        let server = try XServer()
        #expect(try server.property("_MISSING", of: nil) == nil)
        let bytes = [UInt32(7), 9].withUnsafeBytes { Array($0) }
        try server.setProperty("_NUMBERS", of: nil, type: "CARDINAL", format: 32, bytes: bytes)
        let numbers = try #require(try server.property("_NUMBERS", of: nil))
        #expect((numbers.type, numbers.format, numbers.words) == ("CARDINAL", 32, [7, 9]))
        try server.setProperty(
            "_TEXTS", of: nil, type: "UTF8_STRING", format: 8, bytes: Array("a\0bß\0".utf8))
        #expect(try server.property("_TEXTS", of: nil)?.strings == ["a", "bß"])
        let owner = try server.ownSelection("_XSETTINGS_S0")
        try server.setProperty("_X", of: owner, type: "STRING", format: 8, bytes: [65])
        #expect(try server.property("_X", of: owner)?.text == "A")
    }

    @Test func silentWindowDoesNotAnswerAPing() throws {
        let server = try XServer()
        let listener = try Listener(on: server.displayName, x: 0, y: 0, width: 60, height: 50)
        let window = try server.waitForWindow()
        #expect(try !server.ping(window, timeout: 0.2))  // the listener does not look at its events
        withExtendedLifetime(listener) {}
    }

    @Test func programAnswersMessages() throws {
        let server = try XServer()
        let name = server.displayName
        let wasAsked = Flag()
        Thread.detachNewThread {
            let listener = try? Listener(on: name, x: 0, y: 0, width: 60, height: 50)
            if (try? listener?.next(Int32(CT_ASKED_TO_CLOSE), timeout: 10_000)) != nil { wasAsked.set() }
        }
        let window = try server.waitForWindow()
        #expect(try server.ping(window))
        try server.askToClose(window)
        try waitUntil("the window to close") { try server.current(window) == nil }
        #expect(wasAsked.isSet)
    }
}

/// A flag that another thread sets.
private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
