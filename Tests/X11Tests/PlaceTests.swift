import Foundation
import Geometry
import Gestures
import Testing
import XServerSession

@testable import X11

private func rect<Space>(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect<Space> {
    PixelRect(x0: x, y0: y, x1: x + width, y1: y + height)
}

extension Desktop {
    /// Two monitors side by side, the second less high.
    static let two: [PixelRect<Screen>] = [rect(0, 0, 640, 800), rect(640, 0, 640, 700)]

    /// A server with monitors and the pointer at a place.
    static func server(monitors: [PixelRect<Screen>], pointer: (Double, Double)) throws -> XServer {
        let server = try Desktop.sharedServer()
        try server.setMonitors(monitors)
        try server.mouse.move(to: Point(x: pointer.0, y: pointer.1))
        return server
    }

    /// Where the window is, by itself and from outside, once both say the same.
    func place() throws -> PixelRect<Root> {
        var seen: PixelRect<Screen>?
        let window = try get()
        try wait(for: "the place") {
            seen = try server.current(outside)?.frame
            return seen.map { rect($0.x0, $0.y0, $0.width, $0.height) } == window.frame
        }
        return window.frame
    }

    /// Waits until the window is somewhere.
    func wait(untilAt frame: PixelRect<Root>) throws {
        do {
            try wait(for: "the place", timeout: 3) { try get().frame == frame }
        } catch SessionError.timedOut {
            Issue.record("it is at \(try get().frame), not \(frame)")
        }
        #expect(try place() == frame)
    }

    /// The sum of what was told of the place with sizes.
    func shifts() -> Vector<View> {
        events.reduce(.zero) { sum, event in
            switch event {
            case .resized(_, let shift): Vector(dx: sum.dx + shift.dx, dy: sum.dy + shift.dy)
            default: sum
            }
        }
    }
}

extension OnServer {
    /// Where a window goes, without a window manager.
    @Suite struct Places {
        @Test func oneMonitorHasItsCorner() throws {
            let server = try Desktop.server(monitors: [], pointer: (900, 300))
            let desktop = try Desktop(place: "", on: server)
            #expect(try desktop.place() == rect(0, 0, 300, 200))
            #expect(desktop.connection.monitors.all.map(\.frame) == [rect(0, 0, 1280, 800)])
            #expect(desktop.connection.workArea == (1280, 800))
        }

        @Test(arguments: [(100, 170, 300), (700, 810, 250)]) func pointersMonitorIsTaken(
            pointer: Double, x: Int, y: Int
        ) throws {
            let server = try Desktop.server(monitors: Desktop.two, pointer: (pointer, 100))
            defer { try? server.setMonitors([]) }
            let desktop = try Desktop(place: "", on: server)
            #expect(try desktop.place() == rect(x, y, 300, 200))
            #expect(desktop.connection.workArea == (640, pointer < 640 ? 800 : 700))
            // A given place is a given place.
            let other = try Desktop(place: "+10-20", on: server)
            #expect(try other.place() == rect(10, 580, 300, 200))
        }

        @Test func fullScreenIsOnTheWindowsMonitor() throws {
            let server = try Desktop.server(monitors: Desktop.two, pointer: (100, 100))
            defer { try? server.setMonitors([]) }
            let desktop = try Desktop(place: "+900+100", on: server)
            let window = try desktop.get()
            window.setFullScreen(true)
            try desktop.wait(untilAt: rect(640, 0, 640, 700))
            #expect(desktop.shifts() == Vector(dx: -260, dy: -100))
            window.setFullScreen(false)
            try desktop.wait(untilAt: rect(900, 100, 300, 200))
            #expect(desktop.shifts() == .zero)
        }

        @Test func monitorsAreFollowed() throws {
            let server = try Desktop.server(monitors: [], pointer: (100, 100))
            defer { try? server.setMonitors([]) }
            let desktop = try Desktop(place: "+900+100", on: server)
            try server.setProperty("_ICC_PROFILE_1", of: nil, type: "CARDINAL", format: 8, bytes: [1, 2, 3])
            try server.setMonitors(Desktop.two)
            let profile = try desktop.next("the profile") {
                if case .displayProfile(let bytes) = $0 { bytes } else { nil }
            }
            #expect(profile == [1, 2, 3])
            #expect(desktop.connection.monitors.all.count == 2)
            try server.move(desktop.outside, x: 100, y: 100)
            let first = try desktop.next("the other profile") {
                if case .displayProfile(let bytes) = $0 { bytes } else { nil }
            }
            #expect(first == [])
        }

        @Test func placeAndSizeAreTold() throws {
            let desktop = try Desktop()
            try desktop.server.move(desktop.outside, x: 60, y: 20)
            try desktop.wait(untilAt: rect(60, 20, 300, 200))
            // A move of before is none of the size's; one of just before is.
            try desktop.serve(for: 0.3)
            #expect(desktop.shifts() == .zero)
            for (width, y, dy) in [(310, 20, 0.0), (320, 25, 5.0)] {
                if y != 20 {
                    // Soon after a size it would belong to that.
                    try desktop.serve(for: 0.3)
                    desktop.events = []
                    try desktop.server.move(desktop.outside, x: 60, y: y)
                    try desktop.wait(untilAt: rect(60, y, width - 10, 205))
                }
                try desktop.server.resize(desktop.outside, width: width, height: 205)
                let size = try desktop.next("the size") {
                    if case .resized(let size, let shift) = $0 { (size, shift) } else { nil }
                }
                #expect(size.0 == PixelSize(width: width, height: 205) && size.1 == Vector(dx: 0, dy: dy))
                #expect(try desktop.place() == rect(60, y, width, 205))
            }
        }

        @Test func pointerIsWhereItIs() throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            try desktop.server.mouse.move(to: desktop.at(30, 40))
            #expect(window.pointerPosition == Point(x: 30, y: 40))
            try desktop.server.mouse.move(to: desktop.at(-10, 400))
            #expect(window.pointerPosition == Point(x: -10, y: 400))
            // It moves on while it is not seen.
            window.hidesPointer = true
            try desktop.server.mouse.move(to: desktop.at(50, 60))
            let isThere = try desktop.next("the motion") {
                $0.pointer?.position == Point(x: 50, y: 60) ? true : nil
            }
            #expect(isThere)
            window.hidesPointer = false
        }

        @Test func resourcesSetTheScale() throws {
            let desktop = try Desktop()
            let server = desktop.server
            try server.setProperty(
                "RESOURCE_MANAGER", of: nil, type: "STRING", format: 8, bytes: Array("Xft.dpi:\t192\n".utf8))
            defer {
                try? server.setProperty("RESOURCE_MANAGER", of: nil, type: "STRING", format: 8, bytes: [])
            }
            let scale = try desktop.next("the settings") {
                if case .settings(let settings) = $0 { settings.scale } else { nil }
            }
            #expect(scale == 2)
        }

        @Test func reportTellsWhatThereIs() throws {
            let server = try Desktop.server(monitors: Desktop.two, pointer: (100, 100))
            defer { try? server.setMonitors([]) }
            let desktop = try Desktop(on: server)
            let report = desktop.connection.diagnosis()
            for part in [
                "X server: The X.Org Foundation, release 12101007, display \(server.displayName)",
                "XInput: 2.4", "touchscreen: a touchscreen: one finger pans, two pinch [7 buttons",
                "touchpad: a touchpad: pinches zoom", "mouse: a mouse: its wheel zooms",
                "keyboard: a keyboard",
                "XSETTINGS: nobody has them", "scale: 1.0", "RandR: 1.6, 6",
                "  TEST-1: 640 × 800 at (0, 0), the first", "  TEST-2: 640 × 700 at (640, 0)",
                "ICC profile: none", "MIT-SHM: yes", "Composite: yes", "window manager: none by EWMH",
                "compositor: none",
            ] {
                #expect(report.contains { $0.contains(part) }, "\(part) in \(report)")
            }
            #expect(!report.contains { $0.contains("\n") })
        }
    }

    /// The same with window managers.
    @Suite struct Managed {
        private func start(_ name: String, on server: XServer) throws -> Program? {
            let paths = ["openbox": "/usr/bin/openbox", "i3": "/usr/bin/i3"]
            guard let path = paths[name], FileManager.default.isExecutableFile(atPath: path) else {
                return nil
            }
            guard name == "i3" else { return try server.startWindowManager([path], name: "Openbox") }
            let config = NSTemporaryDirectory() + "i3-\(ProcessInfo.processInfo.processIdentifier)"
            try "font pango:monospace 8\n".write(toFile: config, atomically: true, encoding: .utf8)
            return try server.startWindowManager([path, "-c", config], name: "i3")
        }

        @Test func openboxFramesAndFills() throws {
            let server = try Desktop.server(monitors: [], pointer: (100, 100))
            guard let manager = try start("openbox", on: server) else { return }
            defer { manager.terminate() }
            let desktop = try Desktop(place: "+100+150", on: server)
            let window = try desktop.get()
            let before = try desktop.place()
            #expect((before.width, before.height) == (300, 200) && before.y0 > 150, "\(before)")
            try desktop.server.move(desktop.outside, x: 200, y: 250)
            try desktop.wait(for: "the move") { window.frame.x0 > before.x0 + 50 }
            let moved = try desktop.place()
            #expect((moved.width, moved.height) == (300, 200))
            // That was another matter.
            try desktop.serve(for: 0.3)
            desktop.events = []
            window.setFullScreen(true)
            try desktop.wait(untilAt: rect(0, 0, 1280, 800))
            try desktop.wait(for: "the state") { window.isFullScreen }
            #expect(!window.isMaximized)
            #expect(desktop.shifts() == Vector(dx: -Double(moved.x0), dy: -Double(moved.y0)))
            // The place belongs to the size, whichever comes first.
            window.setFullScreen(false)
            try desktop.wait(untilAt: moved)
            #expect(desktop.shifts() == .zero)
            try desktop.wait(for: "the state") { !window.isFullScreen }
            for state in ["HORZ", "VERT"] {
                try server.changeState(.add, "_NET_WM_STATE_MAXIMIZED_\(state)", of: desktop.outside)
            }
            try desktop.wait(for: "the state") { window.isMaximized }
            try desktop.wait(for: "the size") { window.size.width > 1200 }
            _ = try desktop.place()
            #expect(desktop.connection.diagnosis().contains("window manager: Openbox"))
        }

        @Test func openboxOpensOnThePointersMonitor() throws {
            let server = try Desktop.server(monitors: Desktop.two, pointer: (900, 100))
            defer { try? server.setMonitors([]) }
            guard let manager = try start("openbox", on: server) else { return }
            defer { manager.terminate() }
            let desktop = try Desktop(place: "", on: server)
            let place = try desktop.place()
            #expect((place.x0 - 812).magnitude < 12 && place.x1 < 1280, "\(place)")
            try desktop.get().setFullScreen(true)
            try desktop.wait(untilAt: rect(640, 0, 640, 700))
        }

        @Test func i3TilesAndFills() throws {
            let server = try Desktop.server(monitors: [], pointer: (100, 100))
            guard let manager = try start("i3", on: server) else { return }
            defer { manager.terminate() }
            let desktop = try Desktop(place: "", on: server)
            let window = try desktop.get()
            try desktop.wait(for: "the tile") { window.size.width > 1200 }
            let alone = try desktop.place()
            desktop.events = []
            window.setFullScreen(true)
            try desktop.wait(untilAt: rect(0, 0, 1280, 800))
            try desktop.wait(for: "the state") { window.isFullScreen }
            window.setFullScreen(false)
            try desktop.wait(untilAt: alone)
            #expect(desktop.shifts() == .zero)
            // Another beside it.
            let other = try Desktop(place: "", on: server)
            try desktop.wait(for: "the new tile") {
                other.serve()
                return window.size.width < 700
            }
            let (left, right) = (try desktop.place(), try other.place())
            #expect(left.x1 <= right.x0 && left.height == right.height, "\(left) \(right)")
        }
    }
}
