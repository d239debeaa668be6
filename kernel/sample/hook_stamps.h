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
 * hook_stamps_open() directs exceptions here, and interrupts of a source that is open; source may
 * be NULL.
 */
void hook_stamps_open(const struct sample_source *source);
void hook_stamps_close(void);

/* Events to be stamped. */
struct hook_options {
    unsigned hooks;           /* HOOK_... */
    uint32_t ticks, ticks_hz; /* ticks until the source's next interrupt, and per second */
    const struct address_watch *watches;
    unsigned n_watches;
};
void hook_stamps_begin(const struct hook_options *wanted);
void hook_stamps_end(void);

/* Call before each run: restores the hooks that the previous run has changed. */
void hook_stamps_arm(void);
