#pragma once
#include <string.h>
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <X11/XKBlib.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xrandr.h>
#include <cairo/cairo-xlib.h>

// XISetMask is a function-like macro, which Swift does not import.
static inline void xz_set(unsigned char *mask, int event) { XISetMask(mask, event); }

/// Selects on `window`, for all master devices, the pointer, and touches and touchpad pinches as far as asked for.
static inline void xz_select_input(Display *display, Window window, int touches, int gestures) {
    unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
    int pointer[] = {XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_Enter, XI_Leave, XI_DeviceChanged};
    int touch[] = {XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd};
    int pinch[] = {XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd};
    for (int i = 0; i < 6; i++) xz_set(bits, pointer[i]);
    for (int i = 0; i < 3 && touches; i++) xz_set(bits, touch[i]);
    for (int i = 0; i < 3 && gestures; i++) xz_set(bits, pinch[i]);
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

/// The symbol of a key with its modifiers, NoSymbol where it has none.
static inline KeySym xz_key_symbol(XKeyEvent *event) {
    KeySym symbol = NoSymbol;
    char text[8];
    XLookupString(event, text, sizeof text, &symbol, NULL);
    return symbol;
}
