/*
 * SPDX-License-Identifier: MIT
 * Which counters a write to a model-specific register changes. Not in the small image.
 */
#pragma once

#include "pmc/pmc.h"

/* Reports whether `msr` is a counter of the processor, or selects what is counted. */
bool counter_registers_include(const struct pmc *pmc, uint32_t msr);

/*
 * The counters whose counts are wrong after WRMSR has written to register `msr`, as a mask: that
 * counter, or all if the selection has changed. `before` and `value` are the low halves of its
 * former and its new value.
 */
uint32_t counter_registers_written(const struct pmc *pmc, uint32_t msr, uint32_t before,
                                   uint32_t value);
