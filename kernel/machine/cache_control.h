/*
 * SPDX-License-Identifier: MIT
 * Enables the first-level caches and tests whether they have an effect.
 */
#pragma once

#include "kernel/machine/processor_identity.h"

/*
 * Enables the caches, as far as software controls them (486 and later), and returns the result:
 * "on"; "off" if CR0 does not retain the setting; "ineffective" if CR0 is set but rereading memory
 * takes the same time as without caches, because the board allows no line to be cached; "none" for
 * a 386. The timing test requires a time-stamp counter and a real processor's clock.
 */
const char *cache_control_enable(const struct cpu *cpu);
