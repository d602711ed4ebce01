#include "CTestSupport.h"

#include <stdio.h>

#include <X11/Xlib.h>
#include <X11/extensions/Xrandr.h>

enum { most_monitors = 8 };

int ct_set_monitors(const char *name, const int *rects, int count) {
    Display *display = XOpenDisplay(name);
    if (!display) return CT_OPEN_FAILED;
    Window root = DefaultRootWindow(display);
    int result = count < 0 || count > most_monitors ? CT_BAD_ARGUMENT : CT_OK;
    XRRScreenResources *resources = XRRGetScreenResourcesCurrent(display, root);
    if (!resources || resources->noutput < 1) result = CT_BAD_ARGUMENT;
    int found = 0;
    XRRMonitorInfo *old = XRRGetMonitors(display, root, False, &found);
    for (int i = 0; i < found; i++) {
        // Those of outputs go by themselves.
        if (!old[i].automatic) XRRDeleteMonitor(display, root, old[i].name);
    }
    if (old) XRRFreeMonitors(old);
    for (int i = 0; i < count && result == CT_OK; i++) {
        char label[16];
        snprintf(label, sizeof label, "TEST-%d", i + 1);
        const int *rect = rects + 4 * i;
        // The first has the one output, whose own monitor goes by that.
        XRRMonitorInfo monitor = {
            .name = XInternAtom(display, label, False), .primary = i == 0, .noutput = i == 0 ? 1 : 0,
            .x = rect[0], .y = rect[1], .width = rect[2], .height = rect[3], .mwidth = rect[2] / 4, .mheight = rect[3] / 4,
            .outputs = i == 0 ? resources->outputs : NULL};
        XRRSetMonitor(display, root, &monitor);
    }
    if (resources) XRRFreeScreenResources(resources);
    XSync(display, False);
    XCloseDisplay(display);
    return result;
}
