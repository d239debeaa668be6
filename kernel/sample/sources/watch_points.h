/*
 * SPDX-License-Identifier: MIT
 * Traps writes to memory through the processor's four debug registers (Intel SDM volume 3, 17.2).
 */
#pragma once

#include "kernel/settings/config.h"

/*
 * Returns how many bytes a debug register watches at that address: 1, 2 or 4, as its alignment
 * permits.
 */
uint32_t watch_points_bytes(uint32_t address);

/*
 * Makes a write to any of `n` watches, at most four, trap after the writing instruction; n = 0
 * disables all. machine_state_restore() disables them after each run.
 */
void watch_points_set(const struct address_watch *watches, unsigned n);

/*
 * For the handler of a debug exception: returns a bit for each watch that was written, and clears
 * it in DR6.
 */
uint32_t watch_points_hit(void);
