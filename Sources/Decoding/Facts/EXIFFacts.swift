import Glibc
import Loading

/// What Exif data say (CIPA DC-008, "Exif 2.32"), in words made of their numbers.
extension PictureFacts {
    /// Adds what a picture's Exif data say.
    /// - Parameter exif: the structure, with the mark "Exif" before it or without; anything else says nothing.
    public mutating func add(exif: UnsafeRawBufferPointer) {
        guard let structure = EXIFStructure(exif) else { return }
        add(structure.directory(at: structure.first))
    }

    /// Adds what a picture's directory and the Exif and GPS directories below it say.
    public mutating func add(_ picture: EXIFStructure.Directory) {
        add(.camera, Self.name(make: picture.text(0x010F), model: picture.text(0x0110)))
        add(.description, picture.text(0x010E))
        add(.software, picture.text(0x0131))
        add(.artist, picture.text(0x013B))
        add(.copyright, picture.text(0x8298))
        let (across, down) = (picture.number(0x011A), picture.number(0x011B))
        if let across, let down {
            switch picture.number(0x0128) ?? 2 {
            case 2: addResolution(across, down)
            case 3: addResolution(perMetre: across * 100, down * 100)
            default: break
            }
        }
        if let exif = picture.directory(0x8769) { addExposure(exif) }
        if let position = picture.directory(0x8825) { add(.position, Self.position(position)) }
    }

    private mutating func addExposure(_ exif: EXIFStructure.Directory) {
        add(.lens, Self.lens(exif))
        // The second of each pair is a logarithm of it (APEX).
        let time = exif.number(0x829A) ?? exif.number(0x9201).map { exp2(-$0) }
        if let time, time > 1e-6, time < 1e6 { add(.exposureTime, Self.seconds(time)) }
        let aperture = exif.number(0x829D) ?? exif.number(0x9202).map { exp2($0 / 2) }
        if let aperture, aperture > 0, aperture < 1000 { add(.aperture, "f/\(aperture.words(places: 1))") }
        add(.sensitivity, Self.sensitivity(exif).map { "ISO \($0.words(places: 0))" })
        add(.focalLength, Self.focalLength(exif))
        // Bit 5 is of cameras without a flash.
        if let flash = exif.number(0x9209), (0..<256).contains(flash), Int(flash) & 32 == 0 {
            add(.flash, Int(flash) & 1 == 1 ? "fired" : "not fired")
        }
        let dates = [(0x9003, 0x9011), (0x9004, 0x9012)] as [(UInt16, UInt16)]
        for (date, zone) in dates { add(.dateTaken, Self.date(exif.text(date), zone: exif.text(zone))) }
        add(.comment, Self.comment(exif))
        if exif.number(0xA001) == 1 { add(.colors, "sRGB") }
    }

    /// Most models begin with their maker's name, or a part of it.
    private static func name(make: String?, model: String?) -> String? {
        guard let make, let first = make.split(separator: " ").first?.lowercased() else { return model }
        guard let model, model.contains(where: { $0 != " " }) else { return make }
        return model.lowercased().split(separator: " ").first == first[...] ? model : "\(make) \(model)"
    }

    private static func lens(_ exif: EXIFStructure.Directory) -> String? {
        if let model = exif.text(0xA434), model.contains(where: { $0 != " " }) {
            return name(make: exif.text(0xA433), model: model)
        }
        // The shortest and the longest focal length, and the least F-number at each; 0/0 where it is not known.
        let numbers = exif.numbers(0xA432)
        guard numbers.count == 4, (0.1...1e5).contains(numbers[0]), (0.1...1e5).contains(numbers[1]) else {
            return nil
        }
        let range = { (a: Double, b: Double) in
            a == b ? a.words(places: 1) : "\(a.words(places: 1))–\(b.words(places: 1))"
        }
        let lengths = "\(range(numbers[0], numbers[1])) mm"
        guard (0.1...1000).contains(numbers[2]), (0.1...1000).contains(numbers[3]) else { return lengths }
        return "\(lengths) f/\(range(numbers[2], numbers[3]))"
    }

    private static func seconds(_ time: Double) -> String {
        // As cameras show it: fractions up to a third of a second.
        time < 0.3 ? "1/\((1 / time).words(places: 0)) s" : "\(time.words(places: 1)) s"
    }

    /// Numbers over 65534 have a tag of their own, and what kind they are another.
    private static func sensitivity(_ exif: EXIFStructure.Directory) -> Double? {
        let tags: [UInt16] = [0x8827, 0x8832, 0x8831, 0x8833]
        return tags.lazy.compactMap { exif.number($0) }.first { $0 > 0 && $0 < 1e8 && $0 != 65535 }
    }

    private static func focalLength(_ exif: EXIFStructure.Directory) -> String? {
        let range = 0.1...1e5
        let (length, equivalent) = (exif.number(0x920A), exif.number(0xA405)?.words(places: 0))
        guard let length, range.contains(length) else {
            return equivalent.flatMap { $0 == "0" ? nil : "\($0) mm equivalent" }
        }
        let words = length.words(places: 1)
        guard let equivalent, equivalent != "0", equivalent != words else { return "\(words) mm" }
        return "\(words) mm (\(equivalent) mm equivalent)"
    }

    /// A date like "2024:05:01 12:34:56", and the distance from UTC like "+02:00".
    private static func date(_ text: String?, zone: String?) -> String? {
        guard let text, has("dddd:dd:dd dd:dd:dd", text), text.prefix(4) != "0000" else { return nil }
        let date = text.prefix(10).map { $0 == ":" ? "-" : $0 }
        let isZone = zone.map { has("+dd:dd", $0) || has("-dd:dd", $0) } ?? false
        return String(date) + text.dropFirst(10) + (isZone ? " \(zone ?? "")" : "")
    }

    /// Whether a text has a digit for each "d" of the form, and the form's own characters otherwise.
    private static func has(_ form: String, _ text: String) -> Bool {
        let (form, text) = (Array(form.utf8), Array(text.utf8))
        return form.count == text.count
            && zip(form, text).allSatisfy { $0 == 0x64 ? (0x30...0x39).contains($1) : $0 == $1 }
    }

    /// A comment begins with its encoding in eight bytes.
    private static func comment(_ exif: EXIFStructure.Directory) -> String? {
        guard let bytes = exif.bytes(0x9286), bytes.count > 8 else { return nil }
        let text = bytes.dropFirst(8)
        switch String(decoding: bytes.prefix(8).prefix { $0 != 0 }, as: UTF8.self) {
        case "UNICODE":
            let (high, low) = exif.isBigEndian ? (0, 1) : (1, 0)
            let units = stride(from: text.startIndex, to: text.endIndex - 1, by: 2).map { place in
                UInt16(text[place + high]) << 8 | UInt16(text[place + low])
            }
            return String(decoding: units.prefix { $0 != 0 }.drop { $0 == 0xFEFF }, as: UTF16.self)
        case "JIS": return nil
        default: return String(untold: text)
        }
    }

    private static func position(_ gps: EXIFStructure.Directory) -> String? {
        guard let latitude = degrees(gps, 2, most: 90), let longitude = degrees(gps, 4, most: 180),
            let north = gps.text(1)?.first, let east = gps.text(3)?.first, "NS".contains(north),
            "EW".contains(east)
        else { return nil }
        // Where there is only sea, and what writers leave that do not know.
        guard latitude != 0 || longitude != 0 else { return nil }
        let signed = [north == "N" ? latitude : -latitude, east == "E" ? longitude : -longitude]
        return signed.map { $0.words(places: 5) }.joined(separator: ", ")
    }

    /// Degrees, minutes and seconds, of which the latter may be missing.
    private static func degrees(_ gps: EXIFStructure.Directory, _ tag: UInt16, most: Double) -> Double? {
        let parts = gps.numbers(tag)
        guard let whole = parts.first, whole.isFinite else { return nil }
        let rest = zip(parts.dropFirst(), [60, 3600] as [Double]).map { $0.isFinite ? $0 / $1 : 0 }
        let degrees = rest.reduce(whole, +)
        return (0...most).contains(degrees) ? degrees : nil
    }
}
