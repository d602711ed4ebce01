#include "CTestSupport.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>

// The caller has checked the arguments; what libpng reports comes back through its jump buffer.
static int encode(FILE *file, const uint8_t *pixels, uint32_t width, uint32_t height, size_t row_bytes, int depth,
                  int color_type, const uint8_t *palette, int colors, int interlaced, int compression) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    if (!png) return CT_ENCODE_FAILED;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return CT_ENCODE_FAILED;
    }
    png_init_io(png, file);
    png_set_compression_level(png, compression);
    png_set_IHDR(png, info, width, height, depth, color_type,
                 interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (palette) {
        png_color entries[256];
        for (int i = 0; i < colors; i++)
            entries[i] = (png_color){palette[3 * i], palette[3 * i + 1], palette[3 * i + 2]};
        png_set_PLTE(png, info, entries, colors);
    }
    png_write_info(png, info);
    if (palette) png_set_packing(png);
    int passes = interlaced ? png_set_interlace_handling(png) : 1;
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * row_bytes);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return CT_OK;
}

static int write_file(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, size_t row_bytes,
                      int depth, int color_type, const uint8_t *palette, int colors, int interlaced,
                      int compression) {
    FILE *file = fopen(path, "wbe");
    if (!file) return CT_OPEN_FAILED;
    int code = encode(file, pixels, width, height, row_bytes, depth, color_type, palette, colors, interlaced,
                      compression);
    if (fclose(file) != 0 && code == CT_OK) code = CT_ENCODE_FAILED;
    return code;
}

int ct_write_png(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, int channels,
                 int bit_depth, int interlaced, int compression) {
    static const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
    if (channels < 1 || channels > 4 || (bit_depth != 8 && bit_depth != 16)) return CT_BAD_ARGUMENT;
    if (width == 0 || height == 0 || compression < 0 || compression > 9) return CT_BAD_ARGUMENT;
    size_t row_bytes = (size_t)width * (size_t)channels * (size_t)(bit_depth / 8);
    return write_file(path, pixels, width, height, row_bytes, bit_depth, types[channels - 1], NULL, 0, interlaced,
                      compression);
}

int ct_write_png_palette(const char *path, const uint8_t *indices, uint32_t width, uint32_t height,
                         const uint8_t *palette, int colors, int interlaced, int compression) {
    if (colors < 1 || colors > 256 || width == 0 || height == 0) return CT_BAD_ARGUMENT;
    if (compression < 0 || compression > 9) return CT_BAD_ARGUMENT;
    int depth = colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
    return write_file(path, indices, width, height, width, depth, PNG_COLOR_TYPE_PALETTE, palette, colors,
                      interlaced, compression);
}

int ct_read_png(const char *path, uint8_t *rgba, uint32_t width, uint32_t height) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path)) return CT_OPEN_FAILED;
    if (image.width != width || image.height != height) {
        png_image_free(&image);
        return CT_BAD_ARGUMENT;
    }
    image.format = PNG_FORMAT_RGBA;
    return png_image_finish_read(&image, NULL, rgba, 0, NULL) ? CT_OK : CT_DECODE_FAILED;
}
