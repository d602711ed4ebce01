// A setjmp wall around libjpeg-turbo: its errors come back as results, never as jumps through Swift frames.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct xz_jpeg xz_jpeg;

typedef struct {
    uint32_t width, height;
    /// The first Exif segment without its "Exif\0\0" mark, or NULL; it lives as long as the reader.
    const uint8_t *_Nullable exif;
    size_t exif_count;
} xz_jpeg_header;

/// A reader of the JPEG file in `fd`, which it closes at its end; NULL without memory.
xz_jpeg *_Nullable xz_jpeg_create(int fd);
/// Reads the header and readies the decoder. 0, or -1: see `xz_jpeg_message`.
int xz_jpeg_read_header(xz_jpeg *_Nonnull jpeg, xz_jpeg_header *_Nonnull header);
/// Decodes the next `count` rows into `rows` (B, G, R, 255 in memory).
/// The rows that were decoded; fewer than `count` on an error: see `xz_jpeg_message`. Where the file ends early, the rows
/// are those that its data reaches into.
uint32_t xz_jpeg_read_rows(xz_jpeg *_Nonnull jpeg, uint8_t *_Nonnull rows, size_t stride, uint32_t count);
/// The library's words for the last error, or for the first warning that means damage; empty where all is well.
const char *_Nonnull xz_jpeg_message(const xz_jpeg *_Nonnull jpeg);
/// Whether the file ended before its picture.
int xz_jpeg_is_cut_short(const xz_jpeg *_Nonnull jpeg);
void xz_jpeg_destroy(xz_jpeg *_Nonnull jpeg);
