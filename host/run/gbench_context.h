/*
 * SPDX-License-Identifier: MIT
 * A run as the context of Google Benchmark's JSON, for results and for hot spots alike.
 */
#pragma once

#include <jansson.h>

#include "host/run/run.h"

/* Host, executable, platform, clock rate, date: a new object. */
json_t *gbench_context(const struct run *run);
