#include "CBenchmark.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>
#include <zlib.h>

// ---- JPEG ----

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf back;
} error_manager;

static void jump_back(j_common_ptr info) { longjmp(((error_manager *)info->err)->back, 1); }

enum { STRIP = 16 };

int cb_decode_jpeg(const char *path, int denominator, int keep) {
    FILE *file = fopen(path, "rbe");
    if (!file) return 0;
    struct jpeg_decompress_struct info;
    error_manager errors;
    uint8_t *volatile pixels = NULL;
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = jump_back;
    int done = 0;
    if (!setjmp(errors.back)) {
        jpeg_create_decompress(&info);
        jpeg_stdio_src(&info, file);
        jpeg_read_header(&info, TRUE);
        info.out_color_space = JCS_EXT_BGRX;
        info.scale_num = 1;
        info.scale_denom = (unsigned)denominator;
        jpeg_start_decompress(&info);
        size_t stride = (size_t)info.output_width * 4;
        pixels = malloc(stride * ((keep ? info.output_height : 0) + STRIP));
        while (pixels && info.output_scanline < info.output_height) {
            JSAMPROW rows[STRIP];
            size_t first = keep ? info.output_scanline : 0;
            for (size_t i = 0; i < STRIP; i++) rows[i] = pixels + (first + i) * stride;
            jpeg_read_scanlines(&info, rows, STRIP);
        }
        done = pixels && info.output_scanline == info.output_height;
    }
    jpeg_destroy_decompress(&info);
    free(pixels);
    fclose(file);
    return done;
}

// ---- PNG ----

int cb_decode_png(const char *path, int keep) {
    FILE *file = fopen(path, "rbe");
    if (!file) return 0;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t *volatile pixels = NULL;
    volatile int done = 0;
    if (info && !setjmp(png_jmpbuf(png))) {
        png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
        png_init_io(png, file);
        png_read_info(png, info);
        png_set_bgr(png);
        png_set_filler(png, 255, PNG_FILLER_AFTER);
        png_read_update_info(png, info);
        size_t stride = png_get_rowbytes(png, info), height = png_get_image_height(png, info);
        pixels = malloc(stride * (keep ? height : 1));
        for (size_t y = 0; pixels && y < height; y++) png_read_row(png, pixels + (keep ? y * stride : 0), NULL);
        done = pixels != NULL;
    }
    png_destroy_read_struct(&png, &info, NULL);
    free(pixels);
    fclose(file);
    return done;
}

static uint32_t big_endian(const uint8_t *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

int cb_inflate_png(const char *path) {
    FILE *file = fopen(path, "rbe");
    if (!file) return 0;
    static uint8_t input[1 << 16], output[1 << 16];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    int code = inflateInit(&stream);
    uint8_t head[8];
    fseek(file, 8, SEEK_SET);
    while (code == Z_OK && fread(head, 1, 8, file) == 8) {
        size_t left = big_endian(head);
        int is_data = memcmp(head + 4, "IDAT", 4) == 0;
        if (!is_data) fseek(file, (long)left, SEEK_CUR);
        while (is_data && code == Z_OK && left > 0) {
            size_t count = fread(input, 1, left < sizeof input ? left : sizeof input, file);
            if (count == 0) break;
            left -= count;
            stream.next_in = input;
            stream.avail_in = (unsigned)count;
            do {
                stream.next_out = output;
                stream.avail_out = sizeof output;
                code = inflate(&stream, Z_NO_FLUSH);
            } while (code == Z_OK && stream.avail_out == 0);
            // All input is used, and no output waits.
            if (code == Z_BUF_ERROR) code = Z_OK;
        }
        fseek(file, 4, SEEK_CUR);
    }
    inflateEnd(&stream);
    fclose(file);
    return code == Z_STREAM_END;
}
