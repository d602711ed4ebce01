#include "CTestSupport.h"

#include <string.h>

void ct_bgrx_to_rgba(const uint8_t *from, uint8_t *to, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        uint32_t p;
        memcpy(&p, from + 4 * i, 4);
        p = 0xff000000u | (p & 0xff00u) | ((p & 0xffu) << 16) | ((p >> 16) & 0xffu);
        memcpy(to + 4 * i, &p, 4);
    }
}

uint64_t ct_fingerprint(const uint8_t *bgrx, size_t pixels) {
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a's offset and prime, 64 bit
    for (size_t i = 0; i < pixels; i++) {
        uint32_t p;
        memcpy(&p, bgrx + 4 * i, 4);
        hash = (hash ^ (p & 0xffffffu)) * 0x100000001b3u;
    }
    return hash;
}

// ---- A picture like a photograph ----

// An integer hash (two rounds of multiply and xor-shift): the noise of a lattice point or a pixel.
static uint32_t hash(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return h ^ (h >> 15);
}

// Blobs `1 << shift` pixels wide: lattice values 0...255, joined linearly, in 1/256.
static int blob(uint32_t x, uint32_t y, int shift, uint32_t seed) {
    uint32_t cx = x >> shift, cy = y >> shift, unit = 1u << shift;
    uint32_t fx = ((x & (unit - 1)) << 8) >> shift, fy = ((y & (unit - 1)) << 8) >> shift;
    int a = hash(cx, cy, seed) & 255, b = hash(cx + 1, cy, seed) & 255;
    int c = hash(cx, cy + 1, seed) & 255, d = hash(cx + 1, cy + 1, seed) & 255;
    int top = a * 256 + (b - a) * (int)fx, bottom = c * 256 + (d - c) * (int)fx;
    return (top * 256 + (bottom - top) * (int)fy) >> 8;
}

void ct_fill_photo(uint8_t *rgb, uint32_t width, uint32_t height, uint32_t seed, int noise) {
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            int light = (4 * blob(x, y, 9, seed) + 2 * blob(x, y, 6, seed + 1) + blob(x, y, 3, seed + 2)) / 7;
            int warm = blob(x, y, 8, seed + 3) - 128 * 256;
            uint32_t grain = hash(x, y, seed + 4);
            for (int c = 0; c < 3; c++) {
                // Two uniform values make a triangle, near enough to a sensor's grain.
                int g = (int)((grain >> (10 * c)) & 31) + (int)((grain >> (10 * c + 5)) & 31) - 31;
                int v = (light + (1 - c) * warm / 3) / 256 + g * noise / 31;
                rgb[((size_t)y * width + x) * 3 + (size_t)c] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
            }
        }
    }
}
