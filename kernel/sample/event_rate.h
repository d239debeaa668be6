/*
 * SPDX-License-Identifier: MIT
 * Chooses the sampling period of an event if the settings do not: about 1,000 samples per second,
 * like VTUNE's calibration, but not more in a run than the total requested.
 */
#pragma once

#include "kernel/sample/sampled.h"

#define EVENT_RATE_HZ 1000

/*
 * Returns the period for a run with that many events and clocks, on a machine of `hz`, if `samples`
 * samples are requested; rounded up, so that samples are not more frequent.
 */
uint64_t event_rate_choose(uint64_t events, uint64_t clocks, uint64_t hz, unsigned samples);

/*
 * Counts the trigger's event in uninterrupted runs: *events is the number in one run, without those
 * of the probes. Returns 0, or an error of repetition_repeat() in `m`.
 */
int event_rate_count(const struct sampled *sampled, const struct pmc_counted *trigger,
                     struct measurement *m, uint64_t *events);
