import Geometry
import Posix
import Rendering
import ScrollView
import X11

/// The grid of all files: which are where, and what is there of their thumbnails.
final class Thumbnails {
    private static let metrics = GridView.Metrics(cellSize: Size(width: 160, height: 160), gap: 12)
    /// Bytes for thumbnails in the X server.
    private static let memoryLimit = 64 << 20

    let thumbnailer: Thumbnailer
    private let painter: GridPainter
    private(set) var grid: GridView
    private(set) var files: [FileList.ID]
    private var tiles = RecentlyUsed<FileList.ID, GridPainter.Tile>(limit: memoryLimit)
    private var failed: Set<FileList.ID> = []
    /// The cells that wishes were made for.
    private var wantedFor: Range<Int>?
    private var scale = 1.0
    /// Whether the window shows the grid.
    var isShown = true
    /// The file that the grid is left for, once it can be shown.
    var opening: FileList.ID?
    /// What presses the pointer's button or touches.
    var isMouse = false
    /// Whether the finger that is down has stopped the cells: its tap is none.
    var hasStopped = false
    /// Where two fingers went down, and how far they have moved apart since.
    var pinch: (cell: Int?, scale: Double)?

    /// A grid.
    /// - Parameters:
    ///   - files: all, in order.
    ///   - selection: one of them.
    ///   - painter: its painter.
    ///   - thumbnailer: makes what it shows.
    init(
        _ files: [FileList.ID], selection: FileList.ID?, painter: GridPainter, thumbnailer: Thumbnailer
    ) {
        self.files = files
        self.painter = painter
        self.thumbnailer = thumbnailer
        grid = Self.grid(of: files, selection: selection)
    }

    private static func grid(of files: [FileList.ID], selection: FileList.ID?) -> GridView {
        GridView(
            count: files.count, metrics: metrics, selection: selection.flatMap(files.firstIndex))
    }

    /// The side of a cell in device pixels.
    static func side(at scale: Double) -> Int { max(1, Int((metrics.cellSize.width * scale).rounded())) }

    /// The selected file.
    var selectedFile: FileList.ID? { grid.selection.map { files[$0] } }

    /// Where the selected cell is.
    var selectedRect: Rect<View>? { grid.selection.map { grid.rect(of: $0) } }

    /// Shows the grid again, with a file in the middle.
    func show(_ files: [FileList.ID], selection: FileList.ID?) {
        self.files = files
        grid = Self.grid(of: files, selection: selection)
        isShown = true
        opening = nil
        wantedFor = nil
    }

    /// Shows it no more; what there is of thumbnails stays.
    func hide() {
        isShown = false
        opening = nil
        thumbnailer.cancel()
    }

    /// Takes the window's size.
    /// - Parameters:
    ///   - viewSize: in device pixels.
    ///   - scale: device pixels for a unit.
    ///   - now: when, in seconds.
    func layout(viewSize: Size<View>, scale: Double, at now: Double) {
        grid.layout(viewSize: viewSize, scale: scale, at: now)
        wantedFor = nil
        let form = ThumbnailJob.Form(side: Self.side(at: scale), scale: scale)
        guard form != thumbnailer.form || scale != self.scale else { return }
        self.scale = scale
        thumbnailer.form = form
        tiles.removeAll()
    }

    /// Takes the files that there are now; where the selected one is gone, the one in its place is selected.
    func update(_ files: [FileList.ID], at now: Double) {
        guard files != self.files else { return }
        let index = grid.selection.flatMap { selection in
            files.firstIndex(of: self.files[selection])
                ?? (files.isEmpty ? nil : min(selection, files.count - 1))
        }
        self.files = files
        grid.update(count: files.count, selection: index, at: now)
        wantedFor = nil
    }

    /// Forgets what there is of a file, which is another one now.
    func forget(_ file: FileList.ID) {
        tiles.remove(file)
        failed.remove(file)
        wantedFor = nil
    }

    /// Takes what came of a file.
    /// - Returns: whether it is in view.
    func take(_ outcome: ThumbnailJob.Outcome, of file: FileList.ID) -> Bool {
        switch outcome {
        case .made(let thumbnail):
            let tile = painter.makeTile(of: thumbnail, scale: scale)
            tiles.insert(tile, byteCount: tile.byteCount, for: file)
        case .failed: failed.insert(file)
        }
        return files[grid.visibleIndices()].contains(file)
    }

    /// Paints one frame, and wishes for what it lacks.
    func paint(on buffer: BackBuffer) {
        let visible = grid.visibleIndices()
        let cells = visible.map { index in
            let (rect, file) = (grid.rect(of: index), files[index])
            let (x, y) = (Int(rect.minX.rounded()), Int(rect.minY.rounded()))
            let content: GridPainter.Content =
                tiles.use(file).map { .tile($0) } ?? (failed.contains(file) ? .failed : .waiting)
            return GridPainter.Cell(
                rect: PixelRect(x0: x, y0: y, x1: x + Int(rect.size.width), y1: y + Int(rect.size.height)),
                content: content, isSelected: index == grid.selection)
        }
        painter.paint(cells, scale: scale, on: buffer)
        want(visible)
    }

    /// Wishes for the thumbnails in view, and then for those a window's height below and above, as far as there is room.
    private func want(_ visible: Range<Int>) {
        guard visible != wantedFor else { return }
        wantedFor = visible
        let around = grid.visibleIndices(margin: grid.scrollView.bounds.height)
        let side = Self.side(at: scale)
        let room = max(visible.count, Self.memoryLimit / (side * side * 4))
        let order = [visible, visible.upperBound..<around.upperBound, around.lowerBound..<visible.lowerBound]
        let wanted = order.joined().prefix(room).map { files[$0] }
        thumbnailer.want(wanted.filter { !tiles.holds($0) && !failed.contains($0) })
    }
}
