/*
 * SPDX-License-Identifier: MIT
 * Sampling sessions whose samples the processor stores itself: nothing interrupts, and there is no
 * skid between the cause and its sample.
 */
#pragma once

#include "kernel/sample/sampled.h"

/*
 * Like sampling_run_session(), for a source that stores. Returns 0, or an error of
 * repetition_repeat().
 */
int stored_samples_run(const struct sampled *sampled, const struct session *session,
                       struct measure_setup *setup, struct session_end *end, struct measurement *m);

/* Returns NULL, or the reason why the processor stores no samples of that event. */
const char *stored_samples_missing(const struct kernel_run *run, const struct pmc_counted *event);
