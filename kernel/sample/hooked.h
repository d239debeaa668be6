/*
 * SPDX-License-Identifier: MIT
 * Stamps that a benchmark does not make itself: of exceptions and interrupts where they enter, of
 * its ports in ring 3, and of what it writes to an address.
 */
#pragma once

#include "kernel/sample/sources/sample_source.h"
#include "kernel/lib/channel.h"

/* Where the handler stamps to, apart from channels: it may have come between two of their stores.
 */
extern struct channel_state hook_state;

/* Has exceptions come here, and interrupts of a source that was opened; or NULL. */
void hooks_open(const struct sample_source *source);
void hooks_close(void);

/* What is to be stamped from now on. */
struct hooks_wanted {
    unsigned hooks;           /* HOOK_... */
    uint32_t ticks, ticks_hz; /* of the source, to its next interrupt, and in a second */
    const struct watch *watches;
    unsigned n_watches;
};
void hooks_begin(const struct hooks_wanted *wanted);
void hooks_end(void);

/* Before each run: what the one before has changed. */
void hooks_arm(void);
