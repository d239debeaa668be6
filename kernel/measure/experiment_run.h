/*
 * SPDX-License-Identifier: MIT
 * Runs one experiment: plan, calibration, and every benchmark in every variant and pass, with
 * reports in between.
 */
#pragma once

#include "kernel/settings/config.h"
#include "kernel/machine/processor_identity.h"
#include "kernel/measure/repetition.h"
#include "serial/report.h"
#include "stats/steady.h"

#define RUN_MOST_VARIANTS (2 * ABLATIONS)
#define SAMPLED_COUNTERS  4 /* counters of a pass whose counts fit in a sample */

/* A combination of machine state and disabled feature in which benchmarks are measured. */
struct variant {
    enum state state;
    enum ablate ablate;
    fixed_t *overhead[BY_BOTH]; /* overhead of an empty region, by event; in the arena */
};

/* A self-test as reported. */
struct selftest_outcome {
    char name[24];
    const char *status;
    enum ablate switched; /* the feature whose switch was tested, or ABLATE_NONE */
    struct pmc_selftest result;
};
/* Selectors, counters, RDPMC, additivity of six counters, three switches. */
#define RUN_MOST_TESTS (1 + PMC_MAX_COUNTERS + 1 + 6 + 3)

struct kernel_run {
    const struct config *config;
    const struct pmc *pmc;
    struct report_stream *report;
    uint64_t hz;                    /* frequency of the time-stamp counter; 0 if unknown */
    uint64_t started;               /* time-stamp counter */
    const char *benchmark;          /* the one being measured; NULL between benchmarks */
    bool no_watchdog;               /* the missing watchdog was reported */
    struct disturbance disturbance; /* as observed at the start */

    enum trust_choice trust; /* for counters that are off */
    enum pmc_status counter_status[PMC_MAX_COUNTERS];
    int64_t counter_off[PMC_MAX_COUNTERS]; /* counts beyond the expected number in its self-test */
    uint32_t usable;                       /* mask of counters that count */
    bool rdpmc;                            /* RDPMC works, in ring 3 too */
    struct selftest_outcome tests[RUN_MOST_TESTS];
    unsigned n_tests;
    uint32_t switches_reported; /* mask of enum ablate whose proof was reported */

    struct pmc_counted events[CONFIG_MOST_EVENTS];
    const char *names[CONFIG_MOST_EVENTS]; /* as requested: with modifiers in the arena */
    struct event_place {
        int16_t pass;  /* -1: no counter counts the event */
        uint8_t place; /* index in the pass, and of its samples in a measurement */
        uint8_t counter;
    } place[CONFIG_MOST_EVENTS];  /* by event */
    struct schedule_pass *passes; /* in the arena */
    struct variant variants[RUN_MOST_VARIANTS];
    unsigned n_events, n_passes, n_variants, passes_lower_bound;

    /* Regions already reported as broken, a bit for each. */
    uint32_t broken[(REGIONS + 1 + 31) / 32];

    unsigned benches; /* each case counts as one */
    /* Passes since the start of all experiments, including calibration. */
    unsigned passes_done, passes_total;
    unsigned results, errors;        /* experiments */
    unsigned repetitions, disturbed; /* see struct report_done */
    uint64_t excess;
    /* Replaces the uninterrupted passes: measures one benchmark in one variant; else NULL. */
    int (*measure_variant)(struct kernel_run *run, const struct benchmark *benchmark,
                           struct variant *variant);
    struct work_queue {
        bool on;       /* other machines measure cases of this boot too: work_queue.c */
        uint32_t mine; /* number of this machine's next case */
        uint32_t at;   /* number of the next case, over all experiments */
    } work_queue;
    const char *directory, *arguments; /* for the headings of the report */
    uint32_t features;                 /* the processor's CPUID_... bits */
};

/*
 * Finds the counters that count (selftest.c); holds for all experiments. If must_count is set and
 * no counter counts, the run ends as failed.
 */
void selftest_run(struct kernel_run *run, bool must_count);

/*
 * Tests whether 0, 2, 4 and 8 NOPs between the probes count correctly, on each counter that is
 * used. Call after machine_state_save().
 */
void selftest_additivity(struct kernel_run *run);

/* Reports whether the feature can be switched off; emits the proof once in a run. */
bool selftest_can_ablate(struct kernel_run *run, enum ablate feature);

/*
 * Plans an experiment and returns its number of passes, or -1 after an error record if it is
 * impossible.
 */
int plan_count_passes(struct kernel_run *run, const struct config *config);

/*
 * The number of calibrations of a variant: over a region by probes, and by libp5mon's stubs if
 * linked.
 */
unsigned calibration_count(bool by_region);

/* The maximum number of events in a sampled pass. */
static inline unsigned run_sampled_counters(const struct kernel_run *run)
{
    return run->pmc->counters < SAMPLED_COUNTERS ? run->pmc->counters : SAMPLED_COUNTERS;
}

/*
 * Returns the event whose overflow takes samples or stores them, with its rings. The event is NULL
 * if no overflow does so.
 */
struct pmc_counted plan_trigger(const struct config *config);

/*
 * The steps of an experiment, in order. They return -1 after an error record if the experiment
 * cannot continue.
 */
int plan_experiment(struct kernel_run *run, const struct config *config);
int calibration_run(struct kernel_run *run);
void experiment_run_benchmarks(struct kernel_run *run);

/* How a pass of a variant is measured, and how its batches are summed up if there are several. */
struct pass_setting {
    struct measure_setup setup, over_batches;
};

struct pass_setting experiment_run_setting(struct kernel_run *run,
                                           const struct benchmark *benchmark,
                                           const struct variant *variant, unsigned pass);

/*
 * Runs one benchmark with one setting; the samples are in the arena. Returns 0, or a reason that
 * was already reported.
 */
int experiment_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                           struct pass_setting *setting, struct measurement *m);

/* The probes of other regions inside the regions of a benchmark. The arrays are in the arena. */
struct nested_regions {
    unsigned n_regions;
    const struct measured_region *region; /* [n_regions], of the first pass */
    bool priced;                          /* any region contains probes, and their cost is known: */
    fixed_t *begin_cost, *end_cost;       /* by event, for a warm probe inside another region */
};

/*
 * Finds the nested regions, after the first pass: m is its measurement, and the state of its last
 * repetition is lost. A warning reports that they are unknown.
 */
void nested_regions_find(struct kernel_run *run, struct measurement *m,
                         struct nested_regions *nested);

/* Measures the cost of a nested probe in the events of a pass, if there are nested regions. */
void nested_regions_measure_cost(struct kernel_run *run, const struct variant *v, unsigned pass,
                                 struct nested_regions *nested);

/* Marks a result of event e whose region contains other probes. */
void nested_regions_mark_result(const struct nested_regions *nested, unsigned e,
                                struct report_result *result);

/* How the probes read the counters in a pass of the experiment. */
enum probe_read run_reading(const struct kernel_run *run, const struct schedule_pass *pass);

/* Emits the heartbeat after that many passes. */
void run_tick(struct kernel_run *run, unsigned passes_done);

/* Milliseconds since run->started; 0 if the clock speed is unknown. */
uint32_t run_milliseconds(const struct kernel_run *run);

/*
 * Several virtual Pentiums may share the cases of one boot through a work queue. Each measures the
 * cases whose numbers its port returns, skips the others, and reports its position, so that their
 * records can be merged into the order of a single machine's (host/machines/stream_merge.h).
 * work_queue_begin() detects the queue.
 */
void work_queue_begin(struct kernel_run *run);

/*
 * work_queue_common() starts the part of the report that all machines emit; work_queue_cases() ends
 * it, where the cases begin.
 */
void work_queue_common(struct kernel_run *run);
void work_queue_cases(struct kernel_run *run);

/* Reports whether the next case is this machine's; work_queue_end_case() then ends the case. */
bool work_queue_next_is_ours(struct kernel_run *run);
void work_queue_end_case(struct kernel_run *run);

/* Reports an error: it is counted, and the run ends as failed. */
void run_error(struct kernel_run *run, const char *what);
