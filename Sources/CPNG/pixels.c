#include "pixels.h"

#include <string.h>

static inline uint32_t load(const uint8_t *from) {
    uint32_t word;
    memcpy(&word, from, 4);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(word) : word;
}

static inline void store(uint8_t *to, uint32_t word) {
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) word = __builtin_bswap32(word);
    memcpy(to, &word, 4);
}

// From the last on, since each gets longer.
void xz_add_alpha(uint8_t *pixels, size_t count, int is_bgr) {
    if (is_bgr) for (size_t i = count; i-- > 0;) store(pixels + 4 * i, load(pixels + 3 * i) | 0xff000000);
    else for (size_t i = count; i-- > 0;) store(pixels + 4 * i, __builtin_bswap32(load(pixels + 3 * i)) >> 8 | 0xff000000);
}

// c·a/255, rounded: (t + (t >> 8)) >> 8 with t = c·a + 128 is exact for 8 bit. Two of them are done in a word.
void xz_premultiply(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t word = load(pixels + 4 * i), alpha = word >> 24;
        uint32_t outer = (word & 0xff00ff) * alpha + 0x800080, green = (word >> 8 & 255) * alpha + 128;
        outer = (outer + (outer >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
        green = (green + (green >> 8)) & 0xff00;
        store(pixels + 4 * i, alpha << 24 | (outer & 255) << 16 | green | outer >> 16);
    }
}

void xz_unpremultiply_bgr(uint8_t *pixels, size_t count, int channels) {
    for (size_t i = 0; i < count; i++, pixels += channels) {
        unsigned alpha = channels == 4 ? pixels[3] : 255;
        uint8_t blue = pixels[0];
        pixels[0] = pixels[2];
        pixels[2] = blue;
        for (int c = 0; c < 3 && alpha != 255; c++) {
            unsigned value = alpha ? (pixels[c] * 255u + alpha / 2) / alpha : 0;
            pixels[c] = (uint8_t)(value < 255 ? value : 255);
        }
    }
}
