import Foundation
import Geometry
import ScrollView
import Testing

@testable import xzoom

@Suite struct ConfigurationTests {
    private static func read(_ text: String) -> (options: Options, complaints: [String]) {
        var options = Options()
        let complaints = options.read(Array(text.utf8), of: "file")
        return (options, complaints)
    }

    @Test func linesAreOptionsAndBindings() {
        let (options, complaints) = Self.read(
            """
            # A comment.

              max-zoom = 20
            fit=scale-down
            fullscreen
            reverse = yes
            reverse = no
            bind F2 = next
            bind = = zoom-out
            bind Ctrl+w=quit
            bind q = nothing
            """)
        #expect(complaints == [])
        #expect(options.media.maximumZoomScale == 20)
        #expect(options.given == [.maximumZoom, .fit])
        #expect(options.media.fit == .scaleDown)
        #expect(options.isFullScreen)
        #expect(!options.order.isReversed)
        let keys = options.keys
        #expect(keys.names(of: .next).last == "F2")
        #expect(keys.names(of: .zoomOut) == ["-", "="])
        #expect(keys.names(of: .quit) == ["Ctrl+q", "Ctrl+w"])
    }

    @Test func whatCannotBeReadIsToldOfAndPassedOver() {
        let (options, complaints) = Self.read(
            "bogus = 1\nmax-zoom = 0\n check\nfit = scale-down\nbind x\nbind Nokey = next\nbind x = jump\n= 3\n\u{1}"
        )
        #expect(
            complaints == [
                "file:1: there is no option “bogus”",
                "file:2: --max-zoom 0: not a number from 0.01 to 1000",
                "file:3: “check” is for the command line alone",
                "file:5: “bind x” is not “bind KEY = command”", "file:6: there is no key “Nokey”",
                "file:7: there is no command “jump”", "file:8: there is no option “”",
                "file:9: there is no option “\u{FFFD}”",
            ])
        #expect(options.media.fit == .scaleDown)
    }

    @Test func bytesThatAreNoText() {
        var options = Options()
        #expect(options.read([0xFF, 0x00, 0x0A, 0x0A], of: "f").count == 1)
        #expect(options.read([], of: "f") == [])
        // A mark of UTF-8 is none of the words, and a line of anything is not repeated.
        #expect(options.read([0xEF, 0xBB, 0xBF] + Array("max-zoom = 7\n".utf8), of: "f") == [])
        #expect(options.media.maximumZoomScale == 7)
        let zeros = [UInt8](repeating: 0, count: 100_000)
        #expect(options.read(zeros, of: "f") == ["f:1: the line is longer than 1000 bytes"])
    }

    @Test func viewsAsText() {
        let state = MediaViewState(center: Point(x: 10.25, y: -3), scale: .devicePixels(2.5))
        #expect(state.text == "10.25,-3.0,2.5")
        #expect(MediaViewState(state.text) == state)
        let whole = MediaViewState(center: Point(x: 1, y: 2), scale: .fit)
        #expect(whole.text == "1.0,2.0,fit")
        #expect(MediaViewState(whole.text) == whole)
        for text in [
            "", "1,2", "1,2,3,4", "a,2,3", "1,2,0", "1,2,-1", "nan,1,1", "1,inf,1", "1,2,", "1e10,0,1",
        ] {
            #expect(MediaViewState(text) == nil, "\(text)")
        }
    }
}
