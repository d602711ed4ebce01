#include "tail.h"

#include <isa-l/crc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chunks.h"

// Reads the last bytes of the stream, at most `wanted`. How many.
static size_t read_tail(const xz_source *source, uint8_t *bytes, size_t wanted) {
    FILE *file = source->file;
    if (!file) {
        size_t count = source->count < wanted ? source->count : wanted;
        memcpy(bytes, source->bytes + (source->count - count), count);
        return count;
    }
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    size_t length = (size_t)status.st_size, count = length < wanted ? length : wanted;
    ssize_t got = pread(fileno(file), bytes, count, (off_t)(length - count));
    return got == (ssize_t)count ? count : 0;
}

uint8_t *xz_find_late_exif(const xz_source *source, const uint8_t **exif, size_t *exif_count) {
    enum { near = 1 << 17 };
    uint8_t *tail = malloc(near);
    size_t count = tail ? read_tail(source, tail, near) : 0;
    for (size_t i = 4; i + 8 <= count; i++) {
        if (memcmp(tail + i, "eXIf", 4) != 0) continue;
        size_t size = xz_word(tail + i - 4);
        if (size > count - i - 8 || crc32_gzip_refl(0, tail + i, size + 4) != xz_word(tail + i + 4 + size)) continue;
        *exif = tail + i + 4;
        *exif_count = size;
        return tail;
    }
    free(tail);
    return NULL;
}
