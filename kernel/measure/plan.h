/*
 * SPDX-License-Identifier: MIT
 * Plans an experiment: which benchmarks, which variants, which events in which pass.
 */
#pragma once

#include "kernel/measure/repetition.h"
#include "pmc/schedule.h"
#include "stats/fixed.h"

#define PLAN_MOST_VARIANTS (2 * ABLATIONS)
#define SAMPLED_COUNTERS   SCHEDULE_MOST_READ

/*
 * The overhead of an empty region in an event: at the first entry of the first region in a run that
 * begins with cold caches, and at any other entry.
 */
struct overhead {
    fixed_t cold, warm;
};

struct probe_ranges;

/* A combination of machine state and disabled feature in which benchmarks are measured. */
struct variant {
    enum state state;
    enum ablate ablate;
    struct overhead *overhead[BY_BOTH]; /* by event; in the arena */
    /* For a program: what a system call adds to the counts of ring 3, by event; else NULL. */
    fixed_t *call_cost;
    struct probe_ranges *probe_ranges; /* NULL for whole runs, which have none */
};

struct plan {
    struct pmc_counted events[CONFIG_MOST_EVENTS];
    const char *names[CONFIG_MOST_EVENTS]; /* as requested: with modifiers in the arena */
    struct event_place {
        int16_t pass;  /* -1: no counter counts the event */
        uint8_t place; /* index in the pass, and of its samples in a measurement */
        uint8_t counter;
    } place[CONFIG_MOST_EVENTS];  /* by event */
    struct schedule_pass *passes; /* in the arena */
    struct variant variants[PLAN_MOST_VARIANTS];
    unsigned n_events, n_passes, n_variants, passes_lower_bound;
    unsigned benches; /* each case counts as one */
};

struct kernel_run;

/*
 * Plans an experiment and returns its number of passes, or -1 after an error record if it is
 * impossible.
 */
int plan_count_passes(struct kernel_run *run, const struct config *config);

/*
 * Makes and reports the plan of an experiment, and sets the watchdog. Returns -1 after an error
 * record if the experiment is impossible.
 */
int plan_experiment(struct kernel_run *run, const struct config *config);

/*
 * From experiment/further_plan.c, which the small image lacks: assigns the counted events to
 * run->plan.passes, also those of families with their own notation and in groups by hand, and sets
 * the lower bound of the passes. Returns the number of passes, or -1 after reporting an error.
 */
int further_plan_assign(struct kernel_run *run, uint32_t usable, bool sampled,
                        struct pmc_counted counted[], unsigned n) __attribute__((weak));

/*
 * Reports whether a variant needs the overhead of an empty region of this kind: by probes, and by
 * libp5mon's stubs if a benchmark may call them; for whole runs also that of a run without probes.
 */
bool plan_calibrates(enum region_by by, bool by_region);

/* Returns the number of empty regions or runs that a variant calibrates. */
unsigned plan_calibrations(bool by_region);

/* Returns the number of passes of experiment=overhead (experiment/overhead.c), which is planned. */
unsigned overhead_passes(const struct kernel_run *run) __attribute__((weak));

/*
 * Returns the event whose overflow takes samples or stores them, with its rings. The event is NULL
 * if no overflow does so.
 */
struct pmc_counted plan_trigger(const struct config *config);

/* The maximum number of events in a sampled pass. */
static inline unsigned plan_sampled_counters(const struct pmc *pmc)
{
    return pmc->counters < SAMPLED_COUNTERS ? pmc->counters : SAMPLED_COUNTERS;
}
