#include "CTestSupport.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

// libjpeg's own handler ends the process; this one goes back to the writer.
typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf back;
} error_manager;

static void jump_back(j_common_ptr info) { longjmp(((error_manager *)info->err)->back, 1); }
static void say_nothing(j_common_ptr info) { (void)info; }

static int encode(FILE *file, uint8_t *row, const uint8_t *pixels, uint32_t width, uint32_t height, int channels,
                  int quality, int subsampled, int progressive, const uint8_t *exif, size_t exif_size) {
    struct jpeg_compress_struct info;
    error_manager errors;
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = jump_back;
    errors.base.output_message = say_nothing;
    if (setjmp(errors.back)) {
        jpeg_destroy_compress(&info);
        return CT_ENCODE_FAILED;
    }
    jpeg_create_compress(&info);
    jpeg_stdio_dest(&info, file);
    info.image_width = width;
    info.image_height = height;
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    if (channels == 3) {
        int factor = subsampled ? 2 : 1;
        info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = factor;
    }
    if (progressive) jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    if (exif) jpeg_write_marker(&info, JPEG_APP0 + 1, exif, (unsigned)exif_size);
    size_t row_bytes = (size_t)width * (size_t)channels;
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *from = pixels + y * row_bytes;
        for (size_t i = 0; i < row_bytes; i++) row[i] = channels == 4 ? (uint8_t)(255 - from[i]) : from[i];
        JSAMPROW rows[1] = {row};
        jpeg_write_scanlines(&info, rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return CT_OK;
}

int ct_write_jpeg(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, int channels,
                  int quality, int subsampled, int progressive, const uint8_t *exif, size_t exif_size) {
    if (channels != 1 && channels != 3 && channels != 4) return CT_BAD_ARGUMENT;
    if (width == 0 || height == 0 || width > 65500 || height > 65500) return CT_BAD_ARGUMENT;
    if (quality < 1 || quality > 100 || exif_size > 65533) return CT_BAD_ARGUMENT;
    uint8_t *row = malloc((size_t)width * (size_t)channels);
    if (!row) return CT_ENCODE_FAILED;
    FILE *file = fopen(path, "wbe");
    if (!file) {
        free(row);
        return CT_OPEN_FAILED;
    }
    int code = encode(file, row, pixels, width, height, channels, quality, subsampled, progressive, exif, exif_size);
    if (fclose(file) != 0 && code == CT_OK) code = CT_ENCODE_FAILED;
    free(row);
    return code;
}
