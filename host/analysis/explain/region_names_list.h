/*
 * SPDX-License-Identifier: MIT
 * The message for a region that does not exist: it lists those that do.
 */
#pragma once

#include "host/analysis/loop/bench_watch.h"
#include "host/analysis/loop/region_account.h"

/* Prints it for the regions of a run, whose benchmarks or program are in `watch`. */
void region_names_list_missing(struct bench_watch *watch, const struct region_accounts *accounts,
                               const char *region);
