/*
 * SPDX-License-Identifier: MIT
 * A run's progress on one line of the terminal, from its tick records; the announcements of
 * verbose_level on stderr, even if that is not a terminal.
 */
#pragma once

#include "host/machines/live/time_left.h"
#include "host/machines/listener.h"

struct progress {
    bool on;      /* stderr is a terminal */
    bool shown;   /* a bar is on the terminal */
    double drawn; /* time of the last drawing, clock_seconds() */
    struct pace pace;
    const char *target; /* as target_name() */
    const char *suite;  /* its name; NULL for none */
};

/* Returns a watcher that draws; it does nothing if stderr is not a terminal. */
struct watcher progress_bar_open(struct progress *progress, const char *target, const char *suite);

/* Removes the bar from the terminal. */
void progress_bar_close(struct progress *progress);
