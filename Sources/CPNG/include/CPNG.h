// A setjmp wall around libpng: its errors come back as results, never as jumps through Swift frames.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct xz_png xz_png;

typedef struct {
    uint32_t width, height;
    /// Whether any pixel may be transparent.
    int has_alpha;
    /// Times that all rows are to be read: 1, or 7 where the file is interlaced.
    int passes;
    /// The eXIf chunk as it was before the pixels, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable exif;
    size_t exif_count;
} xz_png_header;

/// A reader of the PNG file in `fd`, which it closes at its end; NULL without memory.
xz_png *_Nullable xz_png_create(int fd);
/// Reads the header. 0, or -1: see `xz_png_message`.
int xz_png_read_header(xz_png *_Nonnull png, xz_png_header *_Nonnull header);
/// Reads the next `count` rows of the current pass into `rows`, premultiplied in Cairo's order (B, G, R, A in memory;
/// A is 255 without alpha). In an interlaced file the rows hold the pixels of the passes before.
/// The rows that were read whole; fewer than `count` on an error: see `xz_png_message`.
uint32_t xz_png_read_rows(xz_png *_Nonnull png, uint8_t *_Nonnull rows, size_t stride, uint32_t count);
/// Reads on behind the pixels, where checksums and the end mark are. 0, or -1: see `xz_png_message`.
int xz_png_read_end(xz_png *_Nonnull png);
/// The library's words for the last error.
const char *_Nonnull xz_png_message(const xz_png *_Nonnull png);
/// Whether the last error was the end of the file.
int xz_png_is_cut_short(const xz_png *_Nonnull png);
void xz_png_destroy(xz_png *_Nonnull png);
