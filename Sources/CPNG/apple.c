#include "apple.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chunks.h"

int xz_is_apple(int fd) {
    uint8_t start[16];
    return pread(fd, start, sizeof start, 0) == sizeof start && memcmp(start + 12, "CgBI", 4) == 0;
}

static uint8_t *put_chunk(uint8_t *out, const char *type, const uint8_t *head, size_t head_count, const uint8_t *body,
                          size_t count) {
    uint32_t length = (uint32_t)(head_count + count);
    xz_put_word(out, length);
    memcpy(out + 4, type, 4);
    memcpy(out + 8, head, head_count);
    if (count) memcpy(out + 8 + head_count, body, count);
    xz_put_word(out + 8 + length, xz_checksum(out + 4, length + 4));
    return out + 12 + length;
}

// The compressed data lacks what zlib has around it (RFC 1950): two bytes before, a checksum behind. libpng only warns of a wrong one.
static size_t wrap(const uint8_t *in, size_t count, uint8_t *out) {
    static const uint8_t head[2] = {0x78, 0x01}, tail[4] = {0};
    uint8_t *const start = out;
    memcpy(out, in, 8);
    out += 8;
    size_t place = 8;
    int has_data = 0, is_closed = 0;
    while (count - place >= 12) {
        const uint8_t *chunk = in + place;
        size_t length = xz_word(chunk);
        int is_data = memcmp(chunk + 4, "IDAT", 4) == 0;
        if (length > count - place - 12) {
            // Cut short.
            if (is_data && !has_data) return (size_t)(put_chunk(out, "IDAT", head, 2, chunk + 8, count - place - 8) - start);
            memcpy(out, chunk, count - place);
            return (size_t)(out - start) + count - place;
        }
        if (has_data && !is_data && !is_closed) {
            out = put_chunk(out, "IDAT", tail, 4, NULL, 0);
            is_closed = 1;
        }
        if (is_data && !has_data) {
            out = put_chunk(out, "IDAT", head, 2, chunk + 8, length);
            has_data = 1;
        } else if (memcmp(chunk + 4, "CgBI", 4) != 0) {
            memcpy(out, chunk, length + 12);
            out += length + 12;
        }
        place += length + 12;
    }
    if (has_data && !is_closed) out = put_chunk(out, "IDAT", tail, 4, NULL, 0);
    return (size_t)(out - start);
}

uint8_t *xz_read_apple(int fd, size_t *count) {
    struct stat status;
    if (fstat(fd, &status) != 0 || status.st_size < 16) return NULL;
    size_t size = (size_t)status.st_size, got = 0;
    uint8_t *in = malloc(size), *out = malloc(size + 64);
    while (in && out && got < size) {
        ssize_t part = pread(fd, in + got, size - got, (off_t)got);
        if (part <= 0) break;
        got += (size_t)part;
    }
    if (in && out && got >= 16) {
        *count = wrap(in, got, out);
    } else {
        free(out);
        out = NULL;
    }
    free(in);
    return out;
}

void xz_unpremultiply_bgr(uint8_t *pixels, size_t count, int channels) {
    for (size_t i = 0; i < count; i++, pixels += channels) {
        unsigned alpha = channels == 4 ? pixels[3] : 255;
        uint8_t blue = pixels[0];
        pixels[0] = pixels[2];
        pixels[2] = blue;
        for (int c = 0; c < 3 && alpha != 255; c++) {
            unsigned value = alpha ? (pixels[c] * 255u + alpha / 2) / alpha : 0;
            pixels[c] = (uint8_t)(value < 255 ? value : 255);
        }
    }
}
