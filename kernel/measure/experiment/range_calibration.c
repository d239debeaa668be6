/*
 * SPDX-License-Identifier: MIT
 * Calibrates the ranges of counts of probes from medians over regions of the same code in different
 * states.
 */
#include "kernel/measure/experiment/range_calibration.h"

#include "kernel/machine/memory.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/experiment/probe_ranges.h"
#include "kernel/measure/result.h"
#include "pmc/uncounted/displaced_probes.h"
#include "pmc/uncounted/end_states.h"

/* The regions of pmc/uncounted/displaced_probes.h, warm in each state. */
static const struct benchmark displaced_probes = {
    .name = "displaced probes", .text = "a displaced stack", .run = displaced_probe_regions};

/* The regions of pmc/uncounted/end_states.h, for a processor that executes out of order. */
static const struct benchmark warm_ends = {
    .name = "end states", .text = "offsets of end probes", .run = end_state_regions};
static const struct benchmark cold_ends = {.name = "cold end states",
                                           .text = "end probes not in the code cache",
                                           .run = end_state_regions_cold,
                                           .setup = end_state_setup};

/*
 * Enough for a median that two disturbed ones do not change. Even: where counts alternate, as on a
 * K7, the median is between them.
 */
#define MOST_REPETITIONS 6
#define MOST_OF_ENDS     4 /* the least of many regions is sought: one disturbed one is enough */
#define COUNTERS_OF_P6   2
#define MOST_CALIBRATED  32 /* regions */

_Static_assert(DISPLACED_PROBE_REGIONS <= MOST_CALIBRATED && END_STATE_REGIONS <= MOST_CALIBRATED,
               "an array has a median for each calibrated region");

/* Medians over calibrated regions, without a correction, by an event's place in the pass. */
typedef fixed_t calibrated_medians[PMC_MAX_COUNTERS][MOST_CALIBRATED];

/* Measures the events of a pass over the regions of a benchmark. */
static int range_calibration_measure(struct kernel_run *run, const struct variant *v, unsigned pass,
                                     const struct benchmark *of, unsigned most_repetitions,
                                     calibrated_medians median)
{
    uintptr_t mark = memory_mark();
    struct pass_setting setting = pass_run_setting(run, of, v, pass);
    setting.setup.announce = setting.over_batches.announce = NULL;
    setting.most_regions = REGIONS;
    pass_run_limit(&setting, most_repetitions);
    struct measurement m;
    int failed = pass_run_measure(run, of, &setting, &m);
    for (unsigned e = 0; e < run->plan.n_events && !failed; e++)
        for (unsigned r = 0; r < m.n_regions && run->plan.place[e].pass == (int)pass; r++)
            median[run->plan.place[e].place][r] = result_raw_median(run, &m, r, e);
    memory_release(mark);
    return failed ? -1 : 0;
}

static void range_calibration_store(const fixed_t displaced[], fixed_t overhead,
                                    struct probe_range *range)
{
    range->displaced = displaced[DISPLACED_PROBE_STACK] - displaced[DISPLACED_PROBE_ELSEWHERE];
    range->reloaded = displaced[DISPLACED_PROBE_BEFORE] - displaced[DISPLACED_PROBE_ELSEWHERE];
    range->in_cache = displaced[DISPLACED_PROBE_EMPTY] - overhead;
}

/*
 * The overhead is that of one state; in others the end probe counts less or more. A region itself
 * takes no longer than one that contains more NOPs, so what it counts beyond the least of those is
 * its end's.
 */
static void range_calibration_store_ends(const fixed_t warm[], const fixed_t cold[],
                                         fixed_t overhead, struct probe_range *range)
{
    fixed_t least_of_longer = warm[END_STATE_REGIONS - 1];
    fixed_t least_warm_of_longer = least_of_longer;
    for (unsigned r = END_STATE_REGIONS; r--;) {
        const fixed_t least = warm[r] < cold[r] ? warm[r] : cold[r];
        const fixed_t most = warm[r] < cold[r] ? cold[r] : warm[r];
        if (least - overhead < range->in_cache)
            range->in_cache = least - overhead;
        if (least < least_of_longer)
            least_of_longer = least;
        if (most - least_of_longer > range->longer)
            range->longer = most - least_of_longer;
        if (warm[r] < least_warm_of_longer)
            least_warm_of_longer = warm[r];
        if (warm[r] - least_warm_of_longer > range->longer_in_cache)
            range->longer_in_cache = warm[r] - least_warm_of_longer;
    }
    range->cold = cold[0] - warm[0];
}

int range_calibration_run(struct kernel_run *run, const struct variant *v, unsigned pass)
{
    uintptr_t mark = memory_mark();
    fixed_t(*displaced)[MOST_CALIBRATED] = memory_allocate(sizeof(calibrated_medians));
    int failed = -1;
    if (!displaced)
        run_error(run, "not enough memory for the ranges of probes; ask for fewer events");
    else
        failed =
            range_calibration_measure(run, v, pass, &displaced_probes, MOST_REPETITIONS, displaced);
    for (unsigned e = 0; e < run->plan.n_events && !failed; e++)
        if (run->plan.place[e].pass == (int)pass)
            range_calibration_store(displaced[run->plan.place[e].place],
                                    v->overhead[BY_PROBE][e].warm, &v->probe_ranges->event[e]);
    memory_release(mark);
    return failed;
}

/* Measures the end states in a pass. */
static int range_calibration_measure_ends(struct kernel_run *run, const struct variant *v,
                                          unsigned pass)
{
    uintptr_t mark = memory_mark();
    fixed_t(*warm)[MOST_CALIBRATED] = memory_allocate(sizeof(calibrated_medians));
    fixed_t(*cold)[MOST_CALIBRATED] = memory_allocate(sizeof(calibrated_medians));
    int failed = -1;
    if (!warm || !cold)
        run_error(run, "not enough memory for the ranges of probes; ask for fewer events");
    else
        failed = range_calibration_measure(run, v, pass, &warm_ends, MOST_OF_ENDS, warm) ||
                 range_calibration_measure(run, v, pass, &cold_ends, MOST_OF_ENDS, cold);
    for (unsigned e = 0; e < run->plan.n_events && !failed; e++) {
        const unsigned place = run->plan.place[e].place;
        if (run->plan.place[e].pass == (int)pass)
            range_calibration_store_ends(warm[place], cold[place], v->overhead[BY_PROBE][e].warm,
                                         &v->probe_ranges->event[e]);
    }
    memory_release(mark);
    return failed;
}

void range_calibration_run_ends(struct kernel_run *run, const struct variant *v, unsigned pass)
{
    const size_t former = bench_memory_exchange(END_STATE_MEMORY);
    end_state_half = run->pmc->counters == COUNTERS_OF_P6;
    if (!range_calibration_run(run, v, pass))
        (void)range_calibration_measure_ends(run, v, pass);
    for (unsigned e = 0; e < run->plan.n_events; e++)
        v->probe_ranges->event[e].known |= run->plan.place[e].pass == (int)pass;
    bench_memory_exchange(former);
}
