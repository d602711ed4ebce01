import Glibc
import Testing

@testable import X11

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct FileURITests {
    @Test(arguments: [
        ("/a/b.png", "file:///a/b.png"), ("/with space/ä.jpg", "file:///with%20space/%C3%A4.jpg"),
        ("/100%#?.png", "file:///100%25%23%3F.png"),
        // As GLib: thumbnails are found by a hash of this text.
        ("/-_.!~*'()/&=:@+$,", "file:///-_.!~*'()/&=:@+$,"),
        ("/;<>[]\\^`{|}\"", "file:///%3B%3C%3E%5B%5D%5C%5E%60%7B%7C%7D%22"),
    ])
    func pathsAndBack(path: String, uri: String) {
        #expect(FileURI.uri(of: path.utf8) == uri)
        #expect(FileURI.path(of: uri) == bytes(path))
    }

    @Test func everyByteComesBack() {
        let path = [UInt8(ascii: "/")] + (1...255).map { UInt8($0) }
        #expect(FileURI.path(of: FileURI.uri(of: path)) == path)
    }

    @Test(arguments: [
        ("file:/a", "/a"), ("file://localhost/a", "/a"), ("FILE:///a%2fb", "/a/b"), ("/a%20b", "/a%20b"),
        ("file:///", "/"), ("file:///ä", "/ä"),
    ])
    func otherWays(uri: String, path: String) { #expect(FileURI.path(of: uri) == bytes(path)) }

    @Test(arguments: [
        "", "a", "file", "file:", "file://", "file:a", "file://elsewhere.example/a", "http://a/b",
        "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%00b", "file://localhost", "data:,",
    ])
    func whatIsNoFileHere(uri: String) { #expect(FileURI.path(of: uri) == nil) }

    @Test func hostOfThisMachine() {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, 255)
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(FileURI.path(of: "file://\(host)/a") == bytes("/a"))
    }

    @Test func listsAreReadByLine() {
        let list = bytes("# two\r\nfile:///a\r\n\r\n  file:///b \nhttp://c/d\r\n\0")
        #expect(FileURI.uris(in: list) == ["file:///a", "file:///b", "http://c/d"])
        #expect(FileURI.uris(inCopied: bytes("copy\nfile:///a\nfile:///b")) == ["file:///a", "file:///b"])
        #expect(FileURI.uris(inCopied: bytes("cut\nfile:///a\0")) == ["file:///a"])
        #expect(FileURI.uris(in: []) == [])
        #expect(FileURI.uris(in: bytes("\n\n \t")) == [])
    }

    @Test func textThatNamesFiles() {
        #expect(FileURI.names(inText: " /a/b.png\n") == ["/a/b.png"])
        #expect(FileURI.names(inText: "/a b\nfile:///c\r\n") == ["/a b", "file:///c"])
        #expect(FileURI.names(inText: "look at /a/b.png") == [])
        #expect(FileURI.names(inText: "/a\nand more") == [])
        #expect(FileURI.names(inText: "") == [])
        #expect(FileURI.names(inText: "/" + String(repeating: "a", count: 20_000)) == [])
    }
}

@Suite struct SelectionContentTests {
    private let files = SelectionContent(
        uris: ["file:///a%20b", "file:///%C3%A4/c"], hasPicture: true, isCopy: true)

    private func text(_ target: Atoms.Name) -> String? {
        guard case .bytes(let bytes, _) = files.answer(to: target) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func eachTargetHasItsForm() {
        #expect(text(.uriList) == "file:///a%20b\r\nfile:///%C3%A4/c\r\n")
        #expect(text(.copiedFiles) == "copy\nfile:///a%20b\nfile:///%C3%A4/c")
        for target in [Atoms.Name.utf8String, .plainTextUTF8, .plainText] {
            #expect(text(target) == "/a b\n/ä/c")
        }
        #expect(files.answer(to: .text) == .bytes(bytes("/a b\n/ä/c"), type: .utf8String))
        #expect(
            files.answer(to: .string) == .bytes(bytes("/a b\n/") + [0xE4] + bytes("/c"), type: .string))
        #expect(files.answer(to: .png) == .picture)
        #expect(files.answer(to: .multiple) == nil)
        #expect(files.targets.allSatisfy { files.answer(to: $0) != nil })
    }

    @Test func whatIsNotThereIsNotOffered() {
        let picture = SelectionContent(uris: [], hasPicture: true, isCopy: true)
        #expect(picture.targets == [.png])
        #expect(picture.answer(to: .uriList) == nil)
        let drag = SelectionContent(uris: ["file:///a"], hasPicture: false, isCopy: false)
        #expect(drag.targets == [.uriList, .utf8String, .plainTextUTF8, .plainText])
        #expect(drag.answer(to: .png) == nil)
    }
}

@Suite struct PasteFormatTests {
    @Test func filesComeBeforePicturesBeforeText() {
        let all = [
            "TARGETS", "UTF8_STRING", "image/bmp", "STRING", "image/png", "text/html", "text/uri-list",
            "image/jpeg", "x-special/gnome-copied-files",
        ]
        #expect(
            PasteFormat.choices(from: all) == [
                .copiedFiles, .uriList, .picture(target: "image/png"), .picture(target: "image/jpeg"),
                .text(target: "UTF8_STRING"),
            ])
        #expect(PasteFormat.choices(from: ["text/html", "image/x-unknown"]) == [])
        #expect(
            PasteFormat.choices(from: ["image/svg+xml", "STRING"]) == [
                .picture(target: "image/svg+xml"), .text(target: "STRING"),
            ])
    }

    @Test func contentIsUnderstood() {
        #expect(PasteFormat.uriList.content(of: bytes("file:///a\r\n")) == .files(["file:///a"]))
        #expect(PasteFormat.copiedFiles.content(of: bytes("cut\nfile:///a")) == .files(["file:///a"]))
        #expect(PasteFormat.uriList.content(of: []) == nil)
        #expect(PasteFormat.picture(target: "image/png").content(of: [1, 2]) == .picture([1, 2]))
        #expect(PasteFormat.picture(target: "image/png").content(of: []) == nil)
        let text = PasteFormat.text(target: "STRING")
        #expect(text.content(of: bytes("hello")) == nil)
        #expect(text.content(of: [0x2F, 0xE4], isLatin1: true) == .files(["/ä"]))
        #expect(text.content(of: bytes("/ä")) == .files(["/ä"]))
    }

    /// Whatever another program sends.
    @Test func randomBytes() {
        var state: UInt64 = 5
        for _ in 0..<3000 {
            let bytes = (0..<Int(state % 60)).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 63 == 0 ? UInt8(state >> 56) : Array("file:/%\n#".utf8)[Int(state >> 58) % 9]
            }
            state &+= 1
            for format in [PasteFormat.uriList, .copiedFiles, .text(target: "STRING")] {
                guard case .files(let names)? = format.content(of: bytes) else { continue }
                for name in names { #expect(FileURI.path(of: name)?.contains(0) != true) }
            }
        }
    }
}
