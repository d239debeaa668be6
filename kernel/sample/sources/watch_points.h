/*
 * SPDX-License-Identifier: MIT
 * Writes to memory that trap: the processor's four debug registers (Intel SDM volume 3, 17.2).
 */
#pragma once

#include "kernel/settings/config.h"

/* A debug register watches 1, 2 or 4 bytes that lie on a boundary of as many: how many there. */
uint32_t watch_points_bytes(uint32_t address);

/* Has a write to any of `n`, four at most, trap behind the instruction that does it; 0: none do.
   The kernel ends that behind each run (machine_restore()). */
void watch_points_set(const struct watch *watches, unsigned n);

/* In the handler of a debug exception: which of them were written, a bit each; none of them is
   told again. */
uint32_t watch_points_hit(void);
