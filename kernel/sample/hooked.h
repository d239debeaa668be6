/*
 * SPDX-License-Identifier: MIT
 * Stamps that a benchmark does not make itself: of exceptions and interrupts where they enter, of
 * its ports in ring 3, and of what it writes to an address.
 */
#pragma once

#include "kernel/sample/sample_source.h"
#include "pmc/channel.h"

/* Where the handler stamps to, apart from channels: it may have come between two of their stores.
 */
extern struct channel_state hook_state;

/* What is to be hooked from now on. `source` interrupts, each `ticks` of its own; or NULL. */
struct hooks_wanted {
    unsigned hooks; /* HOOK_... */
    const struct sample_source *source;
    uint32_t ticks;
    const struct watch *watches;
    unsigned n_watches;
};
void hooks_begin(const struct hooks_wanted *wanted);
void hooks_end(void);

/* Before each run: what the one before has changed. */
void hooks_arm(void);
