/*
 * SPDX-License-Identifier: MIT
 * A run's progress on one line of the terminal, from its tick records.
 */
#pragma once

#include "host/live/time_left.h"
#include "host/target/listen.h"

struct progress {
    bool on;      /* stderr is a terminal */
    bool shown;   /* a bar stands there */
    double drawn; /* when the bar was drawn last, clock_seconds() */
    struct pace pace;
    const char *target; /* as target_name() */
    const char *suite;  /* its name; NULL for none */
};

/* A watcher that draws; nothing at all where stderr is no terminal. */
struct watcher progress_open(struct progress *progress, const char *target, const char *suite);

/* Takes the bar off the terminal. */
void progress_close(struct progress *progress);
