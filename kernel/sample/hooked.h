/*
 * SPDX-License-Identifier: MIT
 * Hooks: stamps that a benchmark does not make itself, at exceptions and interrupts, at port
 * accesses in ring 3, and at writes to an address.
 */
#pragma once

#include "kernel/sample/sources/sample_source.h"
#include "kernel/lib/channel.h"

/*
 * The handler's stamp buffer, separate from the channels', since the handler may interrupt between
 * two stores of a channel's stamp.
 */
extern struct channel_state hook_state;

/*
 * hooks_open() directs exceptions here, and interrupts of a source that is open; source may be
 * NULL.
 */
void hooks_open(const struct sample_source *source);
void hooks_close(void);

/* Events to be stamped. */
struct hooks_wanted {
    unsigned hooks;           /* HOOK_... */
    uint32_t ticks, ticks_hz; /* ticks until the source's next interrupt, and per second */
    const struct watch *watches;
    unsigned n_watches;
};
void hooks_begin(const struct hooks_wanted *wanted);
void hooks_end(void);

/* Call before each run: restores the hooks that the previous run has changed. */
void hooks_arm(void);
