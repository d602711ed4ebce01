import CCairo
public import Geometry

extension Painter {
    /// A small version of a picture, from the levels that it has.
    /// - Parameters:
    ///   - picture: of which at least a part is there.
    ///   - size: in device pixels.
    ///   - buffer: that of the window in which it will be shown.
    /// - Returns: the image, and whether all of it was there; if not, another call brings more.
    public func overview(
        of picture: Picture, size: PixelSize, like buffer: BackBuffer
    ) -> (image: OverlayImage, isWhole: Bool) {
        let surface = buffer.surface.similar(size: size, hasAlpha: false)
        let isSharp = paintWhole(picture, on: surface)
        return (OverlayImage(surface), isSharp && picture.isComplete)
    }
}
