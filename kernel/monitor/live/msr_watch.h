/*
 * SPDX-License-Identifier: MIT
 * Displays MSRs 10h to 13h repeatedly, as PTACH Pro did: the time-stamp counter, CESR and both
 * counters of a Pentium, without changing them.
 */
#pragma once

#include <stdint.h>

#include "pmc/pmc.h"

/*
 * Prints a row every `every_ms`, for `for_ms` (0: until a key). `hz` is the frequency of the
 * time-stamp counter. Returns 0, or -1 after a message if the processor has no such counters.
 */
int msr_watch(const struct pmc *pmc, uint64_t hz, uint32_t every_ms, uint32_t for_ms);
