/*
 * SPDX-License-Identifier: MIT
 * After how many of an event a sample is taken, where the settings leave it open: about 1,000 a
 * second, as VTUNE's calibration has it, and a run has no more than are wanted in all.
 */
#pragma once

#include "kernel/sample/sampled.h"

#define EVENT_RATE_HZ 1000

/*
 * That number for `events` of a run of `clocks` on a machine of `hz`, of which `samples` are
 * wanted; up to the next whole one, so that they are no more often.
 */
uint64_t event_rate_choose(uint64_t events, uint64_t clocks, uint64_t hz, unsigned samples);

/*
 * Counts the trigger's event in runs that nothing interrupts: how many there are in one, beside
 * the probes' own. 0, or an error of measure_repeat() in `m`.
 */
int event_rate_count(const struct sampled *sampled, const struct counted *trigger,
                     struct measurement *m, uint64_t *events);
