import CX11
public import Geometry

/// The root window, which all monitors are parts of: device pixels, origin at its top-left corner.
public enum Root {}

/// A monitor.
public struct Monitor: Hashable, Sendable {
    /// The output's name as the server numbers it; 0 where there is none.
    let name: Atom
    /// Its part of the root window, in device pixels.
    public let frame: PixelRect<Root>
    /// Whether it is the user's first.
    public let isPrimary: Bool
}

/// The monitors of the screen, in the server's order (RandR 1.5), of which there is at least one.
public struct Monitors: Hashable, Sendable {
    /// All of them; the whole screen as one where the server does not tell.
    public let all: [Monitor]

    /// These monitors; without any, a `screen` as one.
    init(_ found: [Monitor], screen: PixelRect<Root>) {
        let seen = found.filter { !$0.frame.isEmpty }
        all = seen.isEmpty ? [Monitor(name: 0, frame: screen, isPrimary: true)] : seen
    }

    /// The monitor at a place, or the one nearest to it.
    /// - Parameters:
    ///   - x: column of the root window.
    ///   - y: row of it.
    /// - Returns: its index in `all`.
    public func index(atX x: Int, y: Int) -> Int {
        let distances = all.map { monitor in
            let frame = monitor.frame
            let dx = Double(max(frame.x0 - x, 0, x - (frame.x1 - 1)))
            let dy = Double(max(frame.y0 - y, 0, y - (frame.y1 - 1)))
            return dx * dx + dy * dy
        }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }

    /// The monitor that a window is on: the one that its middle is on, or nearest to.
    /// - Parameter frame: the window's place.
    /// - Returns: its index in `all`.
    public func index(of frame: PixelRect<Root>) -> Int {
        index(atX: frame.x0 + frame.width / 2, y: frame.y0 + frame.height / 2)
    }
}

/// Where a new window goes.
struct OpeningPlace {
    /// The part of the pointer's monitor that windows may cover.
    let area: PixelRect<Root>
    /// Whether there are other monitors.
    let isOneOfMany: Bool

    /// - Parameters:
    ///   - workArea: the whole screen without what panels cover; `nil` where that is not known.
    ///   - monitors: all.
    ///   - pointer: where the pointer is on the root window.
    init(workArea: PixelRect<Root>?, monitors: Monitors, pointer: (x: Int, y: Int)) {
        let monitor = monitors.all[monitors.index(atX: pointer.x, y: pointer.y)].frame
        let free = workArea.map { $0.intersection(monitor) } ?? monitor
        area = free.isEmpty ? monitor : free
        isOneOfMany = monitors.all.count > 1
    }

    /// The corner of a window of a size in the middle; at the area's corner where it is larger.
    func corner(of size: PixelSize) -> (x: Int, y: Int) {
        (
            area.x0 + max(0, (area.width - size.width) / 2),
            area.y0 + max(0, (area.height - size.height) / 2)
        )
    }
}

extension Connection {
    /// The whole screen.
    var screenFrame: PixelRect<Root> {
        PixelRect(
            x0: 0, y0: 0, x1: Int(XDisplayWidth(display, screen)), y1: Int(XDisplayHeight(display, screen)))
    }

    /// Asks the server for the monitors: a round trip, three for the first time.
    func readMonitors() -> Monitors {
        var count: Int32 = 0
        // It is null where the server has no RandR 1.5.
        let found = XRRGetMonitors(display, root, 1, &count)
        defer { if let found { XRRFreeMonitors(found) } }
        let monitors = UnsafeBufferPointer(start: found, count: found == nil ? 0 : Int(count)).map { info in
            let (x, y) = (Int(info.x), Int(info.y))
            return Monitor(
                name: info.name,
                frame: PixelRect(x0: x, y0: y, x1: x + Int(info.width), y1: y + Int(info.height)),
                isPrimary: info.primary != 0)
        }
        return Monitors(monitors, screen: screenFrame)
    }

    /// Where the pointer is on the root window: a round trip.
    func readPointer(on window: WindowID) -> (rootX: Int, rootY: Int, x: Int, y: Int)? {
        var (parent, child): (WindowID, WindowID) = (0, 0)
        var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        var mask: UInt32 = 0
        guard XQueryPointer(display, window, &parent, &child, &rootX, &rootY, &x, &y, &mask) != 0 else {
            return nil
        }
        return (Int(rootX), Int(rootY), Int(x), Int(y))
    }

    /// Looks where a new window goes: two round trips, with more than one monitor three.
    func readOpeningPlace() -> OpeningPlace {
        let numbers = cardinals(of: atoms[.netWorkarea], on: root, most: 4)
        var workArea: PixelRect<Root>?
        if numbers.count >= 4, numbers.allSatisfy({ (0...0xFFFF).contains($0) }), numbers[2] > 0,
            numbers[3] > 0
        {
            workArea = PixelRect(
                x0: numbers[0], y0: numbers[1], x1: numbers[0] + numbers[2], y1: numbers[1] + numbers[3])
        }
        let pointer = monitors.all.count > 1 ? readPointer(on: root) : nil
        return OpeningPlace(
            workArea: workArea, monitors: monitors, pointer: (pointer?.rootX ?? 0, pointer?.rootY ?? 0))
    }
}
