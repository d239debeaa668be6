/*
 * SPDX-License-Identifier: MIT
 * Calibrates the overhead of an empty region: the median of its samples, measured again until it
 * settles.
 */
#include "kernel/measure/experiment/calibration.h"

#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/result.h"

/* Number of attempts, if interrupts of the machine make a measurement unusable. */
#define CALIBRATION_TRIES 4

/*
 * Reports whether the samples are usable: at least half of them are within one count or a sixteenth
 * of the median, and not all are disturbed.
 */
static bool calibration_is_settled(struct kernel_run *run, const struct measurement *m, unsigned e,
                                   const struct report_result *empty)
{
    fixed_t near = empty->corrected.median / 16;
    struct steady steady;
    return empty->mad <= (near > FIXED_ONE ? near : FIXED_ONE) &&
           !result_steady(&run->disturbance, m, 0, run->plan.place[e].place, 0, &steady) &&
           steady.sure;
}

static void calibration_warn_unsettled(struct kernel_run *run, const struct report_result *empty)
{
    char text[200];
    format(text, sizeof text,
           "the overhead of an empty region in %s (%s, %s, ablate %s) did not settle in %u tries: "
           "do not trust results of this event",
           empty->event, empty->ring, empty->state, empty->ablate, CALIBRATION_TRIES);
    REPORT(run->report, warning, run->config->warn_file, text);
}

/*
 * Stores the overhead that an attempt has found for the events of its pass, and reports it if it
 * has settled or the attempt is the last.
 */
static bool calibration_store(struct kernel_run *run, struct variant *v, enum region_by by,
                              const struct measurement *m, unsigned tries)
{
    bool all = true;
    for (unsigned reporting = 0; reporting < 2; reporting++) {
        for (unsigned e = 0; e < run->plan.n_events; e++) {
            if (run->plan.place[e].pass != (int)(m->setup->pass - run->plan.passes))
                continue;
            struct report_result result = result_of(run, m, 0, e, 0);
            struct report_calibration calibration = {&result, result.corrected.median, tries,
                                                     calibration_is_settled(run, m, e, &result)};
            all &= calibration.settled;
            if (!reporting)
                continue;
            v->overhead[by][e] = calibration.overhead;
            REPORT(run->report, calibration, &calibration);
            if (!calibration.settled)
                calibration_warn_unsettled(run, &result);
        }
        if (!all && tries < CALIBRATION_TRIES)
            return false;
    }
    return all;
}

/* Calibrates the overhead of an empty region in a variant, or of an empty run without probes. */
static int calibration_measure(struct kernel_run *run, struct variant *v, enum region_by by)
{
    static const struct benchmark *const empties[BY_BOTH] = {
        [BY_PROBE] = &measure_empty, [BY_STUB] = &measure_empty_stub, [BY_NONE] = &measure_nothing};
    const struct benchmark *empty = empties[by];
    v->overhead[by] = memory_allocate(run->plan.n_events * sizeof *v->overhead[by]);
    if (!v->overhead[by]) {
        run_error(run, "not enough memory for the calibration; ask for fewer events");
        return -1;
    }
    for (unsigned p = 0; p < run->plan.n_passes; p++) {
        struct pass_setting setting = pass_run_setting(run, empty, v, p);
        setting.setup.announce = setting.over_batches.announce = NULL;
        bool settled = false;
        for (unsigned tries = 1; !settled && tries <= CALIBRATION_TRIES; tries++) {
            uintptr_t mark = memory_mark();
            struct measurement m;
            if (pass_run_measure(run, empty, &setting, &m))
                return -1;
            settled = calibration_store(run, v, by, &m, tries);
            memory_release(mark);
        }
        run_tick(run, run->tally.passes_done + 1);
    }
    return 0;
}

int calibration_run(struct kernel_run *run)
{
    const struct variant *end = run->plan.variants + run->plan.n_variants;
    for (struct variant *v = run->plan.variants; v < end; v++)
        for (enum region_by by = BY_PROBE; by < BY_BOTH; by++)
            if (plan_calibrates(by, run->config->use_assembly_regions) &&
                calibration_measure(run, v, by))
                return -1;
    return 0;
}
