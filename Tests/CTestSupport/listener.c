#include "CTestSupport.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>

uint32_t ct_keysym(const char *name) { return (uint32_t)XStringToKeysym(name); }

struct ct_listener {
    Display *display;
    int opcode;
    Atom protocols, ping, delete_window;
};

// Xlib would end the process when the server goes away; here the next call fails instead.
static void stay(Display *display, void *unused) { (void)display, (void)unused; }
static int no_message(Display *display) {
    (void)display;
    return 0;
}

ct_listener *ct_listener_open(const char *name, int x, int y, int width, int height) {
    XSetIOErrorHandler(no_message);
    Display *display = XOpenDisplay(name);
    if (!display) return NULL;
    XSetIOErrorExitHandler(display, stay, NULL);
    int opcode, event, error, major = 2, minor = 4;
    ct_listener *listener = malloc(sizeof *listener);
    if (!listener || !XQueryExtension(display, "XInputExtension", &opcode, &event, &error)
        || XIQueryVersion(display, &major, &minor) != Success) {
        free(listener);
        XCloseDisplay(display);
        return NULL;
    }
    *listener = (ct_listener){display, opcode, XInternAtom(display, "WM_PROTOCOLS", False),
                              XInternAtom(display, "_NET_WM_PING", False),
                              XInternAtom(display, "WM_DELETE_WINDOW", False)};
    XSetWindowAttributes attributes = {.override_redirect = True, .background_pixel = 0x1e1e1e, .event_mask = ExposureMask};
    Window window = XCreateWindow(display, DefaultRootWindow(display), x, y, (unsigned)width, (unsigned)height, 0,
                                  CopyFromParent, InputOutput, CopyFromParent,
                                  CWOverrideRedirect | CWBackPixel | CWEventMask, &attributes);
    char resource[] = "listener", class_name[] = "Listener";
    XClassHint hint = {resource, class_name};
    XSetClassHint(display, window, &hint);
    XStoreName(display, window, "listener");
    unsigned char mask[XIMaskLen(XI_LASTEVENT)] = {0};
    static const int types[] = {XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd, XI_GesturePinchBegin, XI_GesturePinchUpdate,
                                XI_GesturePinchEnd, XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd,
                                XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_KeyPress, XI_KeyRelease};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) XISetMask(mask, types[i]);
    XIEventMask selection = {XIAllMasterDevices, sizeof mask, mask};
    XISelectEvents(display, window, &selection, 1);
    XMapRaised(display, window);
    XEvent exposed;
    XWindowEvent(display, window, ExposureMask, &exposed);
    XSetInputFocus(display, window, RevertToParent, CurrentTime);
    XSync(display, False);
    return listener;
}

static void fill_device(ct_xi_event *out, const XIDeviceEvent *e) {
    out->detail = e->detail;
    out->flags = e->flags;
    out->source = e->sourceid;
    out->x = e->event_x;
    out->y = e->event_y;
    const double *value = e->valuators.values;
    for (int axis = 0; axis < e->valuators.mask_len * 8 && axis < 32; axis++) {
        if (!XIMaskIsSet(e->valuators.mask, axis)) continue;
        out->axes |= 1u << axis;
        if (axis == 2) out->horizontal = *value;
        if (axis == 3) out->vertical = *value;
        value++;
    }
}

static void fill(ct_xi_event *out, const XGenericEventCookie *cookie) {
    *out = (ct_xi_event){.type = cookie->evtype};
    if (cookie->evtype >= XI_GesturePinchBegin && cookie->evtype <= XI_GesturePinchEnd) {
        const XIGesturePinchEvent *e = cookie->data;
        out->detail = e->detail, out->flags = e->flags, out->source = e->sourceid;
        out->x = e->event_x, out->y = e->event_y;
        out->scale = e->scale, out->dx = e->delta_x, out->dy = e->delta_y;
    } else if (cookie->evtype >= XI_GestureSwipeBegin && cookie->evtype <= XI_GestureSwipeEnd) {
        const XIGestureSwipeEvent *e = cookie->data;
        out->detail = e->detail, out->flags = e->flags, out->source = e->sourceid;
        out->x = e->event_x, out->y = e->event_y;
        out->dx = e->delta_x, out->dy = e->delta_y;
    } else {
        fill_device(out, cookie->data);
    }
}

// Answers a ping as EWMH says. Whether the window is asked to close.
static int obey(const ct_listener *listener, XEvent *event) {
    if (event->type != ClientMessage || event->xclient.message_type != listener->protocols) return 0;
    Atom protocol = (Atom)event->xclient.data.l[0];
    if (protocol == listener->ping) {
        event->xclient.window = DefaultRootWindow(listener->display);
        XSendEvent(listener->display, event->xclient.window, False, SubstructureNotifyMask | SubstructureRedirectMask,
                   event);
    }
    return protocol == listener->delete_window;
}

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int ct_listener_next(ct_listener *listener, int timeout_ms, ct_xi_event *out) {
    long end = now_ms() + timeout_ms;
    for (;;) {
        while (XPending(listener->display)) {
            XEvent event;
            XNextEvent(listener->display, &event);
            if (obey(listener, &event)) {
                *out = (ct_xi_event){.type = CT_ASKED_TO_CLOSE};
                return 1;
            }
            XGenericEventCookie *cookie = &event.xcookie;
            if (cookie->type != GenericEvent || cookie->extension != listener->opcode) continue;
            if (!XGetEventData(listener->display, cookie)) continue;
            fill(out, cookie);
            XFreeEventData(listener->display, cookie);
            return 1;
        }
        long left = end - now_ms();
        struct pollfd fd = {ConnectionNumber(listener->display), POLLIN, 0};
        if (left <= 0 || poll(&fd, 1, (int)left) <= 0) return 0;
    }
}

void ct_listener_close(ct_listener *listener) {
    XCloseDisplay(listener->display);
    free(listener);
}
