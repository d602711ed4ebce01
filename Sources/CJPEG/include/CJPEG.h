// A setjmp wall around libjpeg-turbo: its errors come back as results, never as jumps through Swift frames.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct xz_jpeg xz_jpeg;

/// What the numbers of a pixel are.
typedef enum {
    XZ_JPEG_GRAY,
    XZ_JPEG_COLOR,
    /// 255 is full ink.
    XZ_JPEG_INK,
    /// 0 is full ink.
    XZ_JPEG_INK_INVERTED,
} xz_jpeg_kind;

typedef struct {
    uint32_t width, height;
    xz_jpeg_kind kind;
    /// Whether the pixels come in several scans, each of which makes all of them finer.
    int has_scans;
    /// Bytes of the coefficients that have to be kept between scans; 0 of one scan.
    uint64_t coefficient_bytes;
    /// The first Exif segment without its "Exif\0\0" mark, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable exif;
    size_t exif_count;
    /// The ICC profile, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable icc;
    size_t icc_count;
    /// The first comment, up to 4096 bytes of it, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable comment;
    size_t comment_count;
    /// Whether scans make coefficients finer, rather than have a colour each.
    int is_progressive;
    /// Whether codes are arithmetic rather than Huffman's.
    int is_arithmetic;
    /// How many columns and rows of pixels share a sample of the second colour; 1 without one.
    int chroma_x, chroma_y;
    /// The JFIF segment's columns and rows to the inch; 0 where it does not say them.
    double density_x, density_y;
} xz_jpeg_header;

/// A reader of the JPEG file in `fd`, which it closes at its end; NULL without memory.
xz_jpeg *_Nullable xz_jpeg_create(int fd);
/// Reads the header. 0, or -1: see `xz_jpeg_message`.
int xz_jpeg_read_header(xz_jpeg *_Nonnull jpeg, xz_jpeg_header *_Nonnull header);
/// Readies for rows, once, of ⌈side / 2ⁿ⌉ pixels for a `reduction` n from 0 to 3. 0, or -1: see `xz_jpeg_message`.
int xz_jpeg_begin(xz_jpeg *_Nonnull jpeg, int reduction);
/// Reads the next of several scans. 1 where it is whole, 0 where there is no more, or -1: see `xz_jpeg_message`.
int xz_jpeg_read_scan(xz_jpeg *_Nonnull jpeg);
/// Readies for the rows of all scans read so far. 0, or -1: see `xz_jpeg_message`.
int xz_jpeg_begin_pass(xz_jpeg *_Nonnull jpeg);
/// Ends the rows of `xz_jpeg_begin_pass`, all of which were read. 0, or -1: see `xz_jpeg_message`.
int xz_jpeg_end_pass(xz_jpeg *_Nonnull jpeg);
/// Decodes the next `count` rows into `rows`, four bytes a pixel: B, G, R, 255 in memory, or cyan, magenta, yellow, black.
/// The rows that were decoded; fewer than `count` on an error: see `xz_jpeg_message`. Where the file ends early, the rows
/// are those that its data reaches into.
uint32_t xz_jpeg_read_rows(xz_jpeg *_Nonnull jpeg, uint8_t *_Nonnull rows, size_t stride, uint32_t count);
/// The library's words for the last error, or for the first warning that means damage; empty where all is well.
const char *_Nonnull xz_jpeg_message(const xz_jpeg *_Nonnull jpeg);
/// Whether the file ended before its picture.
int xz_jpeg_is_cut_short(const xz_jpeg *_Nonnull jpeg);
void xz_jpeg_destroy(xz_jpeg *_Nonnull jpeg);
