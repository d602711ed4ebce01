// A setjmp wall around libpng: its errors come back as results, never as jumps through Swift frames. libpng gets its pixels inflated,
// and in large pictures by a thread of their own, and without filters: Debian's libpng and zlib take three times as long for it.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct xz_png xz_png;

typedef struct {
    uint32_t width, height;
    /// Whether any pixel may be transparent.
    int has_alpha;
    /// Whether pixels have one colour value; a palette's have three.
    int is_gray;
    /// Whether values have 16 bits; else they have 8 or come to have them.
    int is_deep;
    /// Times that all rows are to be read: 1, or 7 where the file is interlaced.
    int passes;
    /// The eXIf chunk before or behind the pixels, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable exif;
    size_t exif_count;
    /// The iCCP chunk's profile, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable icc;
    size_t icc_count;
    /// The cICP chunk: primaries, transfer, matrix, full range (ITU-T H.273); without it, `has_cicp` is 0.
    uint8_t cicp[4];
    int has_cicp;
    /// Whether there is an sRGB chunk.
    int is_srgb;
    /// The gAMA chunk, the exponent that the file was encoded with; 0 without one.
    double gamma;
    /// The cHRM chunk: x and y of white, red, green, blue; without it, `has_chromaticities` is 0.
    double chromaticities[8];
    int has_chromaticities;
    /// Bits of a value, or of a palette's index, as stored.
    int bits;
    /// The colours of the palette that pixels are of; 0 without one.
    int palette_count;
    /// Pixels to the metre; 0 where that is not told.
    uint32_t per_metre_x, per_metre_y;
} xz_png_header;

/// A text of the file, which lives as long as the reader.
typedef struct {
    /// What it is about, in Latin-1.
    const char *_Nullable key;
    /// UTF-8, or Latin-1.
    int is_utf8;
    const uint8_t *_Nullable bytes;
    size_t count;
} xz_png_words;

/// Converts `count` pixels to premultiplied B, G, R, A.
typedef void (*xz_png_convert)(const void *_Nonnull context, const uint8_t *_Nonnull from, uint32_t *_Nonnull to,
                               uint32_t count);

/// A reader of the PNG file in `fd`, which it closes at its end; NULL without memory.
xz_png *_Nullable xz_png_create(int fd);
/// A reader of a PNG stream in memory, of which it keeps a copy; NULL without memory.
xz_png *_Nullable xz_png_create_in_memory(const uint8_t *_Nonnull bytes, size_t count);
/// Reads the header. 0, or -1: see `xz_png_message`.
int xz_png_read_header(xz_png *_Nonnull png, xz_png_header *_Nonnull header);
/// Readies for rows, once. Without `convert` colours stay as they are. Else it gets pixels of 1 to 4 values, grey or red, green
/// and blue, then alpha if any, of 8 or 16 bits in the machine's order, as the header has told; `context` must outlive the reader's use.
/// 0, or -1: see `xz_png_message`.
int xz_png_begin_rows(xz_png *_Nonnull png, xz_png_convert _Nullable convert, const void *_Nullable context);
/// Reads the next `count` rows of the current pass into `rows`, premultiplied in Cairo's order (B, G, R, A in memory;
/// A is 255 without alpha). In an interlaced file the rows hold the pixels of the passes before.
/// The rows that were read whole; fewer than `count` on an error: see `xz_png_message`.
uint32_t xz_png_read_rows(xz_png *_Nonnull png, uint8_t *_Nonnull rows, size_t stride, uint32_t count);
/// Reads on behind the pixels, where checksums and the end mark are. 0, or -1: see `xz_png_message`.
int xz_png_read_end(xz_png *_Nonnull png);
/// A text, counted from 0: of those before the pixels, and behind `xz_png_read_end` of those behind them too. 1, or 0 where there are
/// no more.
int xz_png_text(xz_png *_Nonnull png, int index, xz_png_words *_Nonnull words);
/// The library's version.
const char *_Nonnull xz_png_version(void);
/// The version of ISA-L, which inflates, that this was built with.
const char *_Nonnull xz_png_inflater_version(void);
/// The library's words for the last error.
const char *_Nonnull xz_png_message(const xz_png *_Nonnull png);
void xz_png_destroy(xz_png *_Nonnull png);
