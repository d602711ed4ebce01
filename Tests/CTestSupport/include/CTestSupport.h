#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#pragma clang assume_nonnull begin

// ---- Processes (spawn.c) ----

/// What a child process gets.
typedef struct {
    const char *path;                        ///< Program; looked up on PATH where it has no slash.
    char *_Nullable const *_Nonnull argv;    ///< Arguments, with the name first, null-terminated.
    char *_Nullable const *_Nonnull envp;    ///< The whole environment, null-terminated.
    int fds[4];                              ///< Descriptors for 0, 1, 2 and 3; -1 is /dev/null, and for 3 nothing.
    int death_signal;                        ///< Sent to the child when this process ends; 0 for none.
} ct_spawn_request;

/// Starts a child in a session of its own with default signals and no other descriptors.
/// The caller's thread may end: the child is bound to the process, not to the thread.
/// Returns its process id, or a negated errno. `started` gets CLOCK_MONOTONIC seconds just before exec.
pid_t ct_spawn(const ct_spawn_request *request, double *started);

/// A pipe whose ends close at exec; 0, or an errno. `ends` gets the reading and the writing one.
int ct_pipe(int ends[_Nonnull 2]);

/// Whether the child has ended: 1 and its wait status, 0 while it runs, or a negated errno.
int ct_reap(pid_t pid, int *status);

/// CPU seconds that the process has used in all its threads, or a negative number when it is gone.
double ct_cpu_seconds(pid_t pid);

// ---- Picture files (png.c, jpeg.c, webp.c) ----

/// Why a picture was not written, or not read.
enum { CT_OK = 0, CT_BAD_ARGUMENT = -1, CT_OPEN_FAILED = -2, CT_ENCODE_FAILED = -3, CT_DECODE_FAILED = -4 };

/// Writes rows without padding as PNG. 1 to 4 channels are grey, grey + alpha, RGB, RGBA; `bit_depth` is 8 or 16 (big endian).
/// `compression` is zlib's level, 0 to 9.
int ct_write_png(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, int channels,
                 int bit_depth, int interlaced, int compression);

/// Writes one index a pixel as a palette PNG of `colors` (1 to 256) RGB entries at the least bit depth that holds them.
int ct_write_png_palette(const char *path, const uint8_t *indices, uint32_t width, uint32_t height,
                         const uint8_t *palette, int colors, int interlaced, int compression);

/// Reads a PNG of a known size as RGBA without padding; one of another size is CT_BAD_ARGUMENT.
int ct_read_png(const char *path, uint8_t *rgba, uint32_t width, uint32_t height);

/// Writes rows without padding as JPEG. 1 channel is grey, 3 RGB, 4 CMYK (stored inverted, as Adobe does).
/// `subsampled` halves the chroma both ways (4:2:0). `exif` is the whole body of the APP1 segment.
int ct_write_jpeg(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, int channels,
                  int quality, int subsampled, int progressive, const uint8_t *_Nullable exif, size_t exif_size);

/// How a TIFF file is written; the numbers are those of the fields in TIFF 6.0. 0 leaves a field out.
typedef struct {
    uint32_t width, height;
    uint16_t samples, bits, format, photometric, compression, predictor, orientation, planar;
    uint32_t rows_per_strip, tile;              ///< Rows of a strip, or the sides of a tile.
    int extra;                                  ///< What the samples behind the colours are; -1 leaves the field out.
    const uint16_t *_Nullable palette;          ///< All reds, greens, blues.
    const uint8_t *_Nullable profile;           ///< ICC.
    uint32_t profile_size;
    int big, big_endian;                        ///< BigTIFF; words with the highest byte first.
    uint32_t subfile;                           ///< What kind of page it is: bit 0 for a smaller version of another.
    uint32_t inner;                             ///< Pages behind it that are within it.
} ct_tiff;

/// Writes pages, each with rows of samples in the machine's order; each row begins at a whole byte. Where samples are apart,
/// all rows of the first come before those of the second. The rows of a page follow those of the one before. The first page
/// tells the file's order of bytes and kind. Without libtiff it fails.
int ct_write_tiff(const char *path, const ct_tiff *pages, uint32_t count, const uint8_t *rows);
/// Writes rows of RGB or RGBA without padding as WebP. `quality` is 0 to 100 of the lossy kind, or −1 for the lossless kind,
/// which keeps the colours of transparent pixels.
int ct_write_webp(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, int channels, int quality);

// ---- Pixels (pixels.c, pattern.c) ----

/// Turns the server's blue, green, red, unused into red, green, blue, 255.
void ct_bgrx_to_rgba(const uint8_t *from, uint8_t *to, size_t pixels);

/// A 64-bit fingerprint (FNV-1a over 32-bit words; the unused byte of each pixel does not count).
uint64_t ct_fingerprint(const uint8_t *bgrx, size_t pixels);

/// Fills a picture that looks like a photograph to an encoder: smooth blobs of several sizes and fine noise.
/// The same arguments give the same bytes on every machine. `noise` is the peak of the fine noise, 0 to 127.
void ct_fill_photo(uint8_t *rgb, uint32_t width, uint32_t height, uint32_t seed, int noise);

/// Adds a whole value per column and one per row: out[y * width + x] at every `stride` bytes, clamped to 0...255.
void ct_fill_sum(uint8_t *out, size_t stride, const double *columns, uint32_t width, const double *rows, uint32_t height);

/// As `ct_fill_sum`, rounded down after an ordered dither, so that the mean over an area keeps the fraction.
void ct_fill_sum_dithered(uint8_t *out, size_t stride, const double *columns, uint32_t width, const double *rows,
                          uint32_t height);

/// The pixels to profile: columns x0 ..< x1, rows y0 ..< y1 of an RGBA picture `width` pixels wide, and the red and
/// green expected there; a pixel off by more than `tolerance` in one of them is left out.
typedef struct {
    const uint8_t *rgba;
    long width;
    int x0, y0, x1, y1;
    double red_at_0, red_per_pixel;      ///< Red over x, at pixel centres (column + 0.5).
    double green_at_0, green_per_pixel;  ///< Green over y.
    double tolerance;
} ct_profile_area;

/// Splits blue into a sum of a column profile and a row profile by backfitting. For each column: mean red, blue part, number of
/// pixels; for each row: mean green, blue part, number.
void ct_profiles(const ct_profile_area *area, double *column_red, double *column_blue, double *column_count,
                 double *row_green, double *row_blue, double *row_count);

/// What blue is taken to be over a profile: at pixel i it is constant + Σ gain · wave(at_0 + per_pixel · (i + 0.5)), where
/// wave(x) is sin(2πx / period), or where there is a table, the polygon through its values at the centres of image pixels.
typedef struct {
    double at_0, per_pixel, constant;
    double gain[2], period[2];
    int waves;                       ///< 1 or 2; 1 with a table.
    const double *_Nullable table;   ///< One value an image pixel.
    int table_length;
    double middle;                   ///< The slope turns about this pixel position.
} ct_waves;

/// Fills the upper triangle of the normal equations for a step of Gauss and Newton from `model`. Unknowns: at_0 (with the
/// line turned about `middle`), per_pixel, constant, gain[0], gain[1].
void ct_wave_equations(const ct_waves *model, const double *values, const double *counts, int length, double matrix[_Nonnull 25],
                       double right[_Nonnull 5], double *squares, double *weights);

// ---- Monitors (monitors.c) ----

/// Divides a screen with one output into monitors (RandR 1.5), each of x, y, width and height; none of them gives the output's
/// own one back. One of `CT_…`.
int ct_set_monitors(const char *display, const int *_Nullable rects, int count);

// ---- Keys and an XI2 client (listener.c) ----

/// The keysym of a name such as "plus" or "Escape"; 0 for an unknown one.
uint32_t ct_keysym(const char *name);

/// A client with one window that records what XInput 2 delivers to it, and answers pings.
typedef struct ct_listener ct_listener;

/// The type of what is no XI2 event: WM_DELETE_WINDOW.
enum { CT_ASKED_TO_CLOSE = -1 };

/// One event as the client got it. Coordinates are those of the wire, with fractions.
typedef struct {
    int type;        ///< XI2 event type, or CT_ASKED_TO_CLOSE.
    int detail;      ///< Touch id, button, keycode or number of fingers.
    int flags;       ///< XI2 event flags.
    int source;      ///< Device id of the slave.
    double x, y;     ///< In the window.
    double scale, dx, dy;          ///< Of gestures.
    double horizontal, vertical;   ///< Values of axes 2 and 3 where `axes` has bit 2 or 3.
    unsigned axes;                 ///< Axes that the event carries, bits 0 to 31.
} ct_xi_event;

/// Opens a display and maps a window without a window manager's say. Null when that fails.
ct_listener *_Nullable ct_listener_open(const char *display, int x, int y, int width, int height);
/// Takes the next event: 1 when there was one within `timeout_ms`.
int ct_listener_next(ct_listener *listener, int timeout_ms, ct_xi_event *event);
/// Closes the client.
void ct_listener_close(ct_listener *listener);

#pragma clang assume_nonnull end

#endif
