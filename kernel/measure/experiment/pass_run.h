/*
 * SPDX-License-Identifier: MIT
 * Measures a benchmark in one pass of a variant: repeats it until the settings' target is reached.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* How a pass of a variant is measured, and how often. */
struct pass_setting {
    struct measure_setup setup;        /* its number of repetitions is the maximum */
    struct measure_setup over_batches; /* for the sums of batches, if there are several */
    unsigned repetitions;              /* before a target is tested */
    unsigned most_regions;
    bool drops_first; /* the first repetition is repeated */
    bool has_target;  /* continues until the intervals are narrow enough */
    bool may_sum;     /* samples that do not fit in memory may be summed */
    bool settles;     /* continues until disturbances do not affect findings */
};

struct pass_setting pass_run_setting(struct kernel_run *run, const struct benchmark *benchmark,
                                     const struct variant *variant, unsigned pass);

/*
 * The most repetitions of a calibration: more do not change the median of an empty region, and the
 * samples fit in 4 MB of memory.
 */
#define PASS_CALIBRATION_MOST 20000

/* Limits the repetitions of a calibration. */
void pass_run_limit(struct pass_setting *setting, unsigned most);

/* Makes the first repetition and drops it, if that is requested. Returns 0 or an error. */
int pass_run_drop_first(const struct pass_setting *setting, struct measurement *m);

/* How the probes read the counters in a pass of the experiment. */
enum probe_read pass_run_reading(const struct kernel_run *run, const struct schedule_pass *pass);

/*
 * Runs one benchmark with one setting; the samples are in the arena. Returns 0, or a reason that
 * was already reported.
 */
int pass_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                     const struct pass_setting *setting, struct measurement *m);

/*
 * From kernel/measure/summed; not in the small image. summed_samples_begin() begins the measurement
 * anew with a window of samples, after repetition_begin() found too little memory for all. It
 * returns E_MEASURE_MEMORY where the setting needs the samples themselves: for outliers, targets,
 * batches, findings, or to send them. summed_samples_repeat() makes the repetitions, and returns 0
 * or an error of repetition_repeat().
 */
int summed_samples_begin(struct kernel_run *run, const struct pass_setting *setting,
                         struct measurement *m) __attribute__((weak));
int summed_samples_repeat(struct kernel_run *run, const struct pass_setting *setting,
                          struct measurement *m) __attribute__((weak));
