/*
 * SPDX-License-Identifier: MIT
 * Computes the breakdowns of a run's selected regions, with other runs of the same machine from the
 * store.
 */
#pragma once

#include "host/analysis/breakdown/breakdown.h"
#include "host/analysis/breakdown/machine_runs.h"
#include "host/analysis/breakdown/truth.h"
#include "host/data/selection/result_selection.h"

struct region_breakdown {
    const struct result *place;
    struct breakdown breakdown;
    bool has_truth;
    double truth[PARTS_MOST], truth_rest; /* the model's own account */
    double distance;                      /* of the estimate */
};

struct breakdowns {
    const struct run *run;
    struct machine_runs others;
    struct penalties penalties;
    struct debug_image *image;
    struct region_breakdown *all;
    unsigned n;
};

struct breakdown_options {
    const struct result_selection *selection;
    const char *store, *machine, *profile, *kernel; /* or NULL */
    const struct truth *truth;                      /* or NULL */
};

/*
 * Computes one breakdown for each region whose clocks were counted. Returns 0, or -1 after a
 * message.
 */
int region_breakdowns_find(const struct run *run, const struct breakdown_options *options,
                           struct breakdowns *breakdowns);
void region_breakdowns_free(struct breakdowns *breakdowns);

/* Returns the share of the clocks, 0 to 1, that no part explains. */
double breakdown_unexplained(const struct breakdown *breakdown);
