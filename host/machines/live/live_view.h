/*
 * SPDX-License-Identifier: MIT
 * The live view: a screen that shows the progress of a run. It only displays; stored data and
 * reports do not depend on it.
 */
#pragma once

#include "host/machines/listener.h"

struct live;

/* Checks whether a live view is possible. Returns 0, or -1 after a message with the reason. */
int live_view_check(void);

/* Acquires the terminal for n_sources targets. Messages are shown on the screen from then on. */
struct live *live_view_open(unsigned n_sources);

/* Returns the watcher of target `index` for listener_open(). */
struct watcher *live_view_watch(struct live *live, unsigned index, const struct listener *listener,
                                const char *name);

/* Restores the terminal and prints the messages since live_view_open() on stderr. NULL is allowed.
 */
void live_view_close(struct live *live);
