// The PNG that Apple's tools put into programs for iOS (a CgBI chunk before IHDR): no zlib frame, pixels are premultiplied
// and blue comes first.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Whether the file is one.
int xz_is_apple(int fd);
/// Its bytes as those of a PNG, but for the order of colours; NULL where there is no memory or it cannot be read. The caller frees them.
uint8_t *xz_read_apple(int fd, size_t *count);
/// Makes what it stores red, green, blue, and without alpha in it.
void xz_unpremultiply_bgr(uint8_t *pixels, size_t count, int channels);
