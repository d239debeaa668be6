/*
 * SPDX-License-Identifier: MIT
 * The live view: a screen that shows how a run goes while it goes. It only watches; what is kept
 * and reported is the same without it.
 */
#pragma once

#include "host/target/listen.h"

struct live;

/* Whether there can be a live view here. 0, or -1 after a message that says why not. */
int live_check(void);

/* Takes the terminal for n_sources targets; from now on what is said is shown there. */
struct live *live_open(unsigned n_sources);

/* What listener_open() wants for the target `index`, whose listener and name are these. */
struct watcher *live_watch(struct live *live, unsigned index, const struct listener *listener,
                           const char *name);

/* Gives the terminal back as it was, and says on stderr what was said meanwhile. NULL is fine. */
void live_close(struct live *live);
