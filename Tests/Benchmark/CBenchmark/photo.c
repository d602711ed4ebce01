#include "CBenchmark.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

// An integer hash (two rounds of multiply and xor-shift).
static uint32_t hash(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return h ^ (h >> 15);
}

// ---- Noise ----

enum { SHIFT = 10, SIDE = 1 << SHIFT, GRADIENT = 9 };

// Blobs `1 << shift` pixels wide that repeat after SIDE: −128 ..< 128, in 1/256.
static int blob(uint32_t x, uint32_t y, int shift, uint32_t seed) {
    uint32_t mask = (SIDE >> shift) - 1, unit = 1u << shift;
    uint32_t cx = x >> shift, cy = y >> shift;
    int fx = (int)(((x & (unit - 1)) << 8) >> shift), fy = (int)(((y & (unit - 1)) << 8) >> shift);
    int a = hash(cx, cy, seed) & 255, b = hash((cx + 1) & mask, cy, seed) & 255;
    int c = hash(cx, (cy + 1) & mask, seed) & 255, d = hash((cx + 1) & mask, (cy + 1) & mask, seed) & 255;
    int top = a * 256 + (b - a) * fx, bottom = c * 256 + (d - c) * fx;
    return ((top * 256 + (bottom - top) * fy) >> 8) - 128 * 256;
}

// Peaks in levels of the blobs of 1, 2, 4 … 512 pixels. A photograph's amplitudes fall off with the frequency: those of
// light as its power −1.25, those of colours as −1.7.
static const int light_peaks[] = {7, 9, 11, 14, 16, 19, 23, 28, 33, 39};
static const int color_peaks[] = {0, 0, 1, 2, 3, 5, 8, 13, 21, 35};

static int8_t clamped(int value) { return (int8_t)(value < -127 ? -127 : value > 127 ? 127 : value); }

// A square of red, green and blue noise, from which all pictures are laid.
static int8_t *make_noise(void) {
    int8_t *noise = malloc((size_t)SIDE * SIDE * 3);
    if (!noise) return NULL;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            int light = 0, warm = 0, cool = 0;
            for (int s = 0; s < SHIFT; s++) {
                light += blob(x, y, s, (uint32_t)s) * light_peaks[s];
                if (!color_peaks[s]) continue;
                warm += blob(x, y, s, 20 + (uint32_t)s) * color_peaks[s];
                cool += blob(x, y, s, 40 + (uint32_t)s) * color_peaks[s];
            }
            const int of_color[3] = {warm, -(6 * warm + 4 * cool) / 14, cool};
            uint32_t grain = hash(x, y, 60);
            for (int c = 0; c < 3; c++) {
                // Two uniform values make a triangle, near enough to a sensor's grain.
                int g = (int)((grain >> (10 * c)) & 31) + (int)((grain >> (10 * c + 5)) & 31) - 31;
                noise[((size_t)y * SIDE + x) * 3 + (size_t)c] = clamped((light + of_color[c]) / 32768 + g / 6);
            }
        }
    return noise;
}

static int gradient(uint32_t cx, uint32_t y, uint32_t seed) {
    uint32_t cy = y >> GRADIENT, fy = y & ((1u << GRADIENT) - 1);
    int a = 76 + (int)(hash(cx, cy, seed) % 105), b = 76 + (int)(hash(cx, cy + 1, seed) % 105);
    return a * 256 + (b - a) * (int)fy * 256 / (1 << GRADIENT);
}

static void fill_row(const int8_t *noise, uint32_t y, uint32_t width, uint8_t *row) {
    for (uint32_t x0 = 0; x0 < width; x0 += 1u << GRADIENT) {
        uint32_t count = width - x0 < 1u << GRADIENT ? width - x0 : 1u << GRADIENT;
        int left[3], right[3];
        for (uint32_t c = 0; c < 3; c++) {
            left[c] = gradient(x0 >> GRADIENT, y, 80 + c);
            right[c] = gradient((x0 >> GRADIENT) + 1, y, 80 + c);
        }
        // Each square is turned in a way of its own.
        uint32_t turn = hash(x0 >> SHIFT, y >> SHIFT, 90);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t u = (x0 + i) & (SIDE - 1), v = y & (SIDE - 1);
            if (turn & 1) u = SIDE - 1 - u;
            if (turn & 2) v = SIDE - 1 - v;
            const int8_t *n = noise + (turn & 4 ? (size_t)u * SIDE + v : (size_t)v * SIDE + u) * 3;
            for (int c = 0; c < 3; c++) {
                int value = (left[c] + (right[c] - left[c]) * (int)i / (1 << GRADIENT)) / 256 + n[c];
                row[(x0 + i) * 3 + (uint32_t)c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
            }
        }
    }
}

// ---- JPEG ----

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf back;
} error_manager;

static void jump_back(j_common_ptr info) { longjmp(((error_manager *)info->err)->back, 1); }

static int encode_jpeg(FILE *file, uint32_t width, uint32_t height, const int8_t *noise, uint8_t *row) {
    struct jpeg_compress_struct info;
    error_manager errors;
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = jump_back;
    if (setjmp(errors.back)) {
        jpeg_destroy_compress(&info);
        return 0;
    }
    jpeg_create_compress(&info);
    jpeg_stdio_dest(&info, file);
    info.image_width = width;
    info.image_height = height;
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 90, TRUE);
    jpeg_start_compress(&info, TRUE);
    for (uint32_t y = 0; y < height; y++) {
        fill_row(noise, y, width, row);
        JSAMPROW rows[1] = {row};
        jpeg_write_scanlines(&info, rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return 1;
}

// ---- PNG ----

// Rows of 8 × 8 dots with 0 to 64 of them white, in Bayer's order.
static void make_dither(uint8_t rows[8][65]) {
    memset(rows, 0, 8 * 65);
    for (unsigned y = 0; y < 8; y++)
        for (unsigned x = 0; x < 8; x++) {
            unsigned rank = 0;
            for (unsigned bit = 0; bit < 3; bit++)
                rank = rank << 2 | (((x ^ y) >> bit & 1) << 1 | (y >> bit & 1));
            for (unsigned level = rank + 1; level <= 64; level++) rows[y][level] |= (uint8_t)(0x80 >> x);
        }
}

// Squares of 256 pixels, each of a grey.
static void fill_one_bit_row(uint8_t rows[8][65], uint32_t y, uint32_t width, uint8_t *row) {
    for (uint32_t i = 0; i < (width + 7) / 8; i++) row[i] = rows[y & 7][hash(i >> 5, y >> 8, 7) % 65];
}

// `noise` is null for one bit a pixel.
static int encode_png(FILE *file, uint32_t width, uint32_t height, const int8_t *noise, uint8_t *row) {
    uint8_t dither[8][65];
    make_dither(dither);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    if (!png) return 0;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_init_io(png, file);
    png_set_compression_level(png, noise ? 6 : 1);
    png_set_IHDR(png, info, width, height, noise ? 8 : 1, noise ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; y++) {
        if (noise)
            fill_row(noise, y, width, row);
        else
            fill_one_bit_row(dither, y, width, row);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return 1;
}

// ---- Files ----

static int write_file(const char *path, uint32_t width, uint32_t height, int is_jpeg, int is_photo) {
    int8_t *noise = is_photo ? make_noise() : NULL;
    uint8_t *row = malloc((size_t)width * 3);
    FILE *file = (noise || !is_photo) && row ? fopen(path, "wbe") : NULL;
    int written = 0;
    if (file) {
        written = is_jpeg ? encode_jpeg(file, width, height, noise, row) : encode_png(file, width, height, noise, row);
        if (fclose(file) != 0) written = 0;
    }
    free(noise);
    free(row);
    return written;
}

int cb_write_photo_jpeg(const char *path, uint32_t width, uint32_t height) {
    return write_file(path, width, height, 1, 1);
}

int cb_write_photo_png(const char *path, uint32_t width, uint32_t height) {
    return write_file(path, width, height, 0, 1);
}

int cb_write_one_bit_png(const char *path, uint32_t width, uint32_t height) {
    return write_file(path, width, height, 0, 0);
}
