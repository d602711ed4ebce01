#pragma once
#include <tiffio.h>

// Fields by their type: the library's functions for them take variable arguments, which Swift does not
// import.

/// The field's value, or the one that TIFF 6.0 has for a file without it; 0 where there is none.
static inline int xz_tiff_short(TIFF *_Nonnull tiff, uint32_t tag, uint16_t *_Nonnull value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

static inline int xz_tiff_long(TIFF *_Nonnull tiff, uint32_t tag, uint32_t *_Nonnull value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

static inline int xz_tiff_shorts(TIFF *_Nonnull tiff, uint32_t tag, uint16_t *_Nonnull count,
                                 uint16_t *_Nullable *_Nonnull values) {
    return TIFFGetFieldDefaulted(tiff, tag, count, values);
}

/// Where the directories of pages within the page are.
static inline int xz_tiff_inner_pages(TIFF *_Nonnull tiff, uint16_t *_Nonnull count,
                                      uint64_t *_Nullable *_Nonnull offsets) {
    return TIFFGetField(tiff, TIFFTAG_SUBIFD, count, offsets);
}

static inline int xz_tiff_bytes(TIFF *_Nonnull tiff, uint32_t tag, uint32_t *_Nonnull count,
                                void *_Nullable *_Nonnull bytes) {
    return TIFFGetField(tiff, tag, count, bytes);
}

/// The colour map: red, green and blue, 2ⁿ values each.
static inline int xz_tiff_color_map(TIFF *_Nonnull tiff, uint16_t *_Nullable maps[_Nonnull 3]) {
    return TIFFGetField(tiff, TIFFTAG_COLORMAP, &maps[0], &maps[1], &maps[2]);
}

/// JPEG that holds luma and chroma comes as RGB.
static inline int xz_tiff_ask_for_rgb(TIFF *_Nonnull tiff) {
    return TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}
