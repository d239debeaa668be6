/*
 * SPDX-License-Identifier: MIT
 * Logical counters of the multiplexed session that is running, for logical_count() of bench.h:
 * more events than the processor has counters, each estimated from the slices so far.
 */
#pragma once

#include "kernel/sample/sampled.h"

/* Call before and after each session. */
void logical_counters_begin(const struct sampled *sampled);
void logical_counters_end(void);
