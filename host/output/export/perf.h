/*
 * SPDX-License-Identifier: MIT
 * Common functions of the two perf formats, in the conventions of `perf stat` of Linux 6.1.
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Returns the text for a missing number: "<not supported>" if the counter cannot count the event,
 * otherwise "<not counted>".
 */
const char *perf_missing(const struct result *result);

/*
 * Returns the standard error of the mean in percent of the mean, perf's "variance"; NAN for one
 * sample.
 */
double perf_spread(const struct values *values);
