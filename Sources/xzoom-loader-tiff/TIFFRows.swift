#if TIFF
    import Decoding
    import Geometry

    /// Takes the rows of a page for a canvas that has a pixel for 2ⁿ × 2ⁿ of the page's.
    ///
    /// It is made the canvas's size: of sides that cannot be halved, some programs leave out the last pixels.
    final class TIFFRows {
        /// The most that n may be, so that sums of pixels fit.
        static let greatestReduction = 12

        /// Where pixels go in the end.
        let canvas: Canvas
        /// The page's first row that is needed.
        let first: Int
        /// The first row of the canvas that has not come.
        private(set) var next: Int
        private let page: PixelSize
        private let reduction: Int
        /// Rows of the page, where they are not the canvas's.
        private let band: SampleBuffer?
        private let bandHeight: Int
        /// Columns of the canvas that the page has pixels for.
        private let width: Int
        /// Of the pixels for each column of a row of the canvas, from the parts' lowest to their highest.
        private var sums: [SIMD4<UInt32>]
        /// Rows of the page in them.
        private var summed = 0

        /// - Parameters:
        ///   - canvas: where rows go.
        ///   - page: the size of the page.
        ///   - reduction: n.
        ///   - next: the first row of the canvas that is to come.
        ///   - bandHeight: rows that the page has at a time, the first a multiple of it.
        ///   - memoryLimit: the most bytes for rows.
        /// - Throws: where there is no memory, or the page has no such row.
        init(
            for canvas: Canvas, page: PixelSize, reduction: Int, from next: Int, bandHeight: Int,
            memoryLimit: Int
        ) throws(DecodingError) {
            self.canvas = canvas
            self.page = page
            self.reduction = reduction
            self.next = next
            self.bandHeight = bandHeight
            first = next << reduction
            width = min(canvas.size.width, (page.width - 1) >> reduction + 1)
            guard first < page.height else { throw .endsEarly }
            guard reduction > 0 else {
                band = nil
                sums = []
                return
            }
            guard page.width <= memoryLimit / 4 / bandHeight else { throw .noMemory }
            band = try SampleBuffer(byteCount: page.width * bandHeight * 4)
            sums = [SIMD4<UInt32>](repeating: .zero, count: width)
        }

        /// Where a row of the page is written.
        /// - Parameter y: not before the first.
        /// - Returns: its pixels, valid until the row has been told of.
        func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
            guard let band else { return canvas.row(y) }
            return band.start.assumingMemoryBound(to: UInt32.self) + y % bandHeight * page.width
        }

        /// Takes rows of the page that have been written.
        func rowsReady(_ rows: Range<Int>) {
            if band == nil { return finish(rows) }
            for y in rows {
                let target = y >> reduction
                // Rows are missing.
                if target != next, summed > 0 { writeMean(to: next) }
                if target != next { next = target }
                add(row(y))
                if (y + 1) >> reduction > target || y == page.height - 1 { writeMean(to: target) }
            }
        }

        private func add(_ source: UnsafeMutablePointer<UInt32>) {
            let count = 1 << reduction
            for x in 0..<width {
                let start = x << reduction
                var sum = sums[x]
                for i in start..<min(page.width, start + count) {
                    sum &+= SIMD4(truncatingIfNeeded: unsafeBitCast(source[i], to: SIMD4<UInt8>.self))
                }
                sums[x] = sum
            }
            summed += 1
        }

        private func writeMean(to y: Int) {
            let target = canvas.row(y)
            for x in 0..<width {
                let count = UInt32(summed * min(1 << reduction, page.width - x << reduction))
                let mean = (sums[x] &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
                target[x] = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: mean), to: UInt32.self)
                sums[x] = .zero
            }
            summed = 0
            finish(y..<y + 1)
        }

        /// Fills in the columns and the row that the page does not have.
        private func finish(_ rows: Range<Int>) {
            let size = canvas.size
            for y in rows where width < size.width {
                let row = canvas.row(y)
                (row + width).update(repeating: row[width - 1], count: size.width - width)
            }
            next = rows.upperBound
            if next == (page.height - 1) >> reduction + 1, next < size.height {
                for y in next..<size.height {
                    canvas.row(y).update(from: canvas.row(rows.upperBound - 1), count: size.width)
                }
                next = size.height
            }
            canvas.rowsReady(rows.lowerBound..<next)
        }
    }
#endif
