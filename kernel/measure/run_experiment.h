/*
 * SPDX-License-Identifier: MIT
 * The run of one experiment: plan, calibration, and every benchmark in every variant and pass,
 * reported as it goes.
 */
#pragma once

#include "kernel/settings/config.h"
#include "kernel/machine/identify_processor.h"
#include "kernel/measure/repetition.h"
#include "serial/report.h"
#include "stats/steady.h"

#define RUN_MOST_VARIANTS (2 * ABLATIONS)
#define SAMPLED_COUNTERS  4 /* of a pass, whose counts a sample has room for */

/* One way to measure a benchmark; they are measured side by side. */
struct variant {
    enum state state;
    enum ablate ablate;
    fixed_t *overhead[BY_BOTH]; /* of an empty region, by event; in the arena */
};

/* A self-test as it was reported. */
struct selftest_said {
    char name[24];
    const char *status;
    enum ablate switched; /* the feature whose switch was tried, or ABLATE_NONE */
    struct pmc_selftest result;
};
/* Selectors, counters, RDPMC, additivity of six counters, three switches. */
#define RUN_MOST_TESTS (1 + PMC_MAX_COUNTERS + 1 + 6 + 3)

struct run {
    const struct config *config;
    const struct pmc *pmc;
    struct report *report;
    uint64_t hz;                    /* of the time-stamp counter; 0 where not known */
    uint64_t started;               /* time-stamp counter */
    const char *benchmark;          /* the one being measured, NULL between them */
    bool no_watchdog;               /* that there is none has been said */
    struct disturbance disturbance; /* as watched at start */

    enum trust_choice trust; /* for counters that are off */
    enum pmc_status counter_status[PMC_MAX_COUNTERS];
    int64_t counter_off[PMC_MAX_COUNTERS]; /* what its self-test counted beyond what it should */
    uint32_t usable;                       /* mask of counters that count */
    bool rdpmc;                            /* works, in ring 3 too */
    struct selftest_said tests[RUN_MOST_TESTS];
    unsigned n_tests;
    uint32_t switches_said; /* mask of enum ablate whose proof was reported */

    struct counted events[CONFIG_MOST_EVENTS];
    const char
        *names[CONFIG_MOST_EVENTS]; /* as asked for: of an event with modifiers in the arena */
    struct place {
        int16_t pass;  /* -1: no counter counts it */
        uint8_t place; /* in the pass, and of its samples in a measurement */
        uint8_t counter;
    } place[CONFIG_MOST_EVENTS]; /* by event */
    struct pass *passes;         /* in the arena */
    struct variant variants[RUN_MOST_VARIANTS];
    unsigned n_events, n_passes, n_variants, passes_lower_bound;

    uint32_t broken[(REGIONS + 1 + 31) / 32]; /* regions already reported so, a bit for each */

    unsigned benches;                   /* cases are counted one by one */
    unsigned passes_done, passes_total; /* calibration's too; these and the next over all */
    unsigned results, errors;           /* experiments */
    unsigned repetitions, disturbed;    /* see struct report_done */
    uint64_t excess;
    /* In place of passes that nothing interrupts: one benchmark in one variant; else NULL. */
    int (*measure_variant)(struct run *run, const struct benchmark *benchmark,
                           struct variant *variant);
    struct deal {
        bool on;       /* other machines measure cases of this boot too: deal.c */
        uint32_t mine; /* the number of the next case that is this one's, */
        uint32_t at;   /* and of the next one there is, over all experiments */
    } deal;
    const char *directory, *arguments; /* for the report's headings */
    uint32_t features;                 /* of the processor: CPUID_... */
};

/*
 * Which counters count (selftest.c); holds for all experiments. Where one must_count and none does
 * the run ends as failed.
 */
void run_selftest(struct run *run, bool must_count);

/*
 * Whether 0, 2, 4 and 8 NOPs between the probes count as many, on each counter that is used. Once
 * the machine's state is kept (machine_keep()).
 */
void run_additivity(struct run *run);

/* Whether the feature can be switched off, which is said once a run. */
bool run_can_ablate(struct run *run, enum ablate feature);

/*
 * Finds out what an experiment will do, and returns in how many passes. -1: it cannot be done; an
 * error record has said why.
 */
int run_count_passes(struct run *run, const struct config *config);

/* How often a variant is calibrated: over a region by probes, and by libp5mon's stubs if linked. */
unsigned run_calibrations(bool by_region);

/* How many events a pass that is sampled has at most. */
static inline unsigned run_sampled_counters(const struct run *run)
{
    return run->pmc->counters < SAMPLED_COUNTERS ? run->pmc->counters : SAMPLED_COUNTERS;
}

/* The event whose overflow takes samples, or has them stored, in its rings; of NULL: there is none.
 */
struct counted run_trigger(const struct config *config);

/* The steps of an experiment, in order. -1: it cannot go on; an error record has said why. */
int run_plan(struct run *run, const struct config *config);
int run_calibrate(struct run *run);
void run_benchmarks(struct run *run);

/* How a pass of a variant is measured, and how its batches are summed up where there are several.
 */
struct setting {
    struct measure_setup setup, over_batches;
};

struct setting setting_of(struct run *run, const struct benchmark *benchmark,
                          const struct variant *variant, unsigned pass);

/*
 * Runs one benchmark in one setting, its samples in the arena. 0, or why it failed, which was
 * reported.
 */
int measure_setting(struct run *run, const struct benchmark *benchmark, struct setting *setting,
                    struct measurement *m);

/* What the regions of a benchmark hold of each other's probes. The arrays are in the arena. */
struct inner {
    unsigned n_regions;
    const struct measured_region *region; /* [n_regions], of the first pass */
    bool priced;                          /* any do, and what a probe costs is told: */
    fixed_t *begin_cost, *end_cost;       /* by event, inside another region and warm */
};

/*
 * Finds out, behind the first pass: m is what it measured, and what its last repetition left is
 * gone. A warning says that it could not be found out.
 */
void inner_find(struct run *run, struct measurement *m, struct inner *inner);

/* What a probe costs in the events of a pass, where there are any in others. */
void inner_price(struct run *run, const struct variant *v, unsigned pass, struct inner *inner);

/* Marks a result of event e whose region holds any. */
void inner_note(const struct inner *inner, unsigned e, struct report_result *result);

/* What the probes read with in a pass of the experiment. */
enum reading run_reading(const struct run *run, const struct pass *pass);

/* So many passes are done: the heartbeat. */
void run_tick(struct run *run, unsigned passes_done);

/* Milliseconds since run->started; 0 where the clock's speed is not known. */
uint32_t run_milliseconds(const struct run *run);

/*
 * Several virtual Pentiums may share the cases of one boot: each measures those whose numbers its
 * port gives it, goes past the others, and says where it is, so that their records can be put into
 * the order of one machine's (host/target/merge.h). deal_begin() finds out whether it is so.
 */
void deal_begin(struct run *run);

/* What is said from here on is said by all of them; up to here, where cases begin. */
void deal_common(struct run *run);
void deal_cases(struct run *run);

/* Whether the next case is this machine's; if so deal_done() ends it. */
bool deal_takes(struct run *run);
void deal_done(struct run *run);

/* Reports that something went wrong: it counts, and the run ends as failed. */
void run_error(struct run *run, const char *what);
