#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>
#include <jerror.h>

struct xz_jpeg {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    FILE *file;
    uint8_t *inks;  // one row of CMYK, where the file has that
    jmp_buf wall;
    char message[JMSG_LENGTH_MAX];
    int started;
    int cut_short;
    JDIMENSION last_row;  // behind the rows that the data of a file cut short reaches into
};

static void on_error(j_common_ptr info) {
    xz_jpeg *self = info->client_data;
    info->err->format_message(info, self->message);
    longjmp(self->wall, 1);
}

static void on_message(j_common_ptr info, int level) {
    xz_jpeg *self = info->client_data;
    if (level >= 0) return;  // a trace, no warning
    info->err->num_warnings++;
    if (info->err->msg_code == JWRN_JPEG_EOF && !self->cut_short) {
        self->cut_short = 1;
        // Where all scans are read before the first row (progressive), every row has what came.
        if (!jpeg_has_multiple_scans(&self->info))
            self->last_row = (self->info.input_iMCU_row + 1) * (JDIMENSION)(self->info.max_v_samp_factor * DCTSIZE);
    }
    // Extra bytes between segments and odd application data do no harm to the pixels.
    int harmless = info->err->msg_code == JWRN_EXTRANEOUS_DATA || info->err->msg_code == JWRN_ADOBE_XFORM
        || info->err->msg_code == JWRN_BOGUS_ICC || info->err->msg_code == JWRN_JFIF_MAJOR;
    if (!harmless && !self->message[0]) info->err->format_message(info, self->message);
}

xz_jpeg *xz_jpeg_create(int fd) {
    xz_jpeg *self = calloc(1, sizeof *self);
    if (!self) { close(fd); return NULL; }
    self->file = fdopen(fd, "rb");
    if (!self->file) { close(fd); free(self); return NULL; }
    self->info.err = jpeg_std_error(&self->errors);
    self->info.client_data = self;
    self->errors.error_exit = on_error;
    self->errors.emit_message = on_message;
    return self;
}

static void find_exif(xz_jpeg *self, xz_jpeg_header *header) {
    static const char mark[6] = "Exif\0";
    for (jpeg_saved_marker_ptr marker = self->info.marker_list; marker; marker = marker->next) {
        if (marker->marker != JPEG_APP0 + 1 || marker->data_length <= sizeof mark) continue;
        if (memcmp(marker->data, mark, sizeof mark) != 0) continue;
        header->exif = marker->data + sizeof mark;
        header->exif_count = marker->data_length - sizeof mark;
        return;
    }
}

int xz_jpeg_read_header(xz_jpeg *self, xz_jpeg_header *header) {
    if (setjmp(self->wall)) return -1;
    memset(header, 0, sizeof *header);
    jpeg_create_decompress(&self->info);
    jpeg_stdio_src(&self->info, self->file);
    jpeg_save_markers(&self->info, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(&self->info, TRUE);
    find_exif(self, header);
    int has_inks = self->info.jpeg_color_space == JCS_CMYK || self->info.jpeg_color_space == JCS_YCCK;
    self->info.out_color_space = has_inks ? JCS_CMYK : JCS_EXT_BGRA;
    if (has_inks) {
        self->inks = malloc((size_t)self->info.image_width * 4);
        if (!self->inks) { strcpy(self->message, "not enough memory"); return -1; }
    }
    header->width = self->info.image_width;
    header->height = self->info.image_height;
    return 0;
}

// Adobe writes inks inverted (255 is none), which libjpeg passes on: colour = ink · black / 255. Others are turned round first.
static void mix_inks(const xz_jpeg *self, uint8_t *pixels) {
    const uint8_t *inks = self->inks;
    unsigned turn = self->info.saw_Adobe_marker ? 0 : 255;
    for (JDIMENSION x = 0; x < self->info.output_width; x++, inks += 4, pixels += 4) {
        unsigned black = inks[3] ^ turn;
        for (int c = 0; c < 3; c++) pixels[2 - c] = (uint8_t)(((inks[c] ^ turn) * black + 127) / 255);
        pixels[3] = 255;
    }
}

uint32_t xz_jpeg_read_rows(xz_jpeg *self, uint8_t *rows, size_t stride, uint32_t count) {
    volatile uint32_t done = 0;
    if (setjmp(self->wall)) return done;
    struct jpeg_decompress_struct *info = &self->info;
    if (!self->started) {
        self->last_row = JPEG_MAX_DIMENSION;
        self->started = 1;
        jpeg_start_decompress(info);
    }
    while (done < count && info->output_scanline < self->last_row) {
        JSAMPROW target[4];
        uint32_t wanted = count - done < 4 ? count - done : 4;
        for (uint32_t i = 0; i < wanted; i++) target[i] = rows + (done + i) * stride;
        if (self->inks) {
            JSAMPROW inks = self->inks;
            if (jpeg_read_scanlines(info, &inks, 1) != 1) break;
            mix_inks(self, target[0]);
            done = done + 1;
        } else {
            uint32_t got = jpeg_read_scanlines(info, target, wanted);
            if (!got) break;
            done = done + got;
        }
    }
    return done;
}

const char *xz_jpeg_message(const xz_jpeg *self) {
    return self->message;
}

int xz_jpeg_is_cut_short(const xz_jpeg *self) {
    return self->cut_short;
}

void xz_jpeg_destroy(xz_jpeg *self) {
    jpeg_destroy_decompress(&self->info);
    fclose(self->file);
    free(self->inks);
    free(self);
}
