// The pixels of a PNG stream for libpng: inflated, and with the filters of rows undone, which takes libpng most of its time.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "source.h"

/// What of a picture's header tells how its rows are stored.
typedef struct {
    uint32_t width, height;
    /// Of a pixel.
    unsigned bits;
    int is_interlaced;
} xz_layout;

typedef struct xz_rows xz_rows;

/// Begins with the rows; NULL without memory.
/// @param source stands behind the header of the first IDAT chunk. It is this object's until the rows' end.
/// @param header of that chunk: its length and type.
/// @param is_raw whether there is no zlib frame around the compressed bytes.
xz_rows *xz_rows_create(xz_source *source, const uint8_t header[8], int is_raw, const xz_layout *layout);
/// The next bytes of a stream of IDAT chunks, which begins behind the header of the first, of two bytes. Checksums are 0; rows
/// are not compressed, and each of them is in chunks of its own, so that none waits for another. The last bytes are the header
/// of the chunk behind, after which the source then stands.
/// @param count gets how many, at least 1.
/// @return valid until the next call; NULL where something is wrong, see `xz_rows_failure`.
const uint8_t *xz_rows_next(xz_rows *self, size_t *count);
/// Whether the last bytes have been given.
int xz_rows_have_ended(const xz_rows *self);
/// What is wrong.
const char *xz_rows_failure(const xz_rows *self);
void xz_rows_destroy(xz_rows *self);
