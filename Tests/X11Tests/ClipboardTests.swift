import Geometry
import Testing
import XServerSession

@testable import X11

/// Bytes that repeat late.
private func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &>> 7 &+ $0) }
}

extension OnServer {
    /// What is offered to other programs.
    @Suite struct Offer {
        private static let paths = [Array("/tmp/a b.png".utf8), Array("/tmp/ä.png".utf8)]

        @Test func namesAreGivenAsAsked() throws {
            let desktop = try Desktop()
            #expect(try desktop.get().offer(paths: Self.paths, hasPicture: true))
            let client = desktop.client
            let targets = try #require(try client.ask("CLIPBOARD", as: "TARGETS"))
            #expect(targets.type == "ATOM")
            let names = try targets.words.map(desktop.server.atomName)
            #expect(
                Set(names) == [
                    "TARGETS", "TIMESTAMP", "MULTIPLE", "text/uri-list", "x-special/gnome-copied-files",
                    "UTF8_STRING", "STRING", "TEXT", "text/plain", "text/plain;charset=utf-8", "image/png",
                ])
            let list = try #require(try client.ask("CLIPBOARD", as: "text/uri-list"))
            #expect(list.type == "text/uri-list" && list.parts == 0)
            #expect(list.bytes == Array("file:///tmp/a%20b.png\r\nfile:///tmp/%C3%A4.png\r\n".utf8))
            let text = try #require(try client.ask("CLIPBOARD", as: "TEXT"))
            #expect(text.type == "UTF8_STRING" && text.bytes == Array("/tmp/a b.png\n/tmp/ä.png".utf8))
            #expect(try client.ask("CLIPBOARD", as: "STRING")?.bytes.count == 23)
            #expect(try client.ask("CLIPBOARD", as: "image/tiff") == nil)
            let time = try #require(try client.ask("CLIPBOARD", as: "TIMESTAMP"))
            #expect(time.type == "INTEGER" && time.words.count == 1 && time.words != [0])
        }

        @Test func pictureIsMadeWhenItIsAskedFor() throws {
            let desktop = try Desktop()
            let (window, client) = (try desktop.get(), desktop.client)
            window.offer(paths: Self.paths, hasPicture: true)
            for (bytes, isThere) in [([1, 2, 3], true), ([], false)] as [([UInt8], Bool)] {
                try client.beginAsking("CLIPBOARD", as: "image/png")
                let request = try desktop.next("the request", \.pictureRequest)
                try desktop.serve(for: 0.05)
                #expect(!client.isAnswered)
                if isThere {
                    window.answer(request, with: bytes, at: monotonicSeconds())
                } else {
                    window.refuse(request)
                }
                try desktop.wait(for: "the answer") { client.isAnswered }
                #expect(try client.takeAnswer()?.bytes == (isThere ? bytes : nil))
                // Once is enough.
                window.answer(request, with: bytes, at: monotonicSeconds())
            }
        }

        /// Sizes about the size of a part and beyond that of a request, which is 16 MiB here.
        @Test(arguments: [262_144, 262_145, 1_000_000, 20_000_000])
        func largePictureComesInParts(count: Int) throws {
            let desktop = try Desktop()
            let (window, client) = (try desktop.get(), desktop.client)
            window.offer(paths: [], hasPicture: true)
            try client.beginAsking("CLIPBOARD", as: "image/png")
            let request = try desktop.next("the request", \.pictureRequest)
            let picture = noise(count)
            window.answer(request, with: picture, at: monotonicSeconds())
            try desktop.wait(for: "the picture", timeout: 20) { client.isAnswered }
            let answer = try #require(try client.takeAnswer())
            #expect(answer.bytes == picture && answer.type == "image/png")
            #expect(answer.parts == (count <= 262_144 ? 0 : (count + 262_143) / 262_144))
            #expect(answer.announced == (count <= 262_144 ? nil : count))
            #expect(window.deadline == nil)
        }

        @Test func severalProgramsAtOnce() throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            let others = try (0..<3).map { _ in
                try DesktopClient(on: desktop.server, frame: .init(x0: 0, y0: 600, x1: 10, y1: 610))
            }
            window.offer(paths: Self.paths, hasPicture: true)
            for other in others { try other.beginAsking("CLIPBOARD", as: "image/png") }
            let pictures = (1...3).map { noise($0 * 300_000) }
            for picture in pictures {
                let request = try desktop.next("a request", \.pictureRequest)
                window.answer(request, with: picture, at: monotonicSeconds())
            }
            try desktop.wait(for: "all") {
                for other in others { try other.serve() }
                return others.allSatisfy(\.isAnswered)
            }
            let found = try others.map { try #require(try $0.takeAnswer()).bytes.count }
            #expect(found.sorted() == pictures.map(\.count))
        }

        @Test func severalTargetsAtOnce() throws {
            let desktop = try Desktop()
            let (window, client) = (try desktop.get(), desktop.client)
            window.offer(paths: Self.paths, hasPicture: true)
            client.whileWaiting = { [unowned desktop] in
                desktop.serve()
                for request in desktop.events.compactMap(\.pictureRequest) {
                    window.answer(request, with: [9, 8], at: monotonicSeconds())
                }
                desktop.events = []
            }
            let answers = try client.askMultiple(
                "CLIPBOARD", as: ["UTF8_STRING", "image/tiff", "image/png", "MULTIPLE", "TIMESTAMP"])
            #expect(answers.map(\.isNone) == [false, true, false, true, false])
            #expect(answers[0].bytes == Array("/tmp/a b.png\n/tmp/ä.png".utf8))
            #expect(answers[2].bytes == [9, 8])
            #expect(answers[1].bytes == nil && answers[3].bytes == nil && answers[4].bytes?.count == 4)
        }

        @Test func programThatVanishesIsForgotten() throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            let other = try DesktopClient(
                on: desktop.server, frame: .init(x0: 0, y0: 600, x1: 10, y1: 610))
            window.offer(paths: [], hasPicture: true)
            try other.beginAsking("CLIPBOARD", as: "image/png", mostParts: 2)
            let request = try desktop.next("the request", \.pictureRequest)
            window.answer(request, with: noise(3_000_000), at: monotonicSeconds())
            try desktop.wait(for: "two parts") {
                try other.serve()
                return other.partsTaken == 2
            }
            #expect(window.deadline != nil)
            try other.vanish()
            try desktop.wait(for: "that to be noticed") { window.deadline == nil }
            // One that is gone before the answer.
            let gone = try DesktopClient(
                on: desktop.server, frame: .init(x0: 0, y0: 600, x1: 10, y1: 610))
            try gone.beginAsking("CLIPBOARD", as: "image/png")
            let late = try desktop.next("the request", \.pictureRequest)
            try gone.vanish()
            window.answer(late, with: [1], at: monotonicSeconds())
            #expect(try desktop.client.ask("CLIPBOARD", as: "TIMESTAMP") != nil)
        }

        @Test func programThatStallsIsGivenUp() throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            window.offer(paths: [], hasPicture: true)
            try desktop.client.beginAsking("CLIPBOARD", as: "image/png", mostParts: 1)
            let request = try desktop.next("the request", \.pictureRequest)
            window.answer(request, with: noise(1_000_000), at: monotonicSeconds())
            try desktop.wait(for: "a part") { desktop.client.partsTaken == 1 }
            try desktop.serve(for: 0.05)
            let deadline = try #require(window.deadline)
            #expect((5...11).contains(deadline - monotonicSeconds()))
            _ = window.pendingEvents(at: deadline + 0.001)
            #expect(window.deadline == nil)
        }

        @Test func offerEndsWithTheNext() throws {
            let desktop = try Desktop()
            try desktop.get().offer(paths: Self.paths, hasPicture: false)
            // Our own next one is no end.
            try desktop.get().offer(paths: [Self.paths[0]], hasPicture: false)
            try desktop.serve(for: 0.05)
            #expect(desktop.events.compactMap(\.isOfferEnd).isEmpty)
            let list = try desktop.client.ask("CLIPBOARD", as: "UTF8_STRING")
            #expect(list?.bytes == Self.paths[0])
            try desktop.client.own("CLIPBOARD", [:])
            #expect(try desktop.next("the end", \.isOfferEnd))
        }
    }

    /// What is taken from other programs.
    @Suite struct Paste {
        private func paste(_ desktop: Desktop, limit: Int = 64 << 20, timeout: Double = 5) throws -> Pasted {
            try desktop.get().requestClipboard(limit: limit, at: monotonicSeconds())
            return try desktop.next("the clipboard", timeout: timeout, \.pasted)
        }

        @Test(
            arguments: [
                (
                    ["text/uri-list": "file:///a\r\nfile:///b\r\n", "UTF8_STRING": "x"],
                    .files(["file:///a", "file:///b"])
                ),
                (
                    ["text/uri-list": "file:///a", "x-special/gnome-copied-files": "cut\nfile:///c"],
                    .files(["file:///c"])
                ),
                (
                    ["image/png": "PNG", "image/jpeg": "JPEG", "text/html": "<img>"],
                    .picture(Array("PNG".utf8))
                ),
                (["image/jpeg": "JPEG"], .picture(Array("JPEG".utf8))),
                (["UTF8_STRING": "/tmp/ä.png\n"], .files(["/tmp/ä.png"])),
                (
                    ["UTF8_STRING": "hello"],
                    .nothing("there is neither a file nor a picture in the clipboard")
                ),
                // An empty list, and then the picture.
                (["text/uri-list": "# nothing", "image/png": "PNG"], .picture(Array("PNG".utf8))),
                ([:], .nothing("there is neither a file nor a picture in the clipboard")),
            ] as [([String: String], Pasted)])
        func bestIsTaken(contents: [String: String], expected: Pasted) throws {
            let desktop = try Desktop()
            try desktop.client.own("CLIPBOARD", contents.mapValues { Array($0.utf8) })
            #expect(try paste(desktop) == expected)
            #expect(try desktop.get().deadline == nil)
        }

        @Test func ownerWithoutAListIsAsked() throws {
            let desktop = try Desktop()
            try desktop.client.own("CLIPBOARD", ["image/png": [1, 2, 3]], listsTargets: false)
            #expect(try paste(desktop) == .picture([1, 2, 3]))
        }

        @Test func emptyClipboard() throws {
            let desktop = try Desktop()
            try desktop.client.own("CLIPBOARD", [:])
            try desktop.client.vanish()
            #expect(try paste(desktop) == .nothing("the clipboard is empty"))
        }

        @Test func ownOfferComesBack() throws {
            let desktop = try Desktop()
            try desktop.get().offer(paths: [Array("/tmp/a b".utf8)], hasPicture: false)
            #expect(try paste(desktop) == .files(["file:///tmp/a%20b"]))
        }

        @Test func ownLargePictureComesBack() throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            window.offer(paths: [], hasPicture: true)
            window.requestClipboard(limit: 1 << 30, at: monotonicSeconds())
            let request = try desktop.next("the request", \.pictureRequest)
            let picture = noise(2_000_000)
            window.answer(request, with: picture, at: monotonicSeconds())
            #expect(try desktop.next("the picture", timeout: 10, \.pasted) == .picture(picture))
        }

        @Test(arguments: [(5, 4), (1_000_000, 65_536), (30_000_000, 1 << 20)])
        func largePictureComesInParts(count: Int, partSize: Int) throws {
            let desktop = try Desktop()
            let picture = noise(count)
            try desktop.client.own("CLIPBOARD", ["image/png": picture], partSize: partSize)
            #expect(try paste(desktop, timeout: 20) == .picture(picture))
            // And once more.
            #expect(try paste(desktop, timeout: 20) == .picture(picture))
        }

        @Test(arguments: [1 << 22, 100_000])
        func tooLargeIsNotTaken(partSize: Int) throws {
            let desktop = try Desktop()
            try desktop.client.own("CLIPBOARD", ["image/png": noise(3 << 20)], partSize: partSize)
            guard case .nothing(let reason) = try paste(desktop, limit: 2 << 20) else {
                Issue.record("it was taken")
                return
            }
            #expect(reason.contains("more than 2 MiB"), "\(reason)")
        }

        /// One that never answers, and one that stops after two parts.
        @Test(arguments: [true, false]) func silentOwnerIsGivenUp(isSilent: Bool) throws {
            let desktop = try Desktop()
            let window = try desktop.get()
            try desktop.client.own(
                "CLIPBOARD", ["image/png": noise(100_000)], partSize: 1000, mostParts: 2, isSilent: isSilent)
            window.requestClipboard(limit: 1 << 20, at: monotonicSeconds())
            try desktop.serve(for: 0.2)
            #expect(desktop.events.isEmpty)
            let deadline = try #require(window.deadline)
            let late = window.pendingEvents(at: deadline + 0.001)
            #expect(
                late.compactMap(\.pasted) == [
                    .nothing("the clipboard cannot be read: the program that has it does not answer")
                ])
            #expect(window.deadline == nil)
            // The next question is a new one.
            try desktop.client.own("CLIPBOARD", ["image/png": [7]])
            #expect(try paste(desktop) == .picture([7]))
        }
    }
}
