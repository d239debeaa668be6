/*
 * SPDX-License-Identifier: MIT
 * Makes results of calibrations. They are not in the log, so they are neither stored nor counted
 * among the run's results.
 */
#include "host/data/metrics/overhead_results.h"

#include <string.h>

#define GROUP "overhead/" /* of the names; no benchmark of the kernel has it */

bool overhead_results_has(const struct result *result)
{
    return !strncmp(result->bench, GROUP, strlen(GROUP));
}

static bool overhead_results_of_plan(const struct run *run, unsigned plan)
{
    for (unsigned i = 0; i < run->n_overheads; i++)
        if (run->overheads[i].plan == plan)
            return true;
    return false;
}

/* Returns the name of a benchmark that stands for the calibration. If an earlier table has the same
 * place, its counters were read by another instruction, which the name then has. */
static const char *overhead_results_bench(struct run *run, const struct calibration *calibration)
{
    for (unsigned i = 0; i < run->n_calibrations; i++) {
        const struct calibration *earlier = &run->calibrations[i];
        if (earlier->plan < calibration->plan && earlier->event == calibration->event &&
            earlier->ring == calibration->ring && earlier->state == calibration->state &&
            earlier->of == calibration->of && earlier->read_by != calibration->read_by &&
            overhead_results_of_plan(run, earlier->plan))
            return string_set_print(&run->strings, GROUP "%s:read_by=%s", calibration->of,
                                    calibration->read_by);
    }
    return string_set_print(&run->strings, GROUP "%s", calibration->of);
}

/* Without the interval of old runs, the count is that of one sample: the median. */
static void overhead_results_add_one(struct run *run, const struct calibration *calibration)
{
    const double overhead = calibration->overhead;
    const struct values median = {
        1,       run->plans[calibration->plan].level, overhead, 0, 0, overhead, overhead, overhead,
        overhead};
    const bool region = !strcmp(calibration->of, "region") || !strcmp(calibration->of, "stub");
    const struct values values = calibration->values.n ? calibration->values : median;
    struct result result = {
        .plan = calibration->plan,
        .bench = overhead_results_bench(run, calibration),
        .region = region ? 0 : RUN_WHOLE,
        .event = calibration->event,
        .index = calibration->index,
        .code = calibration->code,
        .counter = calibration->counter,
        .ring = calibration->ring,
        .state = calibration->state,
        .ablate = calibration->ablate,
        .paging = run->plans[calibration->plan].paging,
        .values = values,
        .entries = 1,
        .exits = 1,
        .raw = values.mean,
        .per_entry = values.mean,
        .status = string_set_print(&run->strings, "ok"),
    };
    *run_add_result(run) = result;
}

unsigned overhead_results_count(const struct run *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_calibrations; i++)
        n += overhead_results_of_plan(run, run->calibrations[i].plan);
    return n;
}

void overhead_results_add(struct run *run)
{
    for (unsigned i = 0; run && i < run->n_calibrations; i++)
        if (overhead_results_of_plan(run, run->calibrations[i].plan))
            overhead_results_add_one(run, &run->calibrations[i]);
}
