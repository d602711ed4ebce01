#pragma once
#include <string.h>
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/XKBlib.h>
#include <X11/extensions/Xext.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xrandr.h>
#include <cairo/cairo-xlib.h>

// XISetMask is a function-like macro, which Swift does not import.
static inline void xz_set(unsigned char *mask, int event) { XISetMask(mask, event); }

/// Selects on `window`, for all master devices, the pointer, touches, and touchpad pinches and swipes as far as asked for.
static inline void xz_select_input(Display *display, Window window, int touches, int gestures) {
    unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
    int pointer[] = {XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_Enter, XI_Leave, XI_DeviceChanged};
    int touch[] = {XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd};
    int pinch[] = {XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd};
    for (int i = 0; i < 6; i++) xz_set(bits, pointer[i]);
    for (int i = 0; i < 3 && touches; i++) xz_set(bits, touch[i]);
    int swipe[] = {XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd};
    for (int i = 0; i < 3 && gestures; i++) xz_set(bits, pinch[i]), xz_set(bits, swipe[i]);
    XIEventMask mask = {.deviceid = XIAllMasterDevices, .mask_len = sizeof bits, .mask = bits};
    XISelectEvents(display, window, &mask, 1);
    unsigned char hierarchy[XIMaskLen(XI_LASTEVENT)] = {0};
    xz_set(hierarchy, XI_HierarchyChanged);
    XIEventMask all = {.deviceid = XIAllDevices, .mask_len = sizeof hierarchy, .mask = hierarchy};
    XISelectEvents(display, window, &all, 1);
}

/// Whether a valuator of an event is there.
static inline int xz_has_valuator(const XIValuatorState *state, int number) {
    return number < state->mask_len * 8 && XIMaskIsSet(state->mask, number);
}

/// Takes the pointer of a device for a window, until it is given up; again with another cursor. Whether the server lets us.
static inline int xz_grab_pointer(Display *display, int device, Window window, Cursor cursor, Time time) {
    unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
    int events[] = {XI_ButtonPress, XI_ButtonRelease, XI_Motion};
    for (int i = 0; i < 3; i++) xz_set(bits, events[i]);
    XIEventMask mask = {.deviceid = device, .mask_len = sizeof bits, .mask = bits};
    return XIGrabDevice(display, device, window, time, cursor, XIGrabModeAsync, XIGrabModeAsync, False, &mask) == Success;
}

typedef struct { Window window; Atom property; } xz_change;

static inline Bool xz_is_change(Display *display, XEvent *event, XPointer data) {
    const xz_change *change = (const xz_change *)data;
    (void)display;
    return event->type == PropertyNotify && event->xproperty.window == change->window
        && event->xproperty.atom == change->property;
}

/// The server's time, by a change of a property of a window whose changes are selected. CurrentTime where the window is gone.
static inline Time xz_server_time(Display *display, Window window, Atom property) {
    xz_change change = {window, property};
    XEvent event;
    XChangeProperty(display, window, property, XA_INTEGER, 8, PropModeAppend, (const unsigned char *)"", 0);
    XSync(display, False);
    return XCheckIfEvent(display, &event, xz_is_change, (XPointer)&change) ? event.xproperty.time : CurrentTime;
}

/// The symbol of a key with its modifiers, NoSymbol where it has none.
static inline KeySym xz_key_symbol(XKeyEvent *event) {
    KeySym symbol = NoSymbol;
    char text[8];
    XLookupString(event, text, sizeof text, &symbol, NULL);
    return symbol;
}
