extension String {
    /// Words of others for a terminal: in one line, U+FFFD for each control character, however they were written.
    public var singleLine: String {
        // C0, DEL and C1: terminals obey some of the last (U+009B) too.
        let controls: [ClosedRange<UInt32>] = [0...31, 127...159]
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    controls.contains { $0.contains(scalar.value) } ? "\u{FFFD}" : scalar
                }))
    }
}
