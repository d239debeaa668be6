/*
 * SPDX-License-Identifier: MIT
 * The passes or groups of an experiment, from the scheduler that the kernel uses, for a processor
 * whose counters all work.
 */
#pragma once

#include "kernel/settings/config.h"
#include "pmc/schedule.h"

struct pass_plan {
    struct schedule_pass *passes; /* n_passes; the last may read only the time-stamp counter */
    unsigned n_passes, n_events;  /* events that are counted, and the time stamp */
    unsigned n_groups;            /* passes that count events */
    unsigned lower_bound;         /* of the number of passes without groups by hand */
    uint32_t usable;              /* counters of these passes, as a mask */
    enum schedule_for use;
    struct pmc_counted trigger; /* the event whose overflow interrupts, or NULL */
    struct pmc_counted *counted;
};

/*
 * Plans an experiment. Returns 0, or -1 with a message in error[size]. pass_plan_free() frees the
 * plan in both cases.
 */
int pass_plan_make(struct pass_plan *plan, const struct config *config, const struct pmc *pmc,
                   char *error, size_t size);
void pass_plan_free(struct pass_plan *plan);

/* Returns whether the experiment interrupts the benchmarks. */
bool pass_plan_is_sampled(const struct config *config);
