/*
 * SPDX-License-Identifier: MIT
 * Interface of sampling sources, which interrupt a benchmark so that a sample is taken.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/descriptors.h"
#include "kernel/settings/config.h"

/*
 * A timer is armed for each interval, in ticks of its clock, and interrupts once. A free-running
 * source (`steady`) gets its rate when it is opened.
 */
struct sample_source {
    const char *name; /* as in settings and on the wire */
    bool steady;
    bool counts;   /* not a timer: counter 0, which interrupts on overflow (pmc/pmc.h) */
    bool stores;   /* counts without interrupts: stored_samples.h; most other fields are unused */
    uint32_t most; /* maximum ticks of an interval; the minimum is 1 */

    /*
     * Prepares the source, with interrupts disabled and none pending; `tsc_hz` is not 0, `rate` in
     * Hz, 0 for its highest. Returns NULL, or the reason why it is unavailable. A steady source may
     * be opened again with another rate.
     */
    const char *(*open)(uint64_t tsc_hz, unsigned rate);
    uint32_t (*hz)(void); /* frequency of its ticks; for a steady source, of its interrupts */
    /* Measures the clocks between two interrupts of a steady source; 0 if they do not come. */
    uint64_t (*measure)(void);
    void (*go)(bool yes);        /* starts or stops a steady source */
    void (*arm)(uint32_t ticks); /* for all other sources */
    /* Not a timer: makes each write to that address trap; 0 stops it. NULL for other sources. */
    void (*watch)(uint32_t address);
    /* Reports whether the interrupt is the source's, and ends it in that case. */
    bool (*acknowledge)(const struct trap_frame *frame);
    void (*close)(void);
};

extern const struct sample_source sample_by_pit, sample_by_rtc, sample_by_apic;
extern const struct sample_source sample_by_overflow, sample_by_netburst, sample_by_pm0;
extern const struct sample_source sample_by_watch;
extern const struct sample_source sample_by_store;
