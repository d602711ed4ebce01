// What the IDAT chunks of a PNG stream hold, inflated by ISA-L: where it is much, by a thread of its own that is ahead
// of the caller by a bounded amount.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "source.h"

typedef struct xz_idat xz_idat;

/// Begins with the chunks' bytes; NULL without memory.
/// @param source stands behind the header of the first chunk. It is this object's until `xz_idat_finish`.
/// @param header of that chunk: its length and type.
/// @param is_raw whether there is no zlib frame around the compressed bytes (RFC 1950).
/// @param wanted the bytes that make all pixels; what is more is not inflated.
xz_idat *xz_idat_create(xz_source *source, const uint8_t header[8], int is_raw, uint64_t wanted);
/// Takes `count` bytes, of which not more than `wanted` are taken in all. 0, or -1 where there are fewer: see `xz_idat_failure`.
int xz_idat_read(xz_idat *self, uint8_t *bytes, size_t count);
/// Reads on to the chunk behind the last IDAT, and gives its length and type. 0, or -1: see `xz_idat_failure`.
int xz_idat_finish(xz_idat *self, uint8_t header[8]);
/// What is wrong.
const char *xz_idat_failure(const xz_idat *self);
void xz_idat_destroy(xz_idat *self);
