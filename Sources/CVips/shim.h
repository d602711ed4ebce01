#pragma once
#include <vips/vips.h>
// Behind it, whose macros it uses.
#include <vips/vector.h>

// The library's operations take variable arguments, which Swift does not import.

/// Opens the picture in memory, which must outlive it; rows are to be asked for from the first to the last.
static inline VipsImage *_Nullable xz_vips_open(const void *_Nonnull bytes, size_t count,
                                                const char *_Nonnull options) {
    return vips_image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                      VIPS_FAIL_ON_TRUNCATED, NULL);
}

/// Opens the picture in a file.
static inline VipsImage *_Nullable xz_vips_open_file(const char *_Nonnull path) {
    return vips_image_new_from_file(path, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED,
                                    NULL);
}

static inline int xz_vips_rad_to_float(VipsImage *_Nonnull image, VipsImage *_Nullable *_Nonnull result) {
    return vips_rad2float(image, result, NULL);
}

static inline int xz_vips_colors(VipsImage *_Nonnull image, VipsImage *_Nullable *_Nonnull result,
                                 VipsInterpretation colors) {
    return vips_colourspace(image, result, colors, NULL);
}

static inline int xz_vips_bands(VipsImage *_Nonnull image, VipsImage *_Nullable *_Nonnull result, int first,
                                int count) {
    return vips_extract_band(image, result, first, "n", count, NULL);
}

static inline int xz_vips_cast(VipsImage *_Nonnull image, VipsImage *_Nullable *_Nonnull result,
                               VipsBandFormat format) {
    return vips_cast(image, result, format, NULL);
}

/// Divides alpha, the fourth band, by its value for opaque, and the others by what comes out.
static inline int xz_vips_unpremultiply(VipsImage *_Nonnull image, VipsImage *_Nullable *_Nonnull result,
                                        double opaque) {
    double factors[4] = {1, 1, 1, 1 / opaque}, offsets[4] = {0};
    VipsImage *scaled = NULL;
    if (vips_linear(image, &scaled, factors, offsets, 4, NULL) != 0) return -1;
    int code = vips_unpremultiply(scaled, result, "max_alpha", 1.0, NULL);
    g_object_unref(scaled);
    return code;
}

/// The first of a region's pixels in a row.
static inline const void *_Nonnull xz_vips_row(VipsRegion *_Nonnull region, int y) {
    return VIPS_REGION_ADDR(region, region->valid.left, y);
}
