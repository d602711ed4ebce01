#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "chunks.h"
#include "filters.h"
#include "idat.h"

// The most bytes that a block of uncompressed bytes holds (RFC 1951, 3.2.4).
enum { block_size = 65535 };

struct xz_rows {
    xz_idat *idat;
    xz_layout layout;
    int pass;                // of 7; of one that is not interlaced the first has all rows
    uint32_t row;            // of the pass, that is next
    uint8_t *current, *above;
    size_t place, length;    // of `current`: what has been given, and its bytes with the filter's
    enum { opening, blocks, block, header, end } next;
    uint8_t frame[32];
    const char *failure;
};

// The columns or rows of a picture, `size` of which it has, that are in a pass (ISO/IEC 15948, section 8.2).
static uint32_t pass_size(const xz_layout *layout, int pass, int is_row) {
    static const uint8_t starts[2][7] = {{0, 4, 0, 2, 0, 1, 0}, {0, 0, 4, 0, 2, 0, 1}};
    static const uint8_t steps[2][7] = {{8, 8, 4, 4, 2, 2, 1}, {8, 8, 8, 4, 4, 2, 2}};
    uint32_t size = is_row ? layout->height : layout->width;
    if (!layout->is_interlaced) return pass == 0 ? size : 0;
    uint32_t start = starts[is_row][pass], step = steps[is_row][pass];
    return size > start ? (size - start - 1) / step + 1 : 0;
}

// A row's bytes, with the one that tells its filter; 0 where the pass has none.
static uint64_t row_length(const xz_layout *layout, int pass) {
    uint64_t width = pass_size(layout, pass, 0);
    return width ? (width * layout->bits + 7) / 8 + 1 : 0;
}

xz_rows *xz_rows_create(xz_source *source, const uint8_t first[8], int is_raw, const xz_layout *layout) {
    xz_rows *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->layout = *layout;
    // Of 2³¹ columns, rows and 64 bits a pixel at most.
    uint64_t wanted = 0;
    for (int pass = 0; pass < 7; pass++) {
        uint64_t bytes;
        if (__builtin_mul_overflow(row_length(layout, pass), pass_size(layout, pass, 1), &bytes)) bytes = UINT64_MAX >> 4;
        wanted += bytes;
    }
    // The last pass, of every column, has the longest rows; where there is none, the first has.
    size_t longest = (((size_t)layout->width * layout->bits + 7) / 8) + 1 + xz_filter_slack;
    self->current = calloc(1, longest);
    self->above = calloc(1, longest);
    self->idat = self->current && self->above ? xz_idat_create(source, first, is_raw, wanted) : NULL;
    if (!self->idat) { xz_rows_destroy(self); return NULL; }
    return self;
}

// Reads the next row. Whether there is one: 0 at the end, -1 where something is wrong.
static int read_row(xz_rows *self) {
    while (self->pass < 7 && (self->row == pass_size(&self->layout, self->pass, 1) || !row_length(&self->layout, self->pass))) {
        self->pass++;
        self->row = 0;
    }
    if (self->pass == 7) return 0;
    size_t length = (size_t)row_length(&self->layout, self->pass);
    uint8_t *above = self->current;
    self->current = self->above;
    self->above = above;
    if (self->row == 0) memset(above, 0, length);
    if (xz_idat_read(self->idat, self->current, length) != 0) {
        self->failure = xz_idat_failure(self->idat);
        return -1;
    }
    size_t pixel = (self->layout.bits + 7) / 8;
    if (xz_unfilter(self->current[0], self->current + 1, above + 1, length - 1, pixel) != 0) {
        self->failure = "bad adaptive filter value";
        return -1;
    }
    self->current[0] = 0;
    self->row++;
    self->length = length;
    self->place = 0;
    return 1;
}

// Behind a chunk's checksum the head of the next one, of `count` bytes, and of its block.
static size_t put_head(uint8_t *out, size_t count, int is_last) {
    memset(out, 0, 4);
    xz_put_word(out + 4, (uint32_t)(5 + count));
    memcpy(out + 8, "IDAT", 4);
    uint8_t *block = out + 12;
    block[0] = (uint8_t)is_last;
    block[1] = (uint8_t)count;
    block[2] = (uint8_t)(count >> 8);
    block[3] = (uint8_t)~block[1];
    block[4] = (uint8_t)~block[2];
    return 17;
}

const uint8_t *xz_rows_next(xz_rows *self, size_t *count) {
    size_t rest = self->length - self->place;
    if (rest > block_size) rest = block_size;
    switch (self->next) {
    case opening:
        // A window of 256 bytes, of which zlib keeps a copy.
        self->frame[0] = 0x08;
        self->frame[1] = 0x1d;
        self->next = blocks;
        *count = 2;
        return self->frame;
    case blocks:
        if (rest == 0) {
            int found = read_row(self);
            if (found == -1) return NULL;
            if (found == 0) {
                *count = put_head(self->frame, 0, 1);
                // The checksum of what was compressed, which libpng does not look at, and that of the chunk.
                xz_put_word(self->frame + 4, 9);
                memset(self->frame + *count, 0, 8);
                *count += 8;
                self->next = header;
                return self->frame;
            }
            rest = self->length < block_size ? self->length : block_size;
        }
        *count = put_head(self->frame, rest, 0);
        self->next = block;
        return self->frame;
    case block: {
        const uint8_t *start = self->current + self->place;
        self->place += rest;
        self->next = blocks;
        *count = rest;
        return start;
    }
    case header:
        if (xz_idat_finish(self->idat, self->frame) != 0) {
            self->failure = xz_idat_failure(self->idat);
            return NULL;
        }
        self->next = end;
        *count = 8;
        return self->frame;
    case end: break;
    }
    self->failure = "the file ends early";
    return NULL;
}

int xz_rows_have_ended(const xz_rows *self) {
    return self->next == end;
}

const char *xz_rows_failure(const xz_rows *self) {
    return self->failure;
}

void xz_rows_destroy(xz_rows *self) {
    if (!self) return;
    xz_idat_destroy(self->idat);
    free(self->current);
    free(self->above);
    free(self);
}
