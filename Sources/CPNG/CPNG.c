#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apple.h"
#include "chunks.h"

struct xz_png {
    png_structp png;
    png_infop info;
    FILE *file;            // NULL where the stream is in memory
    uint8_t *bytes;        // of a stream in memory
    size_t count, place;   // its length, and how much of it was read
    jmp_buf wall;
    char message[160];
    char buffer[1 << 17];
    int passes;
    int has_alpha;
    int is_apple;
    int cut_short;
    long end;              // of a stream that lacks its end mark; 0 where it has it
    uint8_t *tail;         // the end of the file, where it holds the eXIf chunk
    xz_png_convert convert;
    const void *context;
    uint32_t *converted;   // one row
};

static void on_error(png_structp png, png_const_charp message) {
    xz_png *self = png_get_error_ptr(png);
    snprintf(self->message, sizeof self->message, "%s", message);
    longjmp(self->wall, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
    xz_png *self = png_get_io_ptr(png);
    if (!self->file && count <= self->count - self->place) {
        memcpy(bytes, self->bytes + self->place, count);
        self->place += count;
        return;
    }
    if (self->file && fread(bytes, 1, count, self->file) == count) return;
    self->cut_short = !self->file || !ferror(self->file);
    png_error(png, self->cut_short ? "the file ends early" : "the file cannot be read");
}

// Reads the last bytes of the stream, at most `wanted`. The bytes read; `length` gets that of the stream.
static size_t read_tail(const xz_png *self, uint8_t *bytes, size_t wanted, size_t *length) {
    *length = self->count;
    if (self->file) {
        struct stat status;
        if (fstat(fileno(self->file), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
        *length = (size_t)status.st_size;
    }
    size_t count = *length < wanted ? *length : wanted;
    if (!self->file) {
        memcpy(bytes, self->bytes + (*length - count), count);
        return count;
    }
    ssize_t got = pread(fileno(self->file), bytes, count, (off_t)(*length - count));
    return got == (ssize_t)count ? count : 0;
}

// Where the stream ends if it lacks its end mark, as one cut short does; else 0.
static long find_cut_end(const xz_png *self) {
    static const uint8_t mark[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    uint8_t last[12];
    size_t length;
    if (read_tail(self, last, sizeof last, &length) != sizeof last) return 0;
    return memcmp(last, mark, sizeof last) == 0 ? 0 : (long)length;
}

// libpng takes compressed bytes by the buffer and loses those of a buffer that the file cannot fill. Near the end of a file cut
// short they are taken one by one, so that every row that is there is shown.
static void approach_end(xz_png *self) {
    if (!self->end) return;
    long near = 1 << 15;
    long two_rows = 2 * (long)png_get_rowbytes(self->png, self->info);
    if (near < two_rows) near = two_rows;
    if (self->end - (self->file ? ftell(self->file) : (long)self->place) > near) return;
    png_set_compression_buffer_size(self->png, 1);
    self->end = 0;
}

// Finds the eXIf chunk near the end of the file, since libpng comes there when the pixels are long shown.
static void find_late_exif(xz_png *self, xz_png_header *header) {
    enum { near = 1 << 17 };
    uint8_t *tail = self->tail = malloc(near);
    size_t length, count = tail ? read_tail(self, tail, near, &length) : 0;
    for (size_t i = 4; i + 8 <= count; i++) {
        if (memcmp(tail + i, "eXIf", 4) != 0) continue;
        size_t size = xz_word(tail + i - 4);
        if (size > count - i - 8 || xz_checksum(tail + i, size + 4) != xz_word(tail + i + 4 + size)) continue;
        header->exif = tail + i + 4;
        header->exif_count = size;
        return;
    }
    free(tail);
    self->tail = NULL;
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

// libpng asks for this ahead of spreading the pixels of a pass, so that interlaced pictures are converted once only.
static void convert(png_structp png, png_row_infop row, png_bytep pixels) {
    xz_png *self = png_get_user_transform_ptr(png);
    if (self->is_apple) xz_unpremultiply_bgr(pixels, row->width, self->has_alpha ? 4 : 3);
    self->convert(self->context, pixels, self->converted, row->width);
    memcpy(pixels, self->converted, (size_t)row->width * 4);
}

static xz_png *create(FILE *file, uint8_t *bytes, size_t count) {
    xz_png *self = calloc(1, sizeof *self);
    if (!self) { if (file) fclose(file); free(bytes); return NULL; }
    self->file = file;
    self->bytes = bytes;
    self->count = count;
    if (file) setvbuf(file, self->buffer, _IOFBF, sizeof self->buffer);
    self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, on_error, on_warning);
    self->info = self->png ? png_create_info_struct(self->png) : NULL;
    if (!self->info) { xz_png_destroy(self); return NULL; }
    return self;
}

xz_png *xz_png_create(int fd) {
    if (xz_is_apple(fd)) {
        size_t count = 0;
        uint8_t *bytes = xz_read_apple(fd, &count);
        close(fd);
        xz_png *self = bytes ? create(NULL, bytes, count) : NULL;
        if (self) self->is_apple = 1;
        return self;
    }
    FILE *file = fdopen(fd, "rb");
    if (!file) { close(fd); return NULL; }
    return create(file, NULL, 0);
}

xz_png *xz_png_create_in_memory(const uint8_t *bytes, size_t count) {
    uint8_t *copy = malloc(count + !count);
    if (!copy) return NULL;
    memcpy(copy, bytes, count);
    return create(NULL, copy, count);
}

static void read_colors(xz_png *self, xz_png_header *header) {
    png_structp png = self->png;
    png_unknown_chunkp unknown = NULL;
    int count = png_get_unknown_chunks(png, self->info, &unknown);
    for (int i = 0; i < count; i++) {
        if (memcmp(unknown[i].name, "cICP", 4) != 0 || unknown[i].size != 4) continue;
        memcpy(header->cicp, unknown[i].data, 4);
        header->has_cicp = 1;
    }
    png_charp name;
    png_bytep profile;
    int compression;
    png_uint_32 size;
    if (png_get_iCCP(png, self->info, &name, &compression, &profile, &size)) {
        header->icc = profile;
        header->icc_count = size;
    }
    header->is_srgb = png_get_valid(png, self->info, PNG_INFO_sRGB) != 0;
    double *c = header->chromaticities;
    png_get_gAMA(png, self->info, &header->gamma);
    header->has_chromaticities = png_get_cHRM(png, self->info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7) != 0;
}

int xz_png_read_header(xz_png *self, xz_png_header *header) {
    if (setjmp(self->wall)) return -1;
    png_structp png = self->png;
    memset(header, 0, sizeof *header);
    png_set_read_fn(png, self, on_read);
    self->end = find_cut_end(self);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    // Unusable colour or text chunks are no reason not to show the picture.
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
    png_set_benign_errors(png, 1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep)"cICP", 1);
    png_read_info(png, self->info);

    int color = png_get_color_type(png, self->info);
    header->width = png_get_image_width(png, self->info);
    header->height = png_get_image_height(png, self->info);
    header->has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, self->info, PNG_INFO_tRNS);
    header->is_gray = !(color & PNG_COLOR_MASK_COLOR);
    header->is_deep = png_get_bit_depth(png, self->info) == 16;
    header->passes = self->passes = png_set_interlace_handling(png);
    self->has_alpha = header->has_alpha;
    // Only such pixels are stored otherwise.
    if (color != PNG_COLOR_TYPE_RGB && color != PNG_COLOR_TYPE_RGB_ALPHA) self->is_apple = 0;
    read_colors(self, header);
    png_bytep exif = NULL;
    png_uint_32 exif_count = 0;
    if (png_get_eXIf_1(png, self->info, &exif_count, &exif)) {
        header->exif = exif;
        header->exif_count = exif_count;
    } else {
        find_late_exif(self, header);
    }
    return 0;
}

int xz_png_begin_rows(xz_png *self, xz_png_convert function, const void *context) {
    if (setjmp(self->wall)) return -1;
    png_structp png = self->png;
    png_set_expand(png);
    if (function) {
        self->convert = function;
        self->context = context;
        self->converted = malloc((size_t)png_get_image_width(png, self->info) * 4);
        if (!self->converted) png_error(png, "not enough memory");
        const uint16_t one = 1;
        if (*(const uint8_t *)&one) png_set_swap(png);
        png_set_read_user_transform_fn(png, convert);
        png_set_user_transform_info(png, self, 8, 4);
    } else {
        png_set_scale_16(png);
        png_set_gray_to_rgb(png);
        if (!self->is_apple) png_set_bgr(png);
        if (self->has_alpha && !self->is_apple) png_set_read_user_transform_fn(png, premultiply);
        if (!self->has_alpha) png_set_filler(png, 0xff, PNG_FILLER_AFTER);
    }
    png_read_update_info(png, self->info);
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
    if (self->is_apple) return 0;  // its end mark may be missing
    if (setjmp(self->wall)) return -1;
    png_read_end(self->png, NULL);
    return 0;
}

const char *xz_png_version(void) {
    return png_get_libpng_ver(NULL);
}

const char *xz_png_message(const xz_png *self) {
    return self->message;
}

int xz_png_is_cut_short(const xz_png *self) {
    return self->cut_short;
}

void xz_png_destroy(xz_png *self) {
    png_destroy_read_struct(&self->png, &self->info, NULL);
    if (self->file) fclose(self->file);
    free(self->bytes);
    free(self->tail);
    free(self->converted);
    free(self);
}
