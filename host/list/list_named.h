/*
 * SPDX-License-Identifier: MIT
 * The events of libraries for counting, which are formulas over a processor's own.
 */
#pragma once

#include "host/list/list.h"

/* As list_events(), of "pcl" or "papi": a table of all processors, or of --cpu the formulas. */
int list_named_events(const struct listing *listing, const char *library);
