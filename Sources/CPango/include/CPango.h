#pragma once
#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

// Text by Pango, whose libraries are loaded when the first text is set, not when the program starts.

/// What sets text. For one thread.
typedef struct cpango_setter cpango_setter;
/// Text that has been set: lines of glyphs.
typedef struct cpango_text cpango_text;

/// What becomes of text that is wider than it may be.
typedef enum {
    /// Its middle is left out.
    CPANGO_ELLIPSIZE_MIDDLE,
    /// It goes on in more lines, and ends with an ellipsis if they are too many.
    CPANGO_WRAP,
} cpango_overflow;

/// How text is set.
typedef struct {
    /// The height of the font in pixels, above 0.
    double font_size;
    /// The greatest width in pixels, at least 1.
    int width;
    cpango_overflow overflow;
    /// The most lines of a wrapped paragraph; 0 for any number.
    int line_limit;
    /// Pixels between the two columns of text in which a tab stands between them, whose first one is bold; 0 for text
    /// without columns. What is wrapped of the second column stays in it.
    int column_gap;
} cpango_style;

/// Loads Pango.
/// - Returns: NULL where that cannot be done; then `reason` is why.
cpango_setter *cpango_open(const char **reason);

/// Gives up a setter.
void cpango_close(cpango_setter *setter);

/// Sets text.
/// - Parameter text: valid UTF-8, no markup, `length` bytes. The direction of each paragraph is that of its first letter.
/// - Returns: NULL where there is no memory; given up by `cpango_free`.
cpango_text *cpango_set(cpango_setter *setter, const char *text, size_t length, const cpango_style *style);

/// The pixels that it takes.
void cpango_get_size(const cpango_text *text, int *width, int *height);

/// Draws it in the colour of a context, with its top-left corner at a place in whole pixels.
void cpango_show(cpango_text *text, cairo_t *context, int x, int y);

/// Gives up text.
void cpango_free(cpango_text *text);
