// The filters of PNG's rows (ISO/IEC 15948, section 9), undone.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Bytes that may be read behind a row's end, and must be there.
enum { xz_filter_slack = 8 };

/// Undoes what a filter has done to a row.
/// @param row `count` bytes, which become those of the row.
/// @param above those of the row above; zeros for the first.
/// @param pixel bytes from a value to that of the pixel on its left: 1, 2, 3, 4, 6 or 8.
/// @return 0, or -1 where there is no such filter.
int xz_unfilter(int filter, uint8_t *restrict row, const uint8_t *restrict above, size_t count, size_t pixel);
