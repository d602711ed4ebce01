// Pixels of 8 bit values, red, green, blue and perhaps alpha, to premultiplied blue, green, red, alpha, in their place.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Makes four bytes of each three.
/// @param pixels has room for 4 · count bytes.
/// @param is_bgr whether blue comes first.
void xz_add_alpha(uint8_t *pixels, size_t count, int is_bgr);
/// Multiplies colours by alpha, and puts blue first.
void xz_premultiply(uint8_t *pixels, size_t count);
/// Makes blue, green, red, multiplied by alpha where there is one, red, green, blue, without alpha in it.
void xz_unpremultiply_bgr(uint8_t *pixels, size_t count, int channels);
