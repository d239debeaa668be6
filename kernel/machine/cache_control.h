/*
 * SPDX-License-Identifier: MIT
 * The first-level caches: turned on, and tried.
 */
#pragma once

#include "kernel/machine/identify_processor.h"

/*
 * Turns them on as far as the processor lets software say (486 and later), and returns what came of
 * it: "on"; "off" where CR0 does not keep it; "ineffective" where CR0 says on, but reading memory
 * again takes as long as without them, since the board allows no line to be cached; "none" of a
 * 386. Time is compared where there is a time-stamp counter and the clock is a processor's.
 */
const char *caches_enable(const struct cpu *cpu);
