public import Geometry

/// What three fingers or more on a touchpad do, that move together.
public struct TouchpadSwipeSample: Hashable, Sendable {
    /// Where it stands in its life.
    public let phase: TouchPhase
    /// The fingers' motion since the sample before, in view units.
    public let delta: Vector<View>
    /// How many fingers.
    public let fingerCount: Int
    /// The touchpad's device number.
    public let device: Int
    /// When, in seconds of the program's clock.
    public let time: Double

    /// A sample of these parts.
    public init(phase: TouchPhase, delta: Vector<View>, fingerCount: Int, device: Int, time: Double) {
        self.phase = phase
        self.delta = delta
        self.fingerCount = fingerCount
        self.device = device
        self.time = time
    }
}
