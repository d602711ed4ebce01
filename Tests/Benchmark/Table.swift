/// Plain text in columns: those of words to the left, those of numbers to the right.
struct Table {
    private var rows: [[String]]
    private let words: Int

    /// A table with a row of headings.
    /// - Parameters:
    ///   - header: one heading a column.
    ///   - words: how many columns, from the first on, hold words.
    init(_ header: [String], words: Int = 2) {
        rows = [header]
        self.words = words
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The table without a last line end.
    var text: String {
        let widths = rows[0].indices.map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.indices.map { column -> String in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column < words ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
