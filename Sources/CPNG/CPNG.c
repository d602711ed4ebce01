#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chunks.h"
#include "pixels.h"
#include "rows.h"
#include "source.h"
#include "tail.h"

struct xz_png {
    png_structp png;
    png_infop info, end;   // what is before the pixels, and behind them
    xz_source source;
    jmp_buf wall;
    char message[160];
    char buffer[1 << 14];  // reads of more than that go past it
    uint64_t left;         // bytes up to the next chunk
    uint8_t first[8];      // the header of the first IDAT chunk
    int is_at_pixels;      // whether it was the last thing that was read of the stream
    xz_rows *rows;         // where libpng gets IDAT chunks from
    const uint8_t *next;   // those bytes of them that are ready, and how many
    size_t ready;
    int passes;
    int has_alpha;
    int is_apple;          // made by Apple's tools for iOS (a CgBI chunk before IHDR): no zlib frame is around what is compressed
    int is_bgr;            // and pixels are premultiplied, and blue comes first
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

static void read_bytes(xz_png *self, uint8_t *bytes, size_t count) {
    if (xz_source_read(&self->source, bytes, count) != count) png_error(self->png, xz_source_failure(&self->source));
}

// Reads the header of a chunk.
static void read_head(xz_png *self, uint8_t head[8]) {
    read_bytes(self, head, 8);
    self->left = (uint64_t)xz_word(head) + 4;
    if (!self->rows && memcmp(head + 4, "IDAT", 4) == 0 && xz_word(head) <= INT32_MAX) {
        memcpy(self->first, head, 8);
        xz_put_word(head, 2);
        self->is_at_pixels = 1;
    }
}

static void skip_apple(xz_png *self, uint8_t head[8]) {
    self->is_apple = 1;
    for (uint8_t skipped[4096]; self->left;) {
        size_t part = self->left < sizeof skipped ? (size_t)self->left : sizeof skipped;
        read_bytes(self, skipped, part);
        self->left -= part;
    }
    read_head(self, head);
}

static void read_rows(xz_png *self, uint8_t *bytes, size_t count) {
    while (count) {
        if (self->ready == 0) self->next = xz_rows_next(self->rows, &self->ready);
        if (!self->next) png_error(self->png, xz_rows_failure(self->rows));
        size_t part = self->ready < count ? self->ready : count;
        memcpy(bytes, self->next, part);
        bytes += part;
        count -= part;
        self->next += part;
        self->ready -= part;
        if (self->ready || !xz_rows_have_ended(self->rows)) continue;
        self->left = (uint64_t)xz_word(self->next - 8) + 4;
        self->is_at_pixels = 0;
    }
}

// libpng reads the signature, then of each chunk the header, the content, and the checksum.
static void on_read(png_structp png, png_bytep bytes, size_t count) {
    xz_png *self = png_get_io_ptr(png);
    if (self->is_at_pixels) {
        read_rows(self, bytes, count);
    } else if (self->left == 0 && count == 8) {
        read_head(self, bytes);
        if (memcmp(bytes + 4, "CgBI", 4) == 0 && !self->is_apple && !self->rows) skip_apple(self, bytes);
    } else {
        read_bytes(self, bytes, count);
        self->left -= count < self->left ? count : self->left;
    }
}

static void finish(png_structp png, png_row_infop row, png_bytep pixels) {
    xz_png *self = png_get_user_transform_ptr(png);
    if (row->channels < 4) xz_add_alpha(pixels, row->width, self->is_bgr);
    else if (!self->is_bgr) xz_premultiply(pixels, row->width);
}

// libpng asks for this ahead of spreading the pixels of a pass, so that interlaced pictures are converted once only.
static void convert(png_structp png, png_row_infop row, png_bytep pixels) {
    xz_png *self = png_get_user_transform_ptr(png);
    if (self->is_bgr) xz_unpremultiply_bgr(pixels, row->width, self->has_alpha ? 4 : 3);
    self->convert(self->context, pixels, self->converted, row->width);
    memcpy(pixels, self->converted, (size_t)row->width * 4);
}

static xz_png *create(xz_source source) {
    xz_png *self = calloc(1, sizeof *self);
    if (!self) { if (source.file) fclose(source.file); free(source.bytes); return NULL; }
    self->source = source;
    if (source.file) setvbuf(source.file, self->buffer, _IOFBF, sizeof self->buffer);
    self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, on_error, on_warning);
    self->info = self->png ? png_create_info_struct(self->png) : NULL;
    self->end = self->info ? png_create_info_struct(self->png) : NULL;
    if (!self->end) { xz_png_destroy(self); return NULL; }
    self->left = 8;
    return self;
}

xz_png *xz_png_create(int fd) {
    FILE *file = fdopen(fd, "rb");
    if (!file) { close(fd); return NULL; }
    return create((xz_source){.file = file});
}

xz_png *xz_png_create_in_memory(const uint8_t *bytes, size_t count) {
    uint8_t *copy = malloc(count + !count);
    if (!copy) return NULL;
    memcpy(copy, bytes, count);
    return create((xz_source){.bytes = copy, .count = count});
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
    self->is_bgr = self->is_apple && (color == PNG_COLOR_TYPE_RGB || color == PNG_COLOR_TYPE_RGB_ALPHA);
    header->bits = png_get_bit_depth(png, self->info);
    png_colorp palette;
    png_get_PLTE(png, self->info, &palette, &header->palette_count);
    if (color != PNG_COLOR_TYPE_PALETTE) header->palette_count = 0;
    header->per_metre_x = png_get_x_pixels_per_meter(png, self->info);
    header->per_metre_y = png_get_y_pixels_per_meter(png, self->info);
    read_colors(self, header);
    png_bytep exif = NULL;
    png_uint_32 exif_count = 0;
    if (png_get_eXIf_1(png, self->info, &exif_count, &exif)) {
        header->exif = exif;
        header->exif_count = exif_count;
    } else {
        self->tail = xz_find_late_exif(&self->source, &header->exif, &header->exif_count);
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
    } else {
        png_set_scale_16(png);
        png_set_gray_to_rgb(png);
    }
    png_set_read_user_transform_fn(png, function ? convert : finish);
    png_set_user_transform_info(png, self, 8, 4);
    xz_layout layout = {png_get_image_width(png, self->info), png_get_image_height(png, self->info)};
    layout.bits = png_get_channels(png, self->info) * (unsigned)png_get_bit_depth(png, self->info);
    layout.is_interlaced = self->passes > 1;
    self->rows = xz_rows_create(&self->source, self->first, self->is_apple, &layout);
    if (!self->rows) png_error(png, "not enough memory");
    // Those of the stream have been checked when the rows come.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_NO_CHANGE);
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_compression_buffer_size(png, 1 << 17);
    png_read_update_info(png, self->info);
    return 0;
}

uint32_t xz_png_read_rows(xz_png *self, uint8_t *rows, size_t stride, uint32_t count) {
    volatile uint32_t done = 0;
    if (setjmp(self->wall)) return done;
    for (; done < count; done = done + 1) {
        uint8_t *row = rows + done * stride;
        // As a display row, the pixels of later passes are filled with those of this one, coarse to fine.
        if (self->passes > 1) png_read_row(self->png, NULL, row);
        else png_read_row(self->png, row, NULL);
    }
    return done;
}

int xz_png_read_end(xz_png *self) {
    if (self->is_apple) return 0;  // its end mark may be missing
    if (setjmp(self->wall)) return -1;
    png_set_crc_action(self->png, PNG_CRC_ERROR_QUIT, PNG_CRC_NO_CHANGE);
    png_read_end(self->png, self->end);
    return 0;
}

int xz_png_text(xz_png *self, int index, xz_png_words *words) {
    if (setjmp(self->wall)) return 0;
    png_textp texts, late;
    int count = png_get_text(self->png, self->info, &texts, NULL);
    int all = count + png_get_text(self->png, self->end, &late, NULL);
    if (index >= all) return 0;
    const png_text *text = index < count ? texts + index : late + (index - count);
    words->key = text->key;
    words->is_utf8 = text->compression >= PNG_ITXT_COMPRESSION_NONE;
    words->bytes = (const uint8_t *)text->text;
    words->count = words->is_utf8 ? text->itxt_length : text->text_length;
    return 1;
}

const char *xz_png_version(void) {
    return png_get_libpng_ver(NULL);
}

const char *xz_png_message(const xz_png *self) {
    return self->message;
}

void xz_png_destroy(xz_png *self) {
    png_destroy_read_struct(&self->png, &self->info, &self->end);
    xz_rows_destroy(self->rows);
    if (self->source.file) fclose(self->source.file);
    free(self->source.bytes);
    free(self->tail);
    free(self->converted);
    free(self);
}
