/*
 * SPDX-License-Identifier: MIT
 * The board's cache, second-level, of which a Pentium knows nothing: found by time. WBINVD makes a
 * flush cycle on the bus, and what a board does with it is its own affair (Pentium Developer's
 * Manual volume 1, special bus cycles).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/identify_processor.h"

struct board_cache {
    /*
     * "flushed": WBINVD empties it. "displaced": that does not, and board_cache_displace() does.
     * "kept": nor does that. "none": reading a little again is no faster than reading much.
     * "unknown": it was not tried, since this is no Pentium, or an emulated one, whose clock is not
     * its own, or its first-level caches are off.
     */
    const char *state;
    uint32_t kb;       /* a power of two; 0 where none is known of */
    uint32_t reach_mb; /* memory beyond is not in it; 0: all of it is, or may be */
};

/*
 * Finds out, within a second. Call once, with interrupts disabled, before paging is on, and with
 * the first-level caches as `caches` says (kernel/machine/cache_control.h). Memory is read, and
 * where a cache is larger than low memory, some is taken for good.
 */
struct board_cache board_cache_find(const struct cpu *cpu, const char *caches);

/* Whether WBINVD leaves it full, and reading empties it. */
bool board_cache_is_displaced(void);

/*
 * Writes the first-level caches back and fills the board's with memory that no benchmark uses. It
 * takes a read of memory for each line of it.
 */
void board_cache_displace(void);
