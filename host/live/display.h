/*
 * SPDX-License-Identifier: MIT
 * How a person watches targets: a bar for one, a screen for any number, nothing for several
 * without a screen.
 */
#pragma once

#include "host/live/live.h"
#include "host/live/progress_bar.h"

struct display {
    struct progress progress;
    struct watcher bar;
    struct live *live; /* NULL where there is a bar or nothing */
    unsigned n_targets;
};

/* `live`: a screen is wanted, and live_check() found it possible. suite: its name, or NULL. */
void display_open(struct display *display, bool live, unsigned n_targets, const char *first_name,
                  const char *suite);

/* What listener_open() wants for the target `index`; may be NULL. */
const struct watcher *display_watch(struct display *display, unsigned index,
                                    const struct listener *listener, const char *name);
void display_close(struct display *display);
