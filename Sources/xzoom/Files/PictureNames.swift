/// What names say of files.
enum PictureNames {
    /// Endings of what is no picture. All others may be one: no ending, an unknown one, or a wrong one.
    private static let otherEndings = Set(
        """
        txt md rst tex bib log csv tsv json jsonl xml xmp aae pp3 thm lrc srt sub vtt nfo ini cfg conf toml yaml yml db sqlite
        html htm xhtml css js mjs ts map php py pyc rb pl sh bash zsh fish c h cc cpp cxx hpp m mm swift rs go java class jar
        kt cs lua sql diff patch mk cmake o a so la lo obj lib dll exe msi bin iso img deb rpm apk
        zip gz tgz bz2 tbz xz txz zst lz lz4 7z rar tar cpio cab
        mp4 m4v mov mkv webm avi wmv mpg mpeg mpe ts mts m2ts 3gp ogv flv vob
        mp3 m4a aac ogg oga opus flac wav wma aif aiff mid midi m3u m3u8 pls cue
        doc docx odt rtf xls xlsx ods ppt pptx odp odg epub mobi djvu ps eps
        ttf otf ttc woff woff2 pfb pem crt key gpg asc sig p7s md5 sha1 sha256 torrent part crdownload tmp swp bak lock
        desktop url lnk eml ics vcf
        """.split { $0.isWhitespace }.map { $0.utf8.reversed() })
    private static let pictureEndings = Set(FileKind.all.flatMap(\.extensions).map { $0.utf8.reversed() })
    private static let longestEnding = otherEndings.map(\.count).max() ?? 0

    /// Whether a name says that the file is no picture.
    /// - Parameter name: the file's, without its folder.
    /// - Returns: `false` where it may be one.
    static func areOther(_ name: some BidirectionalCollection<CChar>) -> Bool {
        reversedEnding(of: name).map(otherEndings.contains) ?? false
    }

    /// Whether a name says that the file is a picture.
    /// - Parameter name: the file's, with or without its folder.
    /// - Returns: `false` where it says nothing of it, or something else.
    static func arePictures(_ name: some BidirectionalCollection<CChar>) -> Bool {
        reversedEnding(of: name).map(pictureEndings.contains) ?? false
    }

    /// What is behind the last full stop, in small letters, the last first; `nil` where there is none, or it is longer than any.
    private static func reversedEnding(of name: some BidirectionalCollection<CChar>) -> [UInt8]? {
        var ending: [UInt8] = []
        for character in name.reversed() {
            let byte = UInt8(bitPattern: character)
            if byte == UInt8(ascii: ".") { return ending }
            guard ending.count < longestEnding else { return nil }
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            ending.append(isCapital ? byte | 0x20 : byte)
        }
        return nil
    }
}
