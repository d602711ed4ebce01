// The bytes of a PNG stream, one after another: those of a file, or some in memory.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    FILE *file;  // NULL where the stream is in memory
    uint8_t *bytes;
    size_t count, place;
} xz_source;

static inline size_t xz_source_read(xz_source *source, uint8_t *bytes, size_t count) {
    if (source->file) return fread(bytes, 1, count, source->file);
    size_t rest = source->count - source->place;
    if (count > rest) count = rest;
    if (count) memcpy(bytes, source->bytes + source->place, count);
    source->place += count;
    return count;
}

/// Why it gave less than was asked of it.
static inline const char *xz_source_failure(const xz_source *source) {
    return source->file && ferror(source->file) ? "the file cannot be read" : "the file ends early";
}
