#if TIFF
    import CTIFF
    import Decoding
    import Geometry
    import Posix

    /// Decodes a page of a TIFF file, or of its smaller versions in the file the one that has as much as is asked for.
    final class TIFFDecoder: StillDecoder {
        /// A version of the page.
        private struct Level {
            /// It has a pixel for 2ⁿ × 2ⁿ of the page.
            let reduction: Int
            /// The place of its directory.
            let offset: UInt64
            let size: PixelSize
            let bandHeight: Int
        }

        let header: PictureHeader
        private let file: TIFFFile
        /// The page, and where the file has them its smaller versions, in falling order of size.
        private let levels: [Level]
        /// What the page's colours are.
        private let full: TIFFPage
        private let memoryLimit: Int

        /// Reads the directories of a page.
        init(_ file: consuming FileDescriptor, _ request: DecodingRequest) throws(DecodingError) {
            let source = try TIFFSource(file)
            let directories = try TIFFDirectories(of: source)
            let pageCount = directories.pages.count
            guard request.page < pageCount else {
                throw DecodingError("there is no page \(request.page + 1), only \(pageCount)")
            }
            let place = directories.pages[request.page]
            self.file = try TIFFFile(source, memoryLimit: request.memoryLimit)
            full = try self.file.page(at: place.offset)
            try request.check(PixelSize(width: full.size.width, height: 1))
            memoryLimit = request.memoryLimit
            levels =
                [Level(reduction: 0, offset: place.offset, size: full.size, bandHeight: full.bandHeight)]
                + Self.reducedLevels(of: full, place, directories, in: self.file)
            header = PictureHeader(
                size: full.size, orientation: full.orientation, hasAlpha: full.hasAlpha,
                greatestReduction: levels.map { $0.reduction }.max() ?? 0,
                bandHeight: levels.map { $0.bandHeight }.max() ?? 0, pageCount: pageCount)
        }

        /// The smaller versions that are of use.
        private static func reducedLevels(
            of full: TIFFPage, _ place: TIFFDirectories.Page, _ directories: TIFFDirectories,
            in file: TIFFFile
        ) -> [Level] {
            var levels: [Int: Level] = [:]
            for offset in (file.innerPages + place.reduced).prefix(TIFFDirectories.mostReduced) {
                guard let size = directories.reducedSize(at: offset),
                    let reduction = reduction(from: full.size, to: size), levels[reduction] == nil,
                    let page = try? file.page(at: offset), page.size == size,
                    let reduced = page.reduced(of: full)
                else { continue }
                levels[reduction] = Level(
                    reduction: reduction, offset: offset, size: size, bandHeight: reduced.bandHeight)
            }
            return levels.values.sorted { $0.reduction < $1.reduction }
        }

        /// The n of a version that has a pixel for 2ⁿ × 2ⁿ of the page; of sides that are no multiple, some programs leave
        /// out the last pixels.
        private static func reduction(from full: PixelSize, to size: PixelSize) -> Int? {
            let isSide = { (side: Int, full: Int, reduction: Int) in
                (max(1, full >> reduction)...((full - 1) >> reduction + 1)).contains(side)
            }
            return (1...TIFFRows.greatestReduction).first {
                isSide(size.width, full.width, $0) && isSide(size.height, full.height, $0)
            }
        }

        var facts: PictureFacts {
            var facts = full.facts
            if let structure = file.structure, let place = Int(exactly: levels[0].offset) {
                facts.add(structure.directory(at: place))
            }
            return facts
        }

        func decode(into canvas: Canvas) throws(DecodingError) {
            var next = 0
            for level in levels.dropFirst().reversed() where level.reduction <= canvas.reduction {
                do throws(DecodingError) {
                    return try decode(level, into: canvas, from: &next)
                } catch {
                    // A larger one goes on where this one is damaged.
                    if next == canvas.size.height { throw error }
                }
            }
            try decode(levels[0], into: canvas, from: &next)
        }

        /// Decodes a version of the page.
        /// - Parameters:
        ///   - level: which one.
        ///   - canvas: where it goes.
        ///   - next: the first row of the canvas that is to come, and then the first that has not.
        /// - Throws: what is wrong with it.
        private func decode(_ level: Level, into canvas: Canvas, from next: inout Int) throws(DecodingError) {
            var page = full
            if file.pageOffset != levels[0].offset || level.reduction > 0 {
                file.forgetErrors()
                guard let found = try file.page(at: level.offset).reduced(of: full), found.size == level.size
                else { throw DecodingError("it has changed meanwhile") }
                page = found
            }
            let rows = try TIFFRows(
                for: canvas, page: page.size, reduction: canvas.reduction - level.reduction, from: next,
                bandHeight: page.bandHeight, memoryLimit: memoryLimit)
            defer { next = rows.next }
            let reader = TIFFPageReader(
                file, page, memoryLimit: memoryLimit, isStrict: level.reduction > 0)
            try reader.decode(into: rows)
        }
    }
#endif
