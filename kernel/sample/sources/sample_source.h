/*
 * SPDX-License-Identifier: MIT
 * What may interrupt a benchmark so that a sample is taken.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/descriptors.h"
#include "kernel/settings/config.h"

/*
 * A timer is armed anew for each interval, in ticks of its own clock, and interrupts once. One that
 * goes by itself (`steady`) is given its rate when it is opened.
 */
struct sample_source {
    const char *name; /* as settings and wire have it */
    bool steady;
    bool counts;   /* no timer: counter 0, which interrupts when it overflows (pmc/pmc.h) */
    bool stores;   /* one that counts, and interrupts nobody: stored.h; most of this is not asked */
    uint32_t most; /* ticks of an interval; the least is 1 */

    /* Makes it ready, interrupts disabled and none coming; `tsc_hz` is not 0, `rate` in Hz. NULL,
       or why it cannot be used. */
    const char *(*open)(uint64_t tsc_hz, unsigned rate);
    uint32_t (*hz)(void);        /* of its ticks; of a steady one, of its interrupts */
    void (*go)(bool yes);        /* of a steady one, which interrupts from then on, or no longer */
    void (*arm)(uint32_t ticks); /* of any other */
    /* No timer: each write to that address traps from then on; to 0, none does. Else NULL. */
    void (*watch)(uint32_t address);
    /* Whether the interrupt is its own, which it then ends. */
    bool (*takes)(const struct trap_frame *frame);
    void (*close)(void);
};

extern const struct sample_source sample_by_pit, sample_by_rtc, sample_by_apic;
extern const struct sample_source sample_by_overflow, sample_by_netburst, sample_by_pm0;
extern const struct sample_source sample_by_watch;
extern const struct sample_source sample_by_store;
