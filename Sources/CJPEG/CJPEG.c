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
    JOCTET *icc;
    jmp_buf wall;
    char message[JMSG_LENGTH_MAX];
    int scans;  // the number of the last that was read whole
    int cut_short;
    JDIMENSION last_row;  // behind the rows that the data of a file cut short reaches into
};

static void on_error(j_common_ptr info) {
    xz_jpeg *self = info->client_data;
    info->err->format_message(info, self->message);
    longjmp(self->wall, 1);
}

// Rows that come of one row of the units that the file is coded in.
static JDIMENSION rows_of_blocks(const struct jpeg_decompress_struct *info) {
#if JPEG_LIB_VERSION >= 70
    return (JDIMENSION)(info->max_v_samp_factor * info->min_DCT_v_scaled_size);
#else
    return (JDIMENSION)(info->max_v_samp_factor * info->min_DCT_scaled_size);
#endif
}

static void on_message(j_common_ptr info, int level) {
    xz_jpeg *self = info->client_data;
    if (level >= 0) return;  // a trace, no warning
    info->err->num_warnings++;
    if (info->err->msg_code == JWRN_JPEG_EOF && !self->cut_short) {
        self->cut_short = 1;
        // Where all scans are read before the first row (progressive), every row has what came.
        if (!jpeg_has_multiple_scans(&self->info))
            self->last_row = (self->info.input_iMCU_row + 1) * rows_of_blocks(&self->info);
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

static void find_segments(xz_jpeg *self, xz_jpeg_header *header) {
    static const char mark[6] = "Exif\0";
    for (jpeg_saved_marker_ptr marker = self->info.marker_list; marker; marker = marker->next) {
        if (marker->marker == JPEG_COM && !header->comment) {
            header->comment = marker->data;
            header->comment_count = marker->data_length;
        }
        if (header->exif) continue;
        if (marker->marker != JPEG_APP0 + 1 || marker->data_length <= sizeof mark) continue;
        if (memcmp(marker->data, mark, sizeof mark) != 0) continue;
        header->exif = marker->data + sizeof mark;
        header->exif_count = marker->data_length - sizeof mark;
    }
}

static void describe(const struct jpeg_decompress_struct *info, xz_jpeg_header *header) {
    header->is_progressive = info->progressive_mode;
    header->is_arithmetic = info->arith_code;
    header->chroma_x = header->chroma_y = 1;
    const jpeg_component_info *chroma = info->comp_info + 1;
    if (header->kind == XZ_JPEG_COLOR && info->num_components == 3 && info->jpeg_color_space == JCS_YCbCr) {
        header->chroma_x = info->comp_info->h_samp_factor / chroma->h_samp_factor;
        header->chroma_y = info->comp_info->v_samp_factor / chroma->v_samp_factor;
    }
    // Of the inch, or of the centimetre.
    double unit = !info->saw_JFIF_marker ? 0 : info->density_unit == 1 ? 1 : info->density_unit == 2 ? 2.54 : 0;
    header->density_x = info->X_density * unit;
    header->density_y = info->Y_density * unit;
}

static xz_jpeg_kind kind_of(const struct jpeg_decompress_struct *info) {
    switch (info->jpeg_color_space) {
        case JCS_GRAYSCALE: return XZ_JPEG_GRAY;
        // Adobe writes inks inverted (255 is none), which libjpeg passes on.
        case JCS_CMYK:
        case JCS_YCCK: return info->saw_Adobe_marker ? XZ_JPEG_INK_INVERTED : XZ_JPEG_INK;
        default: return XZ_JPEG_COLOR;
    }
}

int xz_jpeg_read_header(xz_jpeg *self, xz_jpeg_header *header) {
    if (setjmp(self->wall)) return -1;
    struct jpeg_decompress_struct *info = &self->info;
    memset(header, 0, sizeof *header);
    jpeg_create_decompress(info);
    jpeg_stdio_src(info, self->file);
    jpeg_save_markers(info, JPEG_APP0 + 1, 0xffff);
    jpeg_save_markers(info, JPEG_APP0 + 2, 0xffff);
    jpeg_save_markers(info, JPEG_COM, 4096);
    jpeg_read_header(info, TRUE);
    find_segments(self, header);
    unsigned icc_count = 0;
    if (jpeg_read_icc_profile(info, &self->icc, &icc_count)) {
        header->icc = self->icc;
        header->icc_count = icc_count;
    }
    header->width = info->image_width;
    header->height = info->image_height;
    header->kind = kind_of(info);
    header->has_scans = jpeg_has_multiple_scans(info);
    describe(info, header);
    for (int c = 0; header->has_scans && c < info->num_components; c++) {
        // Each component is padded to whole units, of which there are as many as of the largest.
        uint64_t side_x = (uint64_t)info->max_h_samp_factor * DCTSIZE, side_y = (uint64_t)info->max_v_samp_factor * DCTSIZE;
        uint64_t units = (info->image_width + side_x - 1) / side_x * ((info->image_height + side_y - 1) / side_y);
        int blocks = info->comp_info[c].h_samp_factor * info->comp_info[c].v_samp_factor;
        header->coefficient_bytes += units * (uint64_t)blocks * sizeof(JBLOCK);
    }
    return 0;
}

int xz_jpeg_begin(xz_jpeg *self, int reduction) {
    if (setjmp(self->wall)) return -1;
    struct jpeg_decompress_struct *info = &self->info;
    info->out_color_space = kind_of(info) >= XZ_JPEG_INK ? JCS_CMYK : JCS_EXT_BGRA;
    info->scale_num = 1;
    info->scale_denom = 1u << reduction;
    info->buffered_image = jpeg_has_multiple_scans(info);
    self->last_row = JPEG_MAX_DIMENSION;
    jpeg_start_decompress(info);
    return 0;
}

int xz_jpeg_read_scan(xz_jpeg *self) {
    if (setjmp(self->wall)) {
        // To smooth the last rows, it would read ahead, into what has failed.
        self->info.do_block_smoothing = FALSE;
        return -1;
    }
    for (;;) {
        int result = jpeg_consume_input(&self->info);
        if (result == JPEG_SCAN_COMPLETED) {
            self->scans = self->info.input_scan_number;
            return 1;
        }
        if (result == JPEG_REACHED_EOI || result == JPEG_SUSPENDED) return 0;
    }
}

int xz_jpeg_begin_pass(xz_jpeg *self) {
    if (setjmp(self->wall)) return -1;
    // The number of a scan that is whole, so that none is read on, which may be what has failed.
    jpeg_start_output(&self->info, self->scans);
    return 0;
}

int xz_jpeg_end_pass(xz_jpeg *self) {
    if (setjmp(self->wall)) return -1;
    // It would read on to the end of the scan, which is read.
    jpeg_finish_output(&self->info);
    return 0;
}

uint32_t xz_jpeg_read_rows(xz_jpeg *self, uint8_t *rows, size_t stride, uint32_t count) {
    volatile uint32_t done = 0;
    if (setjmp(self->wall)) return done;
    struct jpeg_decompress_struct *info = &self->info;
    while (done < count && info->output_scanline < self->last_row) {
        JSAMPROW target[4];
        uint32_t wanted = count - done < 4 ? count - done : 4;
        for (uint32_t i = 0; i < wanted; i++) target[i] = rows + (done + i) * stride;
        uint32_t got = jpeg_read_scanlines(info, target, wanted);
        if (!got) break;
        done = done + got;
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
    free(self->icc);
    free(self);
}
