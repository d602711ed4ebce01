/// What a scroll view tells its owner. Every method has a default that does nothing.
///
/// A callback comes after the change that it reports, once the scroll view is consistent.
public protocol ScrollViewDelegate: AnyObject {
    /// The zoom scale is about to change: a pinch, an animation or a single step begins.
    func scrollViewWillBeginZooming(_ scrollView: ScrollView)
    /// The zoom scale has changed.
    func scrollViewDidZoom(_ scrollView: ScrollView)
    /// The zoom scale has come to rest; a spring back to a limit is over as well.
    func scrollViewDidEndZooming(_ scrollView: ScrollView, atScale scale: Double)
    /// A pan begins.
    func scrollViewWillBeginDragging(_ scrollView: ScrollView)
    /// The content offset has changed, by whatever cause.
    func scrollViewDidScroll(_ scrollView: ScrollView)
    /// A pan has ended; with `decelerate` the content goes on by itself.
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)
    /// The motion after a pan, or back from beyond an edge, is over or was stopped.
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
    /// An animated change of the content offset alone is over or was stopped.
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
    /// Does nothing.
    public func scrollViewWillBeginZooming(_ scrollView: ScrollView) {}
    /// Does nothing.
    public func scrollViewDidZoom(_ scrollView: ScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndZooming(_ scrollView: ScrollView, atScale scale: Double) {}
    /// Does nothing.
    public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: ScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
    /// Does nothing.
    public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
}
