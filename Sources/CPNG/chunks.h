// The frame of a PNG chunk: its length, its type, its content and a checksum of the latter two.
#pragma once
#include <stdint.h>

static inline uint32_t xz_word(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void xz_put_word(uint8_t *p, uint32_t word) {
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(word >> (24 - 8 * i));
}

/// Whether pictures can be shown without a chunk of the type.
static inline int xz_is_ancillary(const uint8_t *type) {
    return type[0] & 0x20;
}
