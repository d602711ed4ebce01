import CX11

/// The clipboard, and files that are dragged from the window.
extension Window {
    /// When `pendingEvents` is to be called even if nothing happens, in seconds: another program is waited for.
    public var deadline: Double? {
        [owner.deadline, clipboard.deadline, keeper.deadline, dropTarget.deadline, dragSource.deadline]
            .compactMap { $0 }.min()
    }

    /// Puts files, and a picture of what is seen, into the clipboard: two round trips.
    /// - Parameters:
    ///   - paths: absolute paths of the files, in the bytes of the file system.
    ///   - hasPicture: whether there is a picture, which `pictureRequested` will ask for.
    /// - Returns: whether the server has taken it; `offerEnded` tells when another program has put something there.
    @discardableResult public func offer(paths: [[UInt8]], hasPicture: Bool) -> Bool {
        let uris = paths.map { FileURI.uri(of: $0) }
        return owner.own(
            .clipboard, SelectionContent(uris: uris, hasPicture: hasPicture, isCopy: true))
    }

    /// Takes the window from the screen, and has what it has in the clipboard kept by the desktop, which asks for it as any
    /// program does. It is done once `isSharing` is not.
    /// - Parameter now: the program's clock in seconds.
    public func withdraw(at now: Double) {
        XWithdrawWindow(connection.display, id, connection.screen)
        if let content = owner.content(of: .clipboard) { keeper.keep(content, now: now) }
    }

    /// Whether another program is getting what this one offers.
    public var isSharing: Bool { owner.isGiving || keeper.deadline != nil }

    /// Gives a picture to the program that asked for it.
    /// - Parameters:
    ///   - request: from `pictureRequested`; one that was answered counts no more.
    ///   - bytes: a PNG file.
    ///   - now: the program's clock in seconds.
    public func answer(_ request: PictureRequest, with bytes: [UInt8], at now: Double) {
        owner.answer(request, with: bytes, now: now)
    }

    /// Tells the program that asked for a picture that there is none.
    public func refuse(_ request: PictureRequest) { owner.answer(request, with: nil, now: 0) }

    /// Asks for the files or the picture in the clipboard; `pasted` brings them, or the reason why not.
    /// - Parameters:
    ///   - limit: the most bytes of a picture that are taken.
    ///   - now: the program's clock in seconds.
    public func requestClipboard(limit: Int, at now: Double) {
        precondition(limit > 0, "a limit is at least a byte")
        clipboard.request(limit: limit, now: now)
    }

    /// Begins to drag files out of the window, after `controlDrag`; `dragEnded` tells when it is over. The pointer and the
    /// Escape key do not come as events meanwhile.
    /// - Parameter paths: absolute paths of the files, in the bytes of the file system.
    /// - Returns: whether it has begun.
    @discardableResult public func beginDrag(paths: [[UInt8]]) -> Bool {
        guard let pointer = connection.readPointer(on: id) else { return false }
        return dragSource.begin(
            uris: paths.map { FileURI.uri(of: $0) }, device: input.pressDevice, x: pointer.rootX,
            y: pointer.rootY)
    }
}
