#if TIFF
    import CTIFF
    import Decoding
    import Geometry
    import Posix

    /// Decodes the page that a file is at.
    final class TIFFPageReader {
        private let file: TIFFFile
        private let page: TIFFPage
        private let memoryLimit: Int
        /// Whether the first damage ends it, before any row of what is damaged.
        private let isStrict: Bool
        /// What is wrong with the first part that is not whole.
        private var damage: DecodingError?

        init(_ file: TIFFFile, _ page: TIFFPage, memoryLimit: Int, isStrict: Bool) {
            self.file = file
            self.page = page
            self.memoryLimit = memoryLimit
            self.isStrict = isStrict
        }

        /// Decodes all rows from the first that is needed on.
        /// - Throws: what is wrong with the page; rows that were told of stay.
        func decode(into target: TIFFRows) throws(DecodingError) {
            if page.needsLibrary {
                try TIFFColorReader(file, page, memoryLimit: memoryLimit).decode(into: target)
            } else if page.isTiled || page.isPlanar {
                try decodeBlocks(into: target)
            } else {
                try decodeRows(into: target)
            }
            if let damage { throw damage }
            // Fax data that is damaged is put right by guesses, of which only warnings tell.
            if file.isCutShort { throw DecodingError.endsEarly }
        }

        private func note(row: Int) throws(DecodingError) {
            let error = DecodingError("\(file.error.message) (row \(row) of \(page.size.height))")
            if isStrict { throw error }
            damage = damage ?? error
        }

        /// Bytes of a row of samples.
        private func rowLength(columns: Int, samples: Int) throws(DecodingError) -> Int {
            let (count, overflow) = columns.multipliedReportingOverflow(by: samples * page.sample.bits)
            guard !overflow, count / 8 < memoryLimit else { throw .noMemory }
            return (count + 7) / 8
        }

        /// Decodes strips row by row, so that one strip may be the whole picture.
        private func decodeRows(into target: TIFFRows) throws(DecodingError) {
            let rowLength = try rowLength(columns: page.size.width, samples: page.sampleCount)
            guard TIFFScanlineSize64(file.handle) == UInt64(rowLength) else {
                throw DecodingError("the length of its rows makes no sense")
            }
            let converter = try TIFFRowConverter(
                page, for: target.canvas, width: page.size.width, memoryLimit: memoryLimit)
            let buffer = try SampleBuffer(byteCount: rowLength)
            let height = page.size.height
            var row = target.first
            while row < height {
                let end = min(height, (row / page.block.height + 1) * page.block.height)
                if TIFFReadScanline(file.handle, buffer.start, UInt32(row), 0) == 1 {
                    converter.convert(
                        [UnsafeRawPointer(buffer.start)], to: target.row(row), count: page.size.width)
                    target.rowsReady(row..<row + 1)
                    row += 1
                    continue
                }
                let isStart = row % page.block.height == 0 && !isStrict
                let rescued = isStart ? try rescue(row..<end, rowLength, converter, target) : 0
                try note(row: row + rescued)
                row = end
            }
        }

        /// Decodes what is there of a strip whose end is missing: the library takes it as a whole or not at all.
        /// - Returns: how many rows there were.
        private func rescue(
            _ rows: Range<Int>, _ rowLength: Int, _ converter: TIFFRowConverter, _ target: TIFFRows
        ) throws(DecodingError) -> Int {
            let index = UInt32(rows.lowerBound / page.block.height)
            var stored = file.storedBytes(ofBlock: index)
            guard !stored.isEmpty, rows.count <= memoryLimit / max(1, rowLength) else { return 0 }
            let buffer = try SampleBuffer(byteCount: rows.count * rowLength)
            let isDecoded = { [file] (count: Int) -> Bool in
                let before = file.complaintCount
                return stored.withUnsafeMutableBytes {
                    TIFFReadFromUserBuffer(
                        file.handle, index, $0.baseAddress, tmsize_t($0.count), buffer.start,
                        tmsize_t(count * rowLength)) == 1
                } && file.complaintCount == before
            }
            // The most rows for which there is enough: `low` are there, `high` are not.
            var (low, high) = (0, rows.count + 1)
            while high - low > 1 {
                let middle = (low + high) / 2
                if isDecoded(middle) { low = middle } else { high = middle }
            }
            guard low > 0, isDecoded(low) else { return 0 }
            for y in 0..<low {
                converter.convert(
                    [UnsafeRawPointer(buffer.start + y * rowLength)], to: target.row(rows.lowerBound + y),
                    count: page.size.width)
                target.rowsReady(rows.lowerBound + y..<rows.lowerBound + y + 1)
            }
            return low
        }

        /// Decodes tiles, or strips of which there are some for each channel.
        private func decodeBlocks(into target: TIFFRows) throws(DecodingError) {
            let rowLength = try rowLength(
                columns: page.block.width, samples: page.isPlanar ? 1 : page.sampleCount)
            let planes = page.isPlanar ? page.channels : [0]
            let (blockLength, overflow) = rowLength.multipliedReportingOverflow(by: page.block.height)
            guard !overflow, blockLength <= memoryLimit / planes.count else { throw .noMemory }
            let expected = page.isTiled ? TIFFTileSize64(file.handle) : TIFFStripSize64(file.handle)
            guard expected == UInt64(blockLength) else {
                throw DecodingError("the size of its parts makes no sense")
            }
            let converter = try TIFFRowConverter(
                page, for: target.canvas, width: page.block.width, memoryLimit: memoryLimit)
            var buffers: [SampleBuffer] = []
            for _ in planes { buffers.append(try SampleBuffer(byteCount: blockLength)) }
            let first = target.first / page.block.height * page.block.height
            for y in stride(from: first, to: page.size.height, by: page.block.height) {
                let rows = max(y, target.first)..<min(page.size.height, y + page.block.height)
                var isAny = false
                for x in stride(from: 0, to: page.size.width, by: page.block.width) {
                    let isRead = zip(planes, buffers).allSatisfy { channel, buffer in
                        read(x: x, y: y, channel: channel, into: buffer.start, byteCount: blockLength)
                    }
                    let width = min(page.block.width, page.size.width - x)
                    guard isRead else {
                        try note(row: y)
                        // Where other rows have been.
                        for row in rows { (target.row(row) + x).update(repeating: 0, count: width) }
                        continue
                    }
                    isAny = true
                    for row in rows {
                        let starts = buffers.map { UnsafeRawPointer($0.start + (row - y) * rowLength) }
                        converter.convert(starts, to: target.row(row) + x, count: width)
                    }
                }
                if isAny { target.rowsReady(rows) }
            }
        }

        private func read(
            x: Int, y: Int, channel: Int, into target: UnsafeMutableRawPointer, byteCount: Int
        ) -> Bool {
            let (column, row, sample) = (UInt32(x), UInt32(y), UInt16(channel))
            guard !page.isTiled else {
                let index = TIFFComputeTile(file.handle, column, row, 0, sample)
                return TIFFReadEncodedTile(file.handle, index, target, tmsize_t(byteCount)) == byteCount
            }
            // The last strip may have fewer rows.
            let index = TIFFComputeStrip(file.handle, row, sample)
            return TIFFReadEncodedStrip(file.handle, index, target, tmsize_t(byteCount)) > 0
        }
    }
#endif
