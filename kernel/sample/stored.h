/*
 * SPDX-License-Identifier: MIT
 * Sessions whose samples the processor stores by itself: nothing interrupts, and no instruction is
 * between the cause and its sample.
 */
#pragma once

#include "kernel/sample/sampled.h"

/* The same as sampled_run(), of a source that stores. 0, or an error of measure_repeat(). */
int stored_run(const struct sampled *sampled, const struct session *session,
               struct measure_setup *setup, struct session_end *end, struct measurement *m);

/* NULL, or why the processor stores no samples of that event. */
const char *stored_missing(const struct run *run, const struct counted *event);
