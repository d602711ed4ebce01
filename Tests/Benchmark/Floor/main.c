// The least that an X client can do: connect, map a window, fill it. What a viewer's start is measured against.
#include <stdlib.h>
#include <xcb/xcb.h>

int main(void) {
    xcb_connection_t *connection = xcb_connect(NULL, NULL);
    xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
    if (xcb_connection_has_error(connection) || !screen) return 1;
    xcb_window_t window = xcb_generate_id(connection);
    uint32_t events = XCB_EVENT_MASK_EXPOSURE;
    xcb_create_window(connection, XCB_COPY_FROM_PARENT, window, screen->root, 0, 0, 1280, 800, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual, XCB_CW_EVENT_MASK, &events);
    const char name[] = "floor\0Floor";
    xcb_change_property(connection, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 8, sizeof name, name);
    xcb_gcontext_t context = xcb_generate_id(connection);
    uint32_t color = 0x4080c0;
    xcb_create_gc(connection, context, window, XCB_GC_FOREGROUND, &color);
    xcb_map_window(connection, window);
    xcb_flush(connection);
    for (xcb_generic_event_t *event; (event = xcb_wait_for_event(connection)); free(event)) {
        if ((event->response_type & 0x7f) != XCB_EXPOSE) continue;
        xcb_rectangle_t all = {0, 0, 1280, 800};
        xcb_poly_fill_rectangle(connection, window, context, 1, &all);
        xcb_flush(connection);
    }
    xcb_disconnect(connection);
    return 0;
}
