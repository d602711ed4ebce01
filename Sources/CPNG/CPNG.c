#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct xz_png {
    png_structp png;
    png_infop info;
    FILE *file;
    jmp_buf wall;
    char message[160];
    char buffer[1 << 17];
    int passes;
    int cut_short;
    long end;  // of a file that lacks its end mark; 0 where it has it
};

static void on_error(png_structp png, png_const_charp message) {
    xz_png *self = png_get_error_ptr(png);
    snprintf(self->message, sizeof self->message, "%s", message);
    longjmp(self->wall, 1);
}

// Where the file ends if it lacks its end mark, as one cut short does; else 0.
static long find_cut_end(FILE *file) {
    static const uint8_t mark[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    uint8_t last[12];
    struct stat status;
    int fd = fileno(file);
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < (off_t)sizeof last) return 0;
    if (pread(fd, last, sizeof last, status.st_size - (off_t)sizeof last) != sizeof last) return 0;
    return memcmp(last, mark, sizeof last) == 0 ? 0 : (long)status.st_size;
}

// libpng takes compressed bytes by the buffer and loses those of a buffer that the file cannot fill. Near the end of a file cut
// short they are taken one by one, so that every row that is there is shown.
static void approach_end(xz_png *self) {
    if (!self->end) return;
    long near = 1 << 15;
    long two_rows = 2 * (long)png_get_rowbytes(self->png, self->info);
    if (near < two_rows) near = two_rows;
    if (self->end - ftell(self->file) > near) return;
    png_set_compression_buffer_size(self->png, 1);
    self->end = 0;
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
    xz_png *self = png_get_io_ptr(png);
    if (fread(bytes, 1, count, self->file) == count) return;
    self->cut_short = !ferror(self->file);
    png_error(png, self->cut_short ? "the file ends early" : "the file cannot be read");
}

// c·a/255, rounded, for the three colours: (t + (t >> 8)) >> 8 with t = c·a + 128 is exact for 8 bit.
static void premultiply(png_structp png, png_row_infop row, png_bytep pixels) {
    (void)png;
    for (png_uint_32 i = 0; i < row->width; i++, pixels += 4) {
        unsigned alpha = pixels[3];
        for (int c = 0; c < 3; c++) {
            unsigned t = pixels[c] * alpha + 128;
            pixels[c] = (png_byte)((t + (t >> 8)) >> 8);
        }
    }
}

xz_png *xz_png_create(int fd) {
    xz_png *self = calloc(1, sizeof *self);
    if (!self) { close(fd); return NULL; }
    self->file = fdopen(fd, "rb");
    if (!self->file) { close(fd); free(self); return NULL; }
    setvbuf(self->file, self->buffer, _IOFBF, sizeof self->buffer);
    self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, on_error, on_warning);
    self->info = self->png ? png_create_info_struct(self->png) : NULL;
    if (!self->info) { xz_png_destroy(self); return NULL; }
    return self;
}

int xz_png_read_header(xz_png *self, xz_png_header *header) {
    if (setjmp(self->wall)) return -1;
    png_structp png = self->png;
    png_set_read_fn(png, self, on_read);
    self->end = find_cut_end(self->file);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    // Unusable colour or text chunks are no reason not to show the picture.
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
    png_set_benign_errors(png, 1);
    png_read_info(png, self->info);

    int color = png_get_color_type(png, self->info);
    int has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, self->info, PNG_INFO_tRNS);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    if (has_alpha) png_set_read_user_transform_fn(png, premultiply);
    else png_set_filler(png, 0xff, PNG_FILLER_AFTER);
    self->passes = png_set_interlace_handling(png);
    png_read_update_info(png, self->info);

    memset(header, 0, sizeof *header);
    header->width = png_get_image_width(png, self->info);
    header->height = png_get_image_height(png, self->info);
    header->has_alpha = has_alpha;
    header->passes = self->passes;
    png_bytep exif = NULL;
    png_uint_32 exif_count = 0;
    if (png_get_eXIf_1(png, self->info, &exif_count, &exif)) {
        header->exif = exif;
        header->exif_count = exif_count;
    }
    return 0;
}

uint32_t xz_png_read_rows(xz_png *self, uint8_t *rows, size_t stride, uint32_t count) {
    volatile uint32_t done = 0;
    if (setjmp(self->wall)) return done;
    for (; done < count; done = done + 1) {
        uint8_t *row = rows + done * stride;
        approach_end(self);
        // As a display row, the pixels of later passes are filled with those of this one, coarse to fine.
        if (self->passes > 1) png_read_row(self->png, NULL, row);
        else png_read_row(self->png, row, NULL);
    }
    return done;
}

int xz_png_read_end(xz_png *self) {
    if (setjmp(self->wall)) return -1;
    png_read_end(self->png, NULL);
    return 0;
}

const char *xz_png_message(const xz_png *self) {
    return self->message;
}

int xz_png_is_cut_short(const xz_png *self) {
    return self->cut_short;
}

void xz_png_destroy(xz_png *self) {
    png_destroy_read_struct(&self->png, &self->info, NULL);
    fclose(self->file);
    free(self);
}
