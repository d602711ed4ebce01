#include "CTestSupport.h"

#include <math.h>
#include <string.h>

// ---- The test pattern ----

static uint8_t clamped(double v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

void ct_fill_sum(uint8_t *out, size_t stride, const double *columns, uint32_t width, const double *rows,
                 uint32_t height) {
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++, out += stride) *out = clamped(columns[x] + rows[y]);
}

void ct_fill_sum_dithered(uint8_t *out, size_t stride, const double *columns, uint32_t width, const double *rows,
                          uint32_t height) {
    // Multiples of the inverse of the golden ratio and its square, modulo 1 in 2^-32: no two rows or columns repeat.
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++, out += stride)
            *out = clamped(floor(columns[x] + rows[y] + (x * 1640531527u + y * 2654435769u) * 0x1p-32));
}

// ---- Profiles ----

static int fits(const ct_profile_area *a, const uint8_t *p, int x, int y) {
    return fabs(p[0] - a->red_at_0 - a->red_per_pixel * (x + 0.5)) <= a->tolerance
        && fabs(p[1] - a->green_at_0 - a->green_per_pixel * (y + 0.5)) <= a->tolerance;
}

static const uint8_t *pixel(const ct_profile_area *a, int x, int y) { return a->rgba + ((long)y * a->width + x) * 4; }

// 128 samples a line settle a mean to far less than a level; more would only take time.
static int step_of(int extent) { return extent > 128 ? extent / 128 : 1; }

void ct_profiles(const ct_profile_area *area, double *column_red, double *column_blue, double *column_count,
                 double *row_green, double *row_blue, double *row_count) {
    const int nx = area->x1 - area->x0, ny = area->y1 - area->y0;
    const int kx = step_of(nx), ky = step_of(ny);
    for (int i = 0; i < nx; i++) column_blue[i] = 0;
    for (int j = 0; j < ny; j++) row_blue[j] = 0;
    // Each pass takes the other profile off first; a few passes settle it where pixels are left out.
    for (int pass = 0; pass < 4; pass++) {
        for (int j = 0; j < ny; j++) {
            double green = 0, blue = 0, n = 0;
            for (int i = j % kx; i < nx; i += kx) {
                const uint8_t *p = pixel(area, area->x0 + i, area->y0 + j);
                if (!fits(area, p, area->x0 + i, area->y0 + j)) continue;
                green += p[1];
                blue += p[2] - column_blue[i];
                n++;
            }
            row_count[j] = n;
            row_green[j] = n > 0 ? green / n : 0;
            row_blue[j] = n > 0 ? blue / n : 0;
        }
        double level = 0, lines = 0;
        for (int i = 0; i < nx; i++) {
            double red = 0, blue = 0, n = 0;
            for (int j = i % ky; j < ny; j += ky) {
                const uint8_t *p = pixel(area, area->x0 + i, area->y0 + j);
                if (!fits(area, p, area->x0 + i, area->y0 + j)) continue;
                red += p[0];
                blue += p[2] - row_blue[j];
                n++;
            }
            column_count[i] = n;
            column_red[i] = n > 0 ? red / n : 0;
            column_blue[i] = n > 0 ? blue / n : 0;
            if (n > 0) level += column_blue[i], lines++;
        }
        // The constant belongs to the rows, so that the passes cannot trade it.
        for (int i = 0; i < nx && lines > 0; i++) column_blue[i] -= level / lines;
    }
}

// ---- Waves ----

static double wave(const ct_waves *m, int index, double x, double *slope) {
    if (!m->table) {
        const double k = 2 * M_PI / m->period[index];
        *slope = k * cos(k * x);
        return sin(k * x);
    }
    // Beyond the outermost centres the edge pixels go on.
    double place = fmin(fmax(x - 0.5, 0), m->table_length - 1.000001);
    int low = (int)place;
    *slope = m->table[low + 1] - m->table[low];
    return m->table[low] + (place - low) * *slope;
}

void ct_wave_equations(const ct_waves *m, const double *values, const double *counts, int length, double matrix[25],
                       double right[5], double *squares, double *weights) {
    const int n = 3 + m->waves;
    memset(matrix, 0, 25 * sizeof *matrix);
    memset(right, 0, 5 * sizeof *right);
    *squares = *weights = 0;
    for (int i = 0; i < length; i++) {
        if (counts[i] <= 0) continue;
        const double x = m->at_0 + m->per_pixel * (i + 0.5);
        double row[5] = {0, 0, 1}, error = values[i] - m->constant;
        for (int w = 0; w < m->waves; w++) {
            double slope;
            row[3 + w] = wave(m, w, x, &slope);
            row[0] += m->gain[w] * slope;
            error -= m->gain[w] * row[3 + w];
        }
        row[1] = row[0] * (i + 0.5 - m->middle);
        *squares += counts[i] * error * error;
        *weights += counts[i];
        for (int a = 0; a < n; a++) {
            right[a] += counts[i] * row[a] * error;
            for (int b = a; b < n; b++) matrix[a * 5 + b] += counts[i] * row[a] * row[b];
        }
    }
}
