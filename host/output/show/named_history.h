/*
 * SPDX-License-Identifier: MIT
 * The history of a named event (host/data/metrics/named_events.h) over all runs of the store. Runs
 * do not store named events, so the value is computed in each run that counted the formula's
 * events.
 */
#pragma once

#include "host/data/store/store.h"

/* As store_history(), and also accepts named events: pcl:PCL_IPC, papi:PAPI_TOT_INS:u. Other names
 * are looked up unchanged. */
int named_history_of(struct store *store, const char *bench, const char *region, const char *event,
                     const char *processor, struct store_history *history);
