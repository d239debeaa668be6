/*
 * SPDX-License-Identifier: MIT
 * Sampling sessions whose samples the processor stores itself: nothing interrupts, and there is no
 * skid between the cause and its sample.
 */
#pragma once

#include "kernel/sample/sampled.h"

/* Like sampled_run(), for a source that stores. Returns 0, or an error of measure_repeat(). */
int stored_run(const struct sampled *sampled, const struct session *session,
               struct measure_setup *setup, struct session_end *end, struct measurement *m);

/* Returns NULL, or the reason why the processor stores no samples of that event. */
const char *stored_missing(const struct run *run, const struct counted *event);
