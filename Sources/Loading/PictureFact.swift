/// Something that a file says of its picture, beside the pixels.
public struct PictureFact: Hashable, Sendable {
    /// What a fact is about. The raw values go over the wire, and are in the order in which people look for them.
    public enum Kind: UInt32, CaseIterable, Sendable {
        /// How the format is used: "progressive, 4:2:0".
        case details = 1
        /// The colours that the numbers of pixels stand for: "Display P3", "PQ, BT.2020".
        case colors = 2
        /// "300 dots per inch".
        case resolution = 3
        /// How stored rows are turned to be seen: "turned by 90° clockwise".
        case orientation = 4
        /// Its maker and model.
        case camera = 5
        case lens = 6
        /// "1/250 s".
        case exposureTime = 7
        /// "f/2.8".
        case aperture = 8
        /// "ISO 200".
        case sensitivity = 9
        /// "4.1 mm (33 mm equivalent)".
        case focalLength = 10
        /// "fired" or "not fired".
        case flash = 11
        /// "2024-05-01 12:34:56", where known with the zone behind it: " +02:00".
        case dateTaken = 12
        /// Latitude and longitude in degrees: "48.85837, 2.29448".
        case position = 13
        case title = 14
        case description = 15
        case comment = 16
        case artist = 17
        case copyright = 18
        case software = 19
        /// The picture that a thumbnail is of (Thumb::URI of the freedesktop thumbnail cache).
        case thumbnailURI = 20
        /// When that had changed, in seconds since 1970 (Thumb::MTime).
        case thumbnailTime = 21
    }

    /// What it is about.
    public let kind: Kind
    /// The words: one line, not empty, of at most 1024 bytes.
    public let text: String

    /// A fact in the words of a loader.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The same in one line, without control characters.
    var onOneLine: PictureFact { PictureFact(kind, text.singleLine.prefix(utf8Count: Wire.maximumText)) }
}

extension String {
    /// As many of the first characters as take no more bytes; none of them is cut in two.
    package func prefix(utf8Count count: Int) -> String {
        guard var end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) else { return self }
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
