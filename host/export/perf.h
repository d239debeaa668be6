/*
 * SPDX-License-Identifier: MIT
 * What perf's two forms have in common, as `perf stat` of Linux 6.1 does it.
 */
#pragma once

#include "host/run/run.h"

/* What stands for the number: "<not supported>" where the counter cannot, else "<not counted>". */
const char *perf_missing(const struct result *result);

/* The standard error of the mean in percent of it, perf's "variance"; NAN for one sample. */
double perf_spread(const struct values *values);
