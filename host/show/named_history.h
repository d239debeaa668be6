/*
 * SPDX-License-Identifier: MIT
 * A named event (host/metrics/named_events.h) through all runs of the store: no run keeps it, so it
 * is worked out in each that counted its formula's events.
 */
#pragma once

#include "host/store/store.h"

/* store_history() for any event, such a name among them: pcl:PCL_IPC, papi:PAPI_TOT_INS:u. A text
 * that is neither library's is looked up as it is. */
int history_of(struct store *store, const char *bench, const char *region, const char *event,
               const char *processor, struct store_history *history);
