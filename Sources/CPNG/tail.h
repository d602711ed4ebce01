// What a PNG stream has near its end.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "source.h"

/// Finds the eXIf chunk near the end of the stream, where libpng comes when the pixels are long shown.
/// @param exif its content, inside of what is given back, which is to be freed; NULL where there is none.
uint8_t *xz_find_late_exif(const xz_source *source, const uint8_t **exif, size_t *count);
