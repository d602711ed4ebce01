#include "CTestSupport.h"

#ifdef WITH_TIFF
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

static void set_fields(TIFF *tiff, const ct_tiff *picture) {
    const struct { uint32_t tag; uint32_t value; } fields[] = {
        {TIFFTAG_SAMPLESPERPIXEL, picture->samples}, {TIFFTAG_BITSPERSAMPLE, picture->bits},
        {TIFFTAG_SAMPLEFORMAT, picture->format},     {TIFFTAG_COMPRESSION, picture->compression},
        {TIFFTAG_PREDICTOR, picture->predictor},     {TIFFTAG_ORIENTATION, picture->orientation},
        {TIFFTAG_PLANARCONFIG, picture->planar},     {TIFFTAG_ROWSPERSTRIP, picture->rows_per_strip},
        {TIFFTAG_TILEWIDTH, picture->tile},          {TIFFTAG_TILELENGTH, picture->tile}};
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, picture->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, picture->height);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, picture->photometric);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].value) TIFFSetField(tiff, fields[i].tag, fields[i].value);
    if (picture->extra >= 0) {
        uint16_t extra = (uint16_t)picture->extra;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    }
    if (picture->palette) {
        size_t colors = (size_t)1 << picture->bits;
        const uint16_t *map = picture->palette;
        TIFFSetField(tiff, TIFFTAG_COLORMAP, map, map + colors, map + 2 * colors);
    }
    if (picture->subfile) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, picture->subfile);
    // The library puts in the places of the pages that follow.
    uint64_t places[16] = {0};
    if (picture->inner) TIFFSetField(tiff, TIFFTAG_SUBIFD, (int)picture->inner, places);
    if (picture->profile) TIFFSetField(tiff, TIFFTAG_ICCPROFILE, picture->profile_size, picture->profile);
    // Full quality, luma and chroma from red, green and blue.
    if (picture->compression == COMPRESSION_JPEG) TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, 100);
    if (picture->photometric == PHOTOMETRIC_YCBCR)
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

static int write_tiles(TIFF *tiff, const ct_tiff *picture, const uint8_t *rows, size_t row_bytes,
                       uint16_t sample) {
    size_t tile_row = (size_t)TIFFTileRowSize(tiff);
    size_t pixel = tile_row / picture->tile;
    uint8_t *tile = calloc(1, (size_t)TIFFTileSize(tiff));
    if (!tile || pixel == 0) { free(tile); return CT_ENCODE_FAILED; }
    int code = CT_OK;
    for (uint32_t y = 0; y < picture->height && code == CT_OK; y += picture->tile)
        for (uint32_t x = 0; x < picture->width && code == CT_OK; x += picture->tile) {
            for (uint32_t row = y; row < y + picture->tile && row < picture->height; row++) {
                size_t count = x + picture->tile <= picture->width ? tile_row : (picture->width - x) * pixel;
                memcpy(tile + (row - y) * tile_row, rows + row * row_bytes + x * pixel, count);
            }
            if (TIFFWriteTile(tiff, tile, x, y, 0, sample) < 0) code = CT_ENCODE_FAILED;
        }
    free(tile);
    return code;
}

static int write_page(TIFF *tiff, const ct_tiff *picture, const uint8_t *rows) {
    set_fields(tiff, picture);
    int planes = picture->planar == PLANARCONFIG_SEPARATE ? picture->samples : 1;
    size_t samples = planes == 1 ? picture->samples : 1;
    size_t row_bytes = (picture->width * samples * picture->bits + 7) / 8;
    uint8_t *copy = malloc(row_bytes);  // the library changes the rows that it is given
    if (!copy) return CT_ENCODE_FAILED;
    int code = CT_OK;
    for (int plane = 0; plane < planes && code == CT_OK; plane++, rows += row_bytes * picture->height) {
        if (picture->tile) {
            code = write_tiles(tiff, picture, rows, row_bytes, (uint16_t)plane);
            continue;
        }
        for (uint32_t row = 0; row < picture->height && code == CT_OK; row++) {
            memcpy(copy, rows + row * row_bytes, row_bytes);
            if (TIFFWriteScanline(tiff, copy, row, (uint16_t)plane) < 0) code = CT_ENCODE_FAILED;
        }
    }
    free(copy);
    return code == CT_OK && TIFFWriteDirectory(tiff) ? CT_OK : CT_ENCODE_FAILED;
}

int ct_write_tiff(const char *path, const ct_tiff *pages, uint32_t count, const uint8_t *rows) {
    char mode[8] = "w";
    if (pages->big) strcat(mode, "8");
    strcat(mode, pages->big_endian ? "b" : "l");
    TIFF *tiff = TIFFOpen(path, mode);
    if (!tiff) return CT_OPEN_FAILED;
    int code = CT_OK;
    for (const ct_tiff *page = pages; page < pages + count && code == CT_OK; page++) {
        int is_usable = page->width > 0 && page->height > 0 && page->samples > 0 && page->inner <= 16;
        code = is_usable ? write_page(tiff, page, rows) : CT_BAD_ARGUMENT;
        size_t planes = page->planar == PLANARCONFIG_SEPARATE ? page->samples : 1;
        rows += ((size_t)page->width * (page->samples / planes) * page->bits + 7) / 8 * page->height * planes;
    }
    TIFFClose(tiff);
    return code;
}
#else
int ct_write_tiff(const char *path, const ct_tiff *pages, uint32_t count, const uint8_t *rows) {
    (void)path;
    (void)pages;
    (void)count;
    (void)rows;
    return CT_OPEN_FAILED;
}
#endif
