/*
 * SPDX-License-Identifier: MIT
 * One repetition, from the run that warms the caches to the end of the counted run. It is in
 * assembly, at an address of its own (linker.ld), so that what it leaves in caches, TLBs and BTB is
 * the same however the rest of the kernel is compiled.
 */
#pragma once

#include <stdint.h>

struct launch {
    void (*run)(void);     /* the benchmark's, called as boot/contain.h says */
    void (*restore)(void); /* before each run, likewise; NULL for none */
    void (*again)(void);   /* once a run has set counters itself, before the next run */
    void *stack_top;
    uint32_t user;         /* whether in ring 3 */
    uint32_t cr0;          /* for each run */
    uint32_t warm, cold;   /* an uncounted run first; or emptied caches; or neither */
    uint32_t whole;        /* whether the run as a whole is region REGIONS */
    uint32_t memory;       /* whether it has some that malloc() hands out */
    void *slots;           /* of the regions in use, from the first one */
    uint32_t slots_bytes;  /* to behind the last one */
    uint64_t begun, ended; /* out: time-stamp counter round the counted run */
};

extern struct launch launch;

/* Does what `launch` says. 0, or -1 where something of the benchmark did not return. */
int launch_repetition(void);

/* Addresses in it: behind the probe that begins the run as a whole, and where the one that ends it
   begins. */
extern const uint8_t launch_counting[], launch_counted[];

/*
 * Empties the branch target buffer by filling it with branches that are never met again, writes the
 * caches back and invalidates them, and flushes the TLBs.
 */
void launch_make_cold(void);
