/// What one opening of a picture took.
struct Opening {
    /// Seconds from exec until some of the picture was on the screen.
    var firstPixel = 0.0
    /// Seconds from exec until the screen was as it stayed.
    var complete = 0.0
    /// CPU seconds of the viewer and its loaders until it was idle.
    var viewerCPU = 0.0
    /// CPU seconds of the server in that time, what the looks cost it among them.
    var serverCPU = 0.0
    /// Looks that were taken at the screen.
    var looks = 0.0
}

/// The memory that one opening took at its peak, in bytes.
struct MemoryPeak {
    /// The viewer and its loaders together, shared pages counted in proportion (PSS).
    var together = 0.0
    /// The viewer alone (VmHWM): shared pages count in full.
    var viewer = 0.0
    /// The largest loader alone (VmHWM); 0 where there is none.
    var loader = 0.0
    /// Its pixmaps in the server once the picture is there.
    var pixmaps = 0.0
}
