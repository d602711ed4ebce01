import Foundation
import Posix
import Testing

@testable import Loading

/// A loader that misbehaves is an error, and its process is gone.
@Suite struct HostileLoaderTests {
    private static let broken = "does not keep to the protocol"

    @Test(arguments: [
        ("crash", "crashed (signal 11)"), ("exit", "ended early (status 7)"),
        ("hang", "says nothing for 60 seconds"), ("hang after header", "says nothing for 60 seconds"),
        ("crash after rows", "crashed (signal 11)"), ("close", "ended early"),
        ("empty message", "ended early"), ("longer text", broken),
        ("longer message", "cannot be heard: Message too long"),
        ("facts first", broken), ("facts twice", broken), ("long fact", broken), ("fact of no kind", broken),
        ("fact without words", broken), ("facts of a kind twice", broken), ("too many facts", broken),
        ("half a fact", broken),
        ("header 0 × 0", broken), ("header 8 × 0", broken), ("orientation 0", broken),
        ("orientation 9", broken), ("alpha 2", broken), ("rows first", broken), ("end first", broken),
        ("unknown message", broken), ("half a word", broken), ("short header", broken),
        ("long header", broken), ("two headers", broken), ("rows past the end", broken),
        ("rows far past the end", broken), ("no rows", broken), ("rows backward", broken),
        ("end without rows", broken), ("flood", broken), ("page count 0", broken), ("kind 3", broken),
        ("reduction 40", broken), ("reduced animation", broken), ("banded animation", broken),
        ("too large 0 × 8", broken),
        ("frame first", broken),
        ("drawn first", broken), ("write past the memory", "crashed (signal 11)"),
    ])
    func loadFails(order: String, words: String) throws {
        let loader = try HostileLoader()
        let loaded = try loader.load(order)
        #expect(loaded.error == .loaderFailed(.png, words))
        #expect(loader.isGone)
    }

    @Test(arguments: [
        ("header 4294967295 × 4294967295", 4_294_967_295, 4_294_967_295),
        ("header 1 × 4294967295", 1, 4_294_967_295), ("header 1024 × 1025", 1024, 1025),
    ])
    func pictureOverTheLimitIsRefused(order: String, width: Int, height: Int) throws {
        let loader = try HostileLoader()
        // 1024 × 1024 pixels are the most.
        let loaded = try loader.load(order, memoryLimit: 4 << 20)
        #expect(loaded.error == .tooLarge(width: width, height: height, limit: 4 << 20))
        #expect(
            loaded.error?.message.hasSuffix("take more memory than the 4 MiB there are for a picture") == true
        )
        #expect(loaded.raster == nil)
        #expect(loader.isGone)
    }

    /// One that turns out to take too much when memory is taken is not damaged.
    @Test func pictureMayBeTooLargeBehindItsHeader() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("too large behind the header")
        #expect(loaded.error == .tooLarge(width: 8, height: 16, limit: 1 << 20))
        #expect(loader.isGone)
    }

    @Test func whatItSaysIsOneLineWithoutControlCharacters() throws {
        let loader = try HostileLoader()
        let controls = try loader.load("control characters")
        #expect(controls.error == .undecodable(.png, "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}31m\u{FFFD}é"))
        #expect(controls.error?.message == "damaged PNG: a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}31m\u{FFFD}é")
        let broken = try loader.load("no UTF-8")
        #expect(broken.error == .undecodable(.png, "a\u{FFFD}\u{FFFD}b"))
        let long = try loader.load("long text")
        #expect(long.error == .undecodable(.png, String(repeating: "x", count: 1024)))
        #expect(loader.isGone)
    }

    @Test func factsAreOneLineWithoutControlCharacters() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("odd facts")
        let marks = String(repeating: "\u{FFFD}", count: 341)
        #expect(
            loaded.facts == [
                PictureFact(.camera, "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}é"),
                PictureFact(.title, "a\u{FFFD}\u{FFFD}b"),
                PictureFact(.comment, marks),
            ])
        #expect(loaded.facts.allSatisfy { $0.text.utf8.count <= 1024 })
        #expect((loaded.hasEnded, loaded.error, loaded.rowCount) == (true, nil, 16))
        #expect(loader.isGone)
    }

    /// They may come before the memory is there.
    @Test func factsBehindTheHeader() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("early facts")
        #expect(loaded.facts == [PictureFact(.flash, "fired")])
        #expect((loaded.hasEnded, loaded.error, loaded.rowCount) == (true, nil, 16))
        #expect(loader.isGone)
    }

    @Test func failureBehindRowsLeavesThem() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("fail after rows")
        #expect(loaded.error == .undecodable(.png, "as ordered"))
        #expect(loaded.rowCount == 4)
        #expect(loader.isGone)
    }

    @Test func nothingIsHeardBehindTheEnd() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("talk after the end")
        #expect(loaded.error == nil)
        #expect(loaded.hasEnded)
        #expect(loaded.tellings == [0..<16])
        #expect(loader.isGone)
    }

    /// One call takes so many messages at most, however fast they come, so that the window stays alive.
    @Test func floodIsTakenInParts() throws {
        let loader = try HostileLoader()
        let load = try loader.start("flood")
        var most = 0
        while !load.isOver {
            _ = Poll.wait(reading: [load.rawValue], until: Clock.now() + 1)
            // Time for the loader to fill the channel.
            usleep(1000)
            let events = load.receive(at: Clock.now())
            most = max(most, events.count)
            if load.isAwaitingRaster { _ = try load.makeRaster(reduction: 0) }
        }
        #expect(most <= 64)
        #expect(loader.isGone)
    }

    @Test func memoryKeepsItsSize() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("change the memory")
        #expect(loaded.warning == "sealed")
        #expect(loaded.error == nil)
        // Each byte can be read, or the test ends here.
        #expect(try #require(loaded.raster).memory.bytes.allSatisfy { $0 == 0 })
        #expect(loader.isGone)
    }

    /// A hole in the memory reads as zeros.
    @Test func memoryGivenBackCanBeRead() throws {
        let loader = try HostileLoader()
        let loaded = try loader.load("give memory back")
        #expect(loaded.warning == "a hole")
        #expect(try #require(loaded.raster).memory.bytes.allSatisfy { $0 == 0 })
        #expect(loader.isGone)
    }

    /// Descriptors that come with messages are closed.
    @Test func descriptorsThatCameAreNotKept() throws {
        let loader = try HostileLoader()
        let load = try loader.start("descriptors")
        let loaded = Loaded(load)
        #expect(loaded.error == nil)
        #expect(loaded.tellings.count == 256)
        // The canvas, by the name of its memory file, is held by no descriptor any more; by a map, it is.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(open.filter { $0.contains("xzoom-pixels") }.count < 64)
        #expect(loader.isGone)
    }

    @Test func loaderOfALoaderDiesWithIt() throws {
        let loader = try HostileLoader()
        guard case .undecodable(_, let text)? = try loader.load("another").error, let pid = Int32(text) else {
            Issue.record("no process number")
            return
        }
        #expect(pid > 1)
        #expect(loader.isGone)
    }

    /// A picture that nobody wants any more takes its loader with it.
    @Test func loaderGoesWithItsLoad() throws {
        let loader = try HostileLoader()
        var load: PictureLoad? = try loader.start("hang")
        #expect(load?.isOver == false)
        #expect(loader.runs)
        load = nil
        #expect(loader.isGone)
    }

    @Test func missingLoaderIsNamed() throws {
        let error = #expect(throws: LoadingError.self) {
            _ = try Loaded([1], as: .jpeg, folder: "/nonexistent")
        }
        #expect(error == .noLoader(.jpeg, "No such file or directory"))
        #expect(
            error?.message == "JPEG needs xzoom-loader, which cannot be started: No such file or directory")
    }
}
