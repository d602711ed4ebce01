#include "CPango.h"
#include "pango.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define POINTER(result, name, parameters) result(*name) parameters;
static struct {
    PANGO_FUNCTIONS(POINTER)
    void (*unref)(void *);
} pango;

static const char *failure;

static void load(void) {
    // With it come the libraries that it needs; Cairo is the one that the program has.
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        failure = "libpangocairo-1.0.so.0 cannot be loaded";
        return;
    }
    bool is_whole = true;
// A function's pointer is filled through its bytes, since ISO C has no conversion from an object's (dlsym(3)).
#define RESOLVE(pointer, symbol) \
    do { \
        void *address = dlsym(library, symbol); \
        memcpy(&pango.pointer, &address, sizeof address); \
        is_whole = is_whole && address; \
    } while (0);
#define RESOLVE_PANGO(result, name, parameters) RESOLVE(name, "pango_" #name)
    PANGO_FUNCTIONS(RESOLVE_PANGO)
    RESOLVE(unref, "g_object_unref")
    if (!is_whole) failure = "libpangocairo-1.0.so.0 is too old";
}

struct cpango_setter {
    PangoFontMap *fonts;
    PangoContext *context;
};

struct cpango_text {
    PangoLayout *layout;
    /// What it takes, from the place where its layout is drawn.
    PangoRectangle extents;
};

cpango_setter *cpango_open(const char **reason) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *reason = failure;
    if (failure) return NULL;
    cpango_setter *setter = malloc(sizeof *setter);
    if (!setter) {
        *reason = "there is no memory";
        return NULL;
    }
    setter->fonts = pango.cairo_font_map_new();
    setter->context = pango.font_map_create_context(setter->fonts);
    // What is hinted and how is the desktop's; but over a picture there are no subpixels to count on.
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON);
    pango.cairo_context_set_font_options(setter->context, options);
    cairo_font_options_destroy(options);
    return setter;
}

void cpango_close(cpango_setter *setter) {
    pango.unref(setter->context);
    pango.unref(setter->fonts);
    free(setter);
}

static void measure(PangoLayout *layout, PangoRectangle *extents) {
    pango.layout_get_pixel_extents(layout, NULL, extents);
}

/// The pixels that the widest text before a tab takes.
static int first_column(PangoLayout *layout, const char *text, size_t length) {
    int widest = 0;
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (!next) next = end;
        const char *tab = memchr(line, '\t', (size_t)(next - line));
        if (tab) {
            PangoRectangle extents;
            pango.layout_set_text(layout, line, (int)(tab - line));
            measure(layout, &extents);
            if (extents.width > widest) widest = extents.width;
        }
        line = next + 1;
    }
    return widest;
}

/// Makes bold what is before a tab.
static void embolden(PangoLayout *layout, const char *text, size_t length) {
    PangoAttrList *list = pango.attr_list_new();
    size_t start = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') start = i + 1;
        if (text[i] != '\t') continue;
        PangoAttribute *weight = pango.attr_weight_new(PANGO_WEIGHT_BOLD);
        weight->start_index = (unsigned)start;
        weight->end_index = (unsigned)i;
        pango.attr_list_insert(list, weight);
        start = length;
    }
    pango.layout_set_attributes(layout, list);
    pango.attr_list_unref(list);
}

static void set_columns(
    PangoLayout *layout, PangoFontDescription *font, const char *text, size_t length, const cpango_style *style) {
    pango.font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango.layout_set_font_description(layout, font);
    int tab = first_column(layout, text, length) + style->column_gap;
    pango.font_description_set_weight(font, 400);
    pango.layout_set_font_description(layout, font);
    embolden(layout, text, length);
    // Where there is no room for a second column, what is wrapped begins at the left.
    if (tab > style->width * 3 / 5) tab = style->width * 3 / 5;
    PangoTabArray *tabs = pango.tab_array_new(1, 1);
    pango.tab_array_set_tab(tabs, 0, PANGO_TAB_LEFT, tab);
    pango.layout_set_tabs(layout, tabs);
    pango.tab_array_free(tabs);
    // All lines of a paragraph but the first.
    pango.layout_set_indent(layout, -tab * PANGO_SCALE);
}

cpango_text *cpango_set(cpango_setter *setter, const char *text, size_t length, const cpango_style *style) {
    cpango_text *result = malloc(sizeof *result);
    if (!result) return NULL;
    PangoLayout *layout = pango.layout_new(setter->context);
    PangoFontDescription *font = pango.font_description_from_string("sans");
    pango.font_description_set_absolute_size(font, style->font_size * PANGO_SCALE);
    pango.layout_set_font_description(layout, font);
    if (style->column_gap) set_columns(layout, font, text, length, style);
    pango.font_description_free(font);
    pango.layout_set_text(layout, text, (int)length);
    // Pango's own limit.
    int widest = (1 << 30) / PANGO_SCALE;
    pango.layout_set_width(layout, (style->width < widest ? style->width : widest) * PANGO_SCALE);
    if (style->overflow == CPANGO_ELLIPSIZE_MIDDLE) {
        pango.layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE);
        pango.layout_set_single_paragraph_mode(layout, 1);
    } else {
        pango.layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        if (style->line_limit) {
            pango.layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
            pango.layout_set_height(layout, -style->line_limit);
        }
    }
    result->layout = layout;
    measure(layout, &result->extents);
    return result;
}

void cpango_get_size(const cpango_text *text, int *width, int *height) {
    *width = text->extents.width;
    *height = text->extents.height;
}

void cpango_show(cpango_text *text, cairo_t *context, int x, int y) {
    cairo_move_to(context, x - text->extents.x, y - text->extents.y);
    pango.cairo_show_layout(context, text->layout);
}

void cpango_free(cpango_text *text) {
    pango.unref(text->layout);
    free(text);
}
