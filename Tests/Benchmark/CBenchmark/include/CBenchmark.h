#ifndef CBENCHMARK_H
#define CBENCHMARK_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// ---- Pictures of any size, row by row (photo.c) ----
// The same arguments give the same pixels on every machine. Each returns whether the file was written.

/// Writes what an encoder takes for a photograph: noise with the spectrum of one, on gradients. JPEG at quality 90, 4:2:0.
int cb_write_photo_jpeg(const char *path, uint32_t width, uint32_t height);
/// The same pixels as PNG at zlib's level 6.
int cb_write_photo_png(const char *path, uint32_t width, uint32_t height);
/// Writes a one-bit PNG of dithered greys.
int cb_write_one_bit_png(const char *path, uint32_t width, uint32_t height);

// ---- What decoding takes at least (decode.c) ----
// Each returns whether the file could be decoded.

/// Decodes a JPEG at 1/denominator to 32 bits a pixel, into memory for all of it where `keep`, else into a few rows again and again.
int cb_decode_jpeg(const char *path, int denominator, int keep);
/// Decodes a PNG to 32 bits a pixel.
int cb_decode_png(const char *path, int keep);
/// Inflates what a PNG holds, and forgets it.
int cb_inflate_png(const char *path);

#pragma clang assume_nonnull end

#endif
