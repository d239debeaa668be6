/*
 * SPDX-License-Identifier: MIT
 * Detects the board's second-level cache by timing, since a Pentium does not know it. WBINVD makes
 * a flush cycle on the bus; the board decides how to respond (Pentium Developer's Manual volume 1,
 * special bus cycles).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/processor_identity.h"

struct board_cache {
    /*
     * "flushed": WBINVD empties it. "displaced": WBINVD does not, but board_cache_displace() does.
     * "kept": neither does. "none": rereading a small area is no faster than rereading a large one.
     * "unknown": not tried, because the processor is not a Pentium, or is emulated with the host's
     * clock, or its first-level caches are off.
     */
    const char *state;
    uint32_t kb;       /* a power of two; 0 if no cache is known */
    uint32_t reach_mb; /* memory above this address is not cached; 0: all is, or may be */
};

/*
 * Detects the cache, within a second. Call once, with interrupts disabled, before paging is on, and
 * with the first-level caches in the state `caches` (kernel/machine/cache_control.h). Reads memory;
 * if the cache is larger than low memory, allocates some permanently.
 */
struct board_cache board_cache_find(const struct cpu *cpu, const char *caches);

/* Reports whether WBINVD leaves the cache full, and reading memory empties it. */
bool board_cache_is_displaced(void);

/*
 * Writes the first-level caches back and fills the board's cache with memory that no benchmark
 * uses. This reads memory once for each line of the cache.
 */
void board_cache_displace(void);
