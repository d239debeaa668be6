/*
 * SPDX-License-Identifier: MIT
 * Lists the events of counter libraries, which are formulas over a processor's own events.
 */
#pragma once

#include "host/commands/list/listing.h"

/*
 * Like list_events(), for the library "pcl" or "papi": a table of all processors, or with --cpu the
 * formulas.
 */
int list_named_events(const struct listing *listing, const char *library);
