/*
 * SPDX-License-Identifier: MIT
 * Opens and closes a bar or a screen.
 */
#include "host/machines/live/display.h"

void display_open(struct display *display, bool live, unsigned n_targets, const char *first_name,
                  const char *suite)
{
    *display = (struct display){.n_targets = n_targets};
    if (live)
        display->live = live_view_open(n_targets);
    else
        display->bar = progress_bar_open(&display->progress, first_name, suite);
}

const struct watcher *display_watch(struct display *display, unsigned index,
                                    const struct listener *listener, const char *name)
{
    if (display->live)
        return live_view_watch(display->live, index, listener, name);
    return display->n_targets > 1 ? NULL : &display->bar;
}

void display_close(struct display *display)
{
    if (display->live)
        live_view_close(display->live);
    else
        progress_bar_close(&display->progress);
}
