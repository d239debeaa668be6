/*
 * SPDX-License-Identifier: MIT
 * Runs one repetition: the warm-up run, then the counted run. It is written in assembly and has a
 * fixed address (linker.ld), so that its effect on caches, TLBs and BTB does not depend on how the
 * rest of the kernel is compiled.
 */
#pragma once

#include <stdint.h>

struct launch {
    void (*run)(void);     /* the benchmark's run(), called as boot/contain.h describes */
    void (*restore)(void); /* called the same way before each run; NULL: no restore() */
    void (*again)(void);   /* called before the next run if a run has set counters itself */
    void *stack_top;
    uint32_t user;         /* 1: ring 3, 0: ring 0 */
    uint32_t cr0;          /* CR0 for each run */
    uint32_t warm, cold;   /* warm: an uncounted run first; cold: empty caches; both 0: neither */
    uint32_t whole;        /* 1: the whole run is region REGIONS */
    uint32_t memory;       /* 1: the benchmark has memory that malloc() hands out */
    void *slots;           /* the first slot of the regions in use */
    uint32_t slots_bytes;  /* size of the slots in use */
    uint64_t begun, ended; /* results: time-stamp counter before and after the counted run */
};

extern struct launch launch;

/*
 * Runs the repetition that `launch` describes. Returns 0, or -1 if a part of the benchmark did not
 * return.
 */
int launch_repetition(void);

/* The end of its stack, of LAUNCH_STACK_BYTES. */
extern const uint8_t launch_stack_top[];
#define LAUNCH_STACK_BYTES 256

/*
 * Addresses in launch_repetition(): after the probe that begins the whole-run region, and at the
 * probe that ends it.
 */
extern const uint8_t launch_counting[], launch_counted[];

/*
 * Empties the branch target buffer by filling it with branches that are not executed elsewhere,
 * writes the caches back and invalidates them, and flushes the TLBs.
 */
void launch_make_cold(void);
