#include "filters.h"

#include <string.h>

// A pixel's values in lanes: each depends on its left neighbour's, so that lanes are all that can be done at a time. These are
// types of the compiler's, which has instructions for them on each processor.
typedef uint8_t bytes __attribute__((vector_size(8)));
typedef int16_t lanes __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) lanes load(const uint8_t *from, size_t pixel) {
    bytes found = {0};
    memcpy(&found, from, pixel <= 4 ? 4 : 8);
    return __builtin_convertvector(found, lanes);
}

static inline __attribute__((always_inline)) void store(uint8_t *to, lanes values, size_t pixel) {
    bytes narrow = __builtin_convertvector(values, bytes);
    memcpy(to, &narrow, pixel);
}

static inline __attribute__((always_inline)) lanes choose(lanes mask, lanes yes, lanes no) {
    return (mask & yes) | (~mask & no);
}

// The one of left, above and corner that is nearest to left + above - corner: left where several are, then above. With
// t = 3 * corner - left - above that is the smaller of left and above where the larger is at most t, the larger where t is at most
// the smaller, and else the corner: fewer steps one after another than three distances, which are all the time that it takes.
static inline __attribute__((always_inline)) lanes nearest(lanes left, lanes above, lanes corner) {
    lanes t = corner + corner + corner - above - left;
    lanes low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
    return choose(t <= low, high, choose(high <= t, low, corner));
}

static inline __attribute__((always_inline)) void unfilter(int filter, uint8_t *restrict row, const uint8_t *restrict above,
                                                           size_t count, size_t pixel) {
    lanes left = {0}, corner = {0};
    for (size_t i = 0; i + pixel <= count; i += pixel) {
        lanes up = load(above + i, pixel), value = load(row + i, pixel);
        if (filter == 1) value += left;
        if (filter == 3) value += (left + up) >> 1;
        if (filter == 4) value += nearest(left, up, corner);
        left = value & 255;
        corner = up;
        store(row + i, left, pixel);
    }
}

int xz_unfilter(int filter, uint8_t *restrict row, const uint8_t *restrict above, size_t count, size_t pixel) {
    switch (filter * 10 + (int)pixel) {
#define CASES(filter) \
    case filter * 10 + 1: unfilter(filter, row, above, count, 1); return 0; \
    case filter * 10 + 2: unfilter(filter, row, above, count, 2); return 0; \
    case filter * 10 + 3: unfilter(filter, row, above, count, 3); return 0; \
    case filter * 10 + 4: unfilter(filter, row, above, count, 4); return 0; \
    case filter * 10 + 6: unfilter(filter, row, above, count, 6); return 0; \
    case filter * 10 + 8: unfilter(filter, row, above, count, 8); return 0;
    CASES(1)
    CASES(3)
    CASES(4)
#undef CASES
    }
    if (filter == 2) for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + above[i]);
    return filter == 0 || filter == 2 ? 0 : -1;
}
