/*
 * SPDX-License-Identifier: MIT
 * Writes a run as the context object of Google Benchmark's JSON, for results and for hot spots.
 */
#pragma once

#include <jansson.h>

#include "host/data/run/run.h"

/* Returns a new object with host, executable, platform, clock rate and date. */
json_t *gbench_context(const struct run *run);
