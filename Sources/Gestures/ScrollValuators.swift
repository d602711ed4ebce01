public import Geometry

/// One scroll valuator of an input device (XIScrollClass in the X Input Extension, version 2.1).
public struct ScrollAxis: Hashable, Sendable {
    /// The valuator's number.
    public var number: Int
    /// The direction in which it scrolls.
    public var axis: Axis
    /// The change of its value that is one notch rightward or downward; negative where the valuator is
    /// inverted.
    public var increment: Double

    /// The valuator `number`, which scrolls along `axis` by one notch per `increment`.
    public init(number: Int, axis: Axis, increment: Double) {
        self.number = number
        self.axis = axis
        self.increment = increment
    }
}

/// Turns the absolute values of scroll valuators into notches. Each source device has its own values, and
/// they go on changing while the pointer is elsewhere: without a base that is known to be current, a
/// difference would make the picture jump.
public struct ScrollValuators: Sendable {
    private struct Valuator {
        let axis: ScrollAxis
        /// The value that the next one is compared with.
        var last: Double?
    }

    private var devices: [Int: [Valuator]] = [:]

    /// No device.
    public init() {}

    /// Takes in what a device has now (XI_DeviceChanged, XIQueryDevice).
    /// - Parameters:
    ///   - device: the source device.
    ///   - axes: all its scroll valuators; those without a usable increment are left out.
    ///   - values: its valuators' values now, by number; a valuator without one has no base yet.
    public mutating func setAxes(
        device: Int, axes: [ScrollAxis], values: [(number: Int, value: Double)]
    ) {
        devices[device] = axes.filter { $0.increment.isFinite && $0.increment != 0 }.map { axis in
            Valuator(axis: axis, last: values.first { $0.number == axis.number && $0.value.isFinite }?.value)
        }
    }

    /// How far a device scrolled since its values were seen last.
    /// - Parameters:
    ///   - device: the source device.
    ///   - values: the valuators in the event, by number, scroll valuators or not.
    /// - Returns: notches, positive right and down; nil where nothing was scrolled or there was no base,
    ///   which these values then are.
    public mutating func notches(device: Int, values: [(number: Int, value: Double)]) -> Vector<View>? {
        guard var valuators = devices[device] else { return nil }
        var sum = Vector<View>.zero
        for index in valuators.indices {
            let axis = valuators[index].axis
            for (number, value) in values where number == axis.number && value.isFinite {
                if let last = valuators[index].last {
                    sum[axis.axis] += (value - last) / axis.increment
                }
                valuators[index].last = value
            }
        }
        devices[device] = valuators
        return sum == .zero || !sum.dx.isFinite || !sum.dy.isFinite ? nil : sum
    }
}
