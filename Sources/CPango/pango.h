#pragma once
#include <cairo.h>

// The part of Pango's interface (1.44 and later) that is used here. It is declared here and not taken from Pango's headers,
// whose package would bring the libraries onto the link line, and which are not needed for anything else.

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoTabArray PangoTabArray;
typedef struct _PangoAttrList PangoAttrList;

typedef struct {
    const void *klass;
    unsigned start_index;
    unsigned end_index;
} PangoAttribute;

typedef struct {
    int x;
    int y;
    int width;
    int height;
} PangoRectangle;

enum { PANGO_SCALE = 1024, PANGO_WEIGHT_BOLD = 700 };
enum { PANGO_ELLIPSIZE_MIDDLE = 2, PANGO_ELLIPSIZE_END = 3 };
enum { PANGO_WRAP_WORD_CHAR = 2 };
enum { PANGO_TAB_LEFT = 0 };

/// X(result, name, parameters) for each function, without its prefix "pango_".
#define PANGO_FUNCTIONS(X)                                                             \
    X(PangoFontMap *, cairo_font_map_new, (void))                                      \
    X(void, cairo_context_set_font_options, (PangoContext *, const cairo_font_options_t *)) \
    X(void, cairo_show_layout, (cairo_t *, PangoLayout *))                             \
    X(PangoContext *, font_map_create_context, (PangoFontMap *))                       \
    X(PangoFontDescription *, font_description_from_string, (const char *))            \
    X(void, font_description_set_absolute_size, (PangoFontDescription *, double))      \
    X(void, font_description_set_weight, (PangoFontDescription *, int))                \
    X(void, font_description_free, (PangoFontDescription *))                           \
    X(PangoLayout *, layout_new, (PangoContext *))                                     \
    X(void, layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
    X(void, layout_set_text, (PangoLayout *, const char *, int))                       \
    X(void, layout_set_width, (PangoLayout *, int))                                    \
    X(void, layout_set_height, (PangoLayout *, int))                                   \
    X(void, layout_set_indent, (PangoLayout *, int))                                   \
    X(void, layout_set_wrap, (PangoLayout *, int))                                     \
    X(void, layout_set_ellipsize, (PangoLayout *, int))                                \
    X(void, layout_set_single_paragraph_mode, (PangoLayout *, int))                    \
    X(void, layout_set_tabs, (PangoLayout *, PangoTabArray *))                         \
    X(void, layout_set_attributes, (PangoLayout *, PangoAttrList *))                   \
    X(void, layout_get_pixel_extents, (PangoLayout *, PangoRectangle *, PangoRectangle *)) \
    X(PangoTabArray *, tab_array_new, (int, int))                                      \
    X(void, tab_array_set_tab, (PangoTabArray *, int, int, int))                       \
    X(void, tab_array_free, (PangoTabArray *))                                         \
    X(PangoAttrList *, attr_list_new, (void))                                          \
    X(void, attr_list_insert, (PangoAttrList *, PangoAttribute *))                     \
    X(void, attr_list_unref, (PangoAttrList *))                                        \
    X(PangoAttribute *, attr_weight_new, (int))
