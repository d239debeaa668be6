/*
 * SPDX-License-Identifier: MIT
 * Displays the progress of targets: a bar for one, a screen for any number; several targets without
 * a screen have no display.
 */
#pragma once

#include "host/machines/live/live_view.h"
#include "host/machines/live/progress_bar.h"

struct display {
    struct progress progress;
    struct watcher bar;
    struct live *live; /* NULL for a bar or no display */
    unsigned n_targets;
};

/* `live`: a screen is requested, and live_view_check() has succeeded. suite: its name, or NULL. */
void display_open(struct display *display, bool live, unsigned n_targets, const char *first_name,
                  const char *suite);

/* Returns the watcher of target `index` for listener_open(); may be NULL. */
const struct watcher *display_watch(struct display *display, unsigned index,
                                    const struct listener *listener, const char *name);
void display_close(struct display *display);
