#pragma once
#include <lcms2.h>

// The library's pixel formats are macros that Swift does not import.
static const cmsUInt32Number xz_gray_8 = TYPE_GRAY_8;
static const cmsUInt32Number xz_gray_16 = TYPE_GRAY_16;
static const cmsUInt32Number xz_rgb_8 = TYPE_RGB_8;
static const cmsUInt32Number xz_rgba_8 = TYPE_RGBA_8;
static const cmsUInt32Number xz_bgra_8 = TYPE_BGRA_8;
static const cmsUInt32Number xz_rgb_16 = TYPE_RGB_16;
static const cmsUInt32Number xz_rgba_16 = TYPE_RGBA_16;
static const cmsUInt32Number xz_cmyk_8 = TYPE_CMYK_8;
static const cmsUInt32Number xz_cmyk_8_inverted = TYPE_CMYK_8_REV;
static const cmsUInt32Number xz_cmyk_16 = TYPE_CMYK_16;
