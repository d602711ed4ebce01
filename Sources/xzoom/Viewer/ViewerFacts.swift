import Geometry
import Loading
import Posix
import Rendering
import ScrollView

extension PictureFact.Kind {
    /// What it is called in the panel; `nil` for what is not for people.
    fileprivate var label: String? {
        switch self {
        case .details: "Details"
        case .colors: "Colours"
        case .resolution: "Resolution"
        case .orientation: "Orientation"
        case .camera: "Camera"
        case .lens: "Lens"
        case .exposureTime: "Exposure"
        case .aperture: "Aperture"
        case .sensitivity: "Sensitivity"
        case .focalLength: "Focal length"
        case .flash: "Flash"
        case .dateTaken: "Taken"
        case .position: "Position"
        case .title: "Title"
        case .description: "Description"
        case .comment: "Comment"
        case .artist: "Artist"
        case .copyright: "Copyright"
        case .software: "Software"
        case .thumbnailURI, .thumbnailTime: nil
        }
    }
}

extension Viewer {
    /// What is known of the picture shown, or of the file selected, for the panel.
    var facts: [Notices.Fact] {
        guard let shown else { return [] }
        if let file = currentFile, file != shown.file {
            let status = try? FileStatus(path: opener.files.path(file).cString)
            return place(of: file) + (status.map { [size(nil, $0)] } ?? [])
        }
        var facts = place(of: shown.file)
        facts.append(size(shown.picture.size, shown.opening.status))
        if let format = shown.opening.format {
            facts.append(Notices.Fact(name: "Format", value: format.name))
        }
        if shown.pageCount > 1 {
            facts.append(Notices.Fact(name: "Page", value: "\(shown.page + 1) of \(shown.pageCount)"))
        }
        facts.append(Notices.Fact(name: "Zoom", value: "\(TitleFormat.percent(shown.media.scale)) %"))
        if let warning = shown.warning { facts.append(Notices.Fact(name: "Warning", value: warning)) }
        return facts
            + shown.facts.compactMap { fact in
                fact.kind.label.map { Notices.Fact(name: $0, value: fact.text.isolated) }
            }
    }

    private func place(of file: FileList.ID) -> [Notices.Fact] {
        let name = Notices.Fact(name: "File", value: opener.files.name(file).isolated)
        let folder = opener.files.path(file).folder
        if opener.files.isStream(file) || folder == "." { return [name] }
        return [name, Notices.Fact(name: "Folder", value: folder.text.isolated)]
    }

    private func size(_ size: PixelSize?, _ status: FileStatus?) -> Notices.Fact {
        let extent = size.map { "\($0.width) × \($0.height)" }
        let bytes = status.map { Self.byteCount($0.byteCount) }
        return Notices.Fact(name: "Size", value: [extent, bytes].compactMap { $0 }.joined(separator: ", "))
    }

    /// A number of bytes for people, with at most three digits that count.
    private static func byteCount(_ bytes: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        if unit == 0 || value >= 99.5 { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
