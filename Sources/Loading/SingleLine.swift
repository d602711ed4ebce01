extension String {
    /// Words of others for a terminal: in one line, U+FFFD for each control character, however they were written.
    public var singleLine: String {
        // C0, DEL and C1, since terminals obey some of the last (U+009B) too; other ends of lines; and what changes the direction
        // of what follows, as a name can to look like another one.
        let controls: [ClosedRange<UInt32>] = [0...31, 127...159, 0x2028...0x202E, 0x2066...0x2069]
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    controls.contains { $0.contains(scalar.value) } ? "\u{FFFD}" : scalar
                }))
    }
}
