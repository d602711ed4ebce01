import Geometry
import Gestures
import Testing
import XServerSession

@testable import X11

extension OnServer {
    /// Files that another program drops.
    @Suite struct Drops {
        private static let list = Array("file:///a%20b.png\r\nfile:///c\r\n".utf8)

        @Test(arguments: [3, 4, 5] as [UInt32]) func listIsTaken(version: UInt32) throws {
            let desktop = try Desktop()
            let (client, window) = (desktop.client, desktop.outside)
            let content = ["text/uri-list": Self.list, "text/plain": []]
            #expect(try client.drag(content, over: window, at: desktop.at(10, 20), version: version) == true)
            #expect(try client.moveDrag(over: window, to: desktop.at(70, 50)) == true)
            #expect(try client.drop(on: window))
            let drop = try desktop.next("the drop", \.drop)
            #expect(drop.uris == ["file:///a%20b.png", "file:///c"])
            #expect(drop.point == Point(x: 70, y: 50))
        }

        @Test func typeIsFoundAmongMany() throws {
            let desktop = try Desktop()
            var content = Dictionary(uniqueKeysWithValues: (0..<9).map { ("a/\($0)", [UInt8]()) })
            content["x-special/gnome-copied-files"] = Array("copy\nfile:///x".utf8)
            #expect(try desktop.client.drag(content, over: desktop.outside, at: desktop.at(1, 1)) == true)
            #expect(try desktop.client.drop(on: desktop.outside))
            #expect(try desktop.next("the drop", \.drop).uris == ["file:///x"])
        }

        @Test func longListComesInParts() throws {
            let desktop = try Desktop()
            let uris = (0..<40_000).map { "file:///folder/picture-\($0).png" }
            let content = ["text/uri-list": Array(uris.joined(separator: "\r\n").utf8)]
            #expect(try desktop.client.drag(content, over: desktop.outside, at: desktop.at(1, 1)) == true)
            #expect(try desktop.client.drop(on: desktop.outside))
            #expect(try desktop.next("the drop", \.drop).uris == uris)
        }

        @Test func otherThingsAreRefused() throws {
            let desktop = try Desktop()
            let (client, window) = (desktop.client, desktop.outside)
            #expect(try client.drag(["text/plain": [65]], over: window, at: desktop.at(1, 1)) == false)
            #expect(try client.drop(on: window) == false)
            // A list without files.
            #expect(try client.drag(["text/uri-list": [10]], over: window, at: desktop.at(1, 1)) == true)
            #expect(try client.drop(on: window) == false)
            // A version of long ago has no answer to give.
            let content = ["text/uri-list": Self.list]
            #expect(try client.drag(content, over: window, at: desktop.at(1, 1), version: 2) == nil)
            #expect(desktop.events.compactMap(\.drop).isEmpty)
        }

        @Test func dragThatLeavesDropsNothing() throws {
            let desktop = try Desktop()
            let (client, window) = (desktop.client, desktop.outside)
            #expect(try client.drag(["text/uri-list": Self.list], over: window, at: desktop.at(1, 1)) == true)
            try client.leave(window)
            #expect(try client.drop(on: window) == false)
            #expect(desktop.events.compactMap(\.drop).isEmpty)
        }

        @Test func sourceThatVanishesIsGivenUp() throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            let other = try DesktopClient(
                on: desktop.server, frame: .init(x0: 0, y0: 600, x1: 10, y1: 610))
            other.whileWaiting = { [unowned desktop] in desktop.serve() }
            let content = ["text/uri-list": Self.list]
            #expect(try other.drag(content, over: desktop.outside, at: desktop.at(1, 1)) == true)
            try other.own("XdndSelection", content, isSilent: true)
            #expect(throws: SessionError.self) { try other.drop(on: desktop.outside, timeout: 0.2) }
            try other.vanish()
            let deadline = try #require(window.deadline)
            #expect(window.pendingEvents(at: deadline + 0.001).compactMap(\.drop).isEmpty)
            #expect(window.deadline == nil)
            // The next one is well.
            #expect(try desktop.client.drag(content, over: desktop.outside, at: desktop.at(1, 1)) == true)
            #expect(try desktop.client.drop(on: desktop.outside))
        }
    }

    /// Files that are dragged out.
    @Suite struct DragsOut {
        private static let paths = [Array("/tmp/a b.png".utf8)]

        /// Presses with Control held, and moves until that is a drag.
        private func begin(_ desktop: Desktop) throws {
            let server = desktop.server
            try server.focus(desktop.outside)
            try server.mouse.move(to: desktop.at(100, 100))
            try server.keyboard.hold("Control_L")
            try server.mouse.press()
            try server.mouse.move(to: desktop.at(102, 100))
            try desktop.serve(for: 0.05)
            #expect(desktop.events.compactMap(\.controlDrag).isEmpty)
            try server.mouse.move(to: desktop.at(110, 100))
            #expect(try desktop.next("the drag", \.controlDrag) == Point(x: 100, y: 100))
            #expect(try desktop.get().beginDrag(paths: Self.paths))
        }

        private func end(_ desktop: Desktop) throws {
            try desktop.server.mouse.release()
            try desktop.server.keyboard.release("Control_L")
        }

        private func moveToClient(_ desktop: Desktop) throws {
            let start = desktop.at(110, 100)
            try desktop.server.mouse.move(
                from: start, to: desktop.client.window.center, steps: 12, interval: 0.002,
                afterStep: { _ in desktop.serve() })
        }

        @Test func filesAreDropped() throws {
            let desktop = try Desktop()
            try begin(desktop)
            try moveToClient(desktop)
            try desktop.wait(for: "the visit") { desktop.client.isVisited }
            try desktop.serve(for: 0.05)
            try end(desktop)
            #expect(try desktop.next("the end", \.dragEnd))
            let drop = try #require(desktop.client.drops.first)
            #expect(drop.list == Array("file:///tmp/a%20b.png\r\n".utf8))
            #expect(drop.types == ["text/uri-list", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain"])
            #expect((drop.x, drop.y) == (600, 175))
            // The pointer is free again, and a press pans as ever.
            desktop.events = []
            try desktop.server.mouse.move(to: desktop.at(50, 50))
            try desktop.server.mouse.press()
            let pressed = try desktop.next("the press") {
                if case .pressed(button: 1)? = $0.pointer?.action { true } else { nil }
            }
            #expect(pressed)
            try desktop.server.mouse.release()
        }

        /// The button goes up before the window has answered.
        @Test func fastDropIsTakenToo() throws {
            let desktop = try Desktop()
            try begin(desktop)
            try desktop.server.mouse.move(to: desktop.client.window.center)
            try end(desktop)
            #expect(try desktop.next("the end", \.dragEnd))
            #expect(desktop.client.drops.count == 1)
        }

        @Test func escapeCancels() throws {
            let desktop = try Desktop()
            try begin(desktop)
            try moveToClient(desktop)
            try desktop.wait(for: "the visit") { desktop.client.isVisited }
            try desktop.server.keyboard.type("Escape")
            #expect(try desktop.next("the end", \.dragEnd) == false)
            try desktop.wait(for: "the leave") { !desktop.client.isVisited }
            try end(desktop)
            try desktop.serve(for: 0.05)
            #expect(desktop.client.drops.isEmpty)
            // The release of the press that began it is none of a pan.
            #expect(
                !desktop.events.contains {
                    if case .released? = $0.pointer?.action { true } else { false }
                })
        }

        @Test func windowThatWantsNothingGetsNothing() throws {
            let desktop = try Desktop()
            desktop.client.takesDrops = false
            try begin(desktop)
            try moveToClient(desktop)
            try desktop.wait(for: "the visit") { desktop.client.isVisited }
            try end(desktop)
            #expect(try desktop.next("the end", \.dragEnd) == false)
            #expect(desktop.client.drops.isEmpty)
        }

        @Test func dropOnNothingOrOnItselfIsNone() throws {
            for point in [Point<Screen>(x: 900, y: 600), Point(x: 200, y: 150)] {
                let desktop = try Desktop()
                try begin(desktop)
                try desktop.server.mouse.move(to: point)
                try desktop.serve(for: 0.05)
                try end(desktop)
                #expect(try desktop.next("the end", \.dragEnd) == false)
            }
        }

        @Test func windowThatVanishesIsNoTrouble() throws {
            let desktop = try Desktop()
            try begin(desktop)
            try moveToClient(desktop)
            try desktop.wait(for: "the visit") { desktop.client.isVisited }
            try desktop.client.vanish()
            try end(desktop)
            desktop.serve()
            // It waits for the answer to the drop, or the window under the pointer is another by now.
            if let deadline = try desktop.get().deadline {
                desktop.events += try desktop.get().pendingEvents(at: deadline + 0.001)
            }
            #expect(try desktop.next("the end", \.dragEnd) == false)
        }

        @Test func controlClickIsNoSample() throws {
            let desktop = try Desktop()
            try desktop.server.mouse.move(to: desktop.at(100, 100))
            try desktop.server.keyboard.hold("Control_L")
            try desktop.server.mouse.click()
            try desktop.server.keyboard.release("Control_L")
            try desktop.server.mouse.click(.right)
            var buttons: [PointerSample.Action] = []
            try desktop.wait(for: "the other button") {
                buttons = desktop.events.compactMap(\.pointer?.action).filter { $0 != .moved }
                return buttons.count == 2
            }
            #expect(buttons == [.pressed(button: 3), .released(button: 3)])
        }
    }

    @Suite struct Swipes {
        @Test func motionComesAsItIs() throws {
            let desktop = try Desktop()
            let server = desktop.server
            try server.mouse.move(to: desktop.at(100, 100))
            try server.touchpad.swipe(.begin, fingers: 4)
            try server.touchpad.swipe(.update, dx: 12.5, dy: -3, fingers: 4)
            try server.touchpad.swipe(.end, fingers: 4)
            try server.touchpad.swipe(.begin)
            try server.touchpad.swipe(.end, cancelled: true)
            var samples: [TouchpadSwipeSample] = []
            try desktop.wait(for: "two swipes") {
                samples = desktop.events.compactMap(\.swipe)
                return samples.count == 5
            }
            #expect(samples.map(\.phase) == [.began, .moved, .ended, .began, .cancelled])
            #expect(samples.map(\.fingerCount) == [4, 4, 4, 3, 3])
            #expect(samples[1].delta == Vector(dx: 12.5, dy: -3))
            #expect(Set(samples.map(\.device)).count == 1 && samples[0].device > 0)
            #expect(samples.map(\.time) == samples.map(\.time).sorted())
        }
    }
}
