/*
 * SPDX-License-Identifier: MIT
 * Calibrates the overhead of an empty region: the median of its samples, measured again until it
 * settles, in each machine state in which the experiment's regions are entered.
 */
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/experiment/calibration.h"

#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/overhead.h"
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

/* An empty region that is calibrated in a machine state for a variant. */
struct calibration {
    const struct benchmark *empty;
    const char *of; /* name in the record; NULL: the result determines it */
    enum state state;
    bool reports;              /* the state is the variant's, in which each event has a record */
    bool whole;                /* the whole run is counted, even if the experiment counts regions */
    bool both;                 /* the variant's other state is calibrated too, before this one */
    struct overhead *overhead; /* the result, by event */
};

static void calibration_report(struct kernel_run *run, const struct calibration *c,
                               const struct report_result *empty, unsigned tries, bool settled)
{
    const struct overhead *overhead = &c->overhead[empty->index];
    const bool cold = c->state == STATE_COLD;
    struct report_calibration calibration = {
        .empty = empty,
        .of = c->of ? c->of : result_overhead_of(empty),
        .overhead = cold ? overhead->cold : overhead->warm,
        .other = cold ? overhead->warm : overhead->cold,
        .other_key = !c->both ? NULL
                     : cold   ? "overhead_warm"
                              : "overhead_cold",
        .tries = tries,
        .settled = settled,
    };
    REPORT(run->report, calibration, &calibration);
    if (overhead_note)
        run->tally.overheads += overhead_note(&calibration);
}

/*
 * Stores the overhead that an attempt has found for the events of its pass, and reports it if it
 * has settled or the attempt is the last.
 */
static bool calibration_store(struct kernel_run *run, const struct calibration *c,
                              struct measurement *m, unsigned tries)
{
    bool all = true;
    for (unsigned reporting = 0; reporting < 2; reporting++) {
        for (unsigned e = 0; e < run->plan.n_events; e++) {
            if (run->plan.place[e].pass != (int)(m->setup->pass - run->plan.passes))
                continue;
            struct report_result result = result_of(run, m, 0, e, (struct overhead){0, 0});
            const bool settled = calibration_is_settled(run, m, e, &result);
            all &= settled;
            if (!reporting)
                continue;
            if (c->state == STATE_COLD || !c->both)
                c->overhead[e].cold = result.corrected.median;
            if (c->state == STATE_WARM || !c->both)
                c->overhead[e].warm = result.corrected.median;
            if (c->reports)
                calibration_report(run, c, &result, tries, settled);
            if (!settled)
                calibration_warn_unsettled(run, &result);
        }
        if (!all && tries < CALIBRATION_TRIES)
            return false;
    }
    return all;
}

/* Measures the empty region in pass p until it settles. */
static int calibration_measure(struct kernel_run *run, const struct variant *v,
                               const struct calibration *c, unsigned p)
{
    struct pass_setting setting = pass_run_setting(run, c->empty, v, p);
    setting.setup.announce = setting.over_batches.announce = NULL;
    pass_run_limit(&setting, PASS_CALIBRATION_MOST);
    setting.setup.whole |= c->whole;
    setting.over_batches.whole |= c->whole;
    setting.setup.state = setting.over_batches.state = c->state;
    /* The kernel's code between two repetitions may displace what runs around a benchmark. */
    const bool skip = setting.setup.skip_first && v->state == STATE_WARM && c->state == STATE_WARM;
    setting.setup.skip_first = setting.over_batches.skip_first = skip;
    setting.drops_first |= skip; /* it begins cold */
    bool settled = false;
    for (unsigned tries = 1; !settled && tries <= CALIBRATION_TRIES; tries++) {
        uintptr_t mark = memory_mark();
        struct measurement m;
        if (pass_run_measure(run, c->empty, &setting, &m))
            return -1;
        settled = calibration_store(run, c, &m, tries);
        memory_release(mark);
    }
    return 0;
}

/*
 * Reports whether probes are cold at some entries and warm at others: in the state cold only the
 * first entry in a run is cold, and without uncounted runs only the first repetition begins cold.
 */
static bool calibration_has_both_states(const struct config *config, const struct variant *v)
{
    if (config->experiment == EXPERIMENT_OVERHEAD)
        return false;
    return v->state == STATE_COLD ? config->use_assembly_regions
                                  : config->skip_initialization_run && !config->repeat_first_run;
}

/* Calibrates the overhead of an empty region in a variant, or of an empty run without probes. */
static int calibration_run_variant(struct kernel_run *run, struct variant *v, enum region_by by)
{
    static const struct benchmark *const empties[BY_BOTH] = {
        [BY_PROBE] = &measure_empty, [BY_STUB] = &measure_empty_stub, [BY_NONE] = &measure_nothing};
    const struct benchmark *empty = empties[by];
    if (by == BY_NONE && run->config->program[0])
        empty = &process_empty;
    v->overhead[by] = memory_allocate(run->plan.n_events * sizeof *v->overhead[by]);
    if (!v->overhead[by]) {
        run_error(run, "not enough memory for the calibration; ask for fewer events");
        return -1;
    }
    const struct calibration own = {.empty = empty,
                                    .state = v->state,
                                    .reports = true,
                                    .both = calibration_has_both_states(run->config, v),
                                    .overhead = v->overhead[by]};
    struct calibration other = own;
    other.reports = false;
    other.state = v->state == STATE_COLD ? STATE_WARM : STATE_COLD;
    for (unsigned p = 0; p < run->plan.n_passes; p++) {
        if ((own.both && calibration_measure(run, v, &other, p)) ||
            calibration_measure(run, v, &own, p))
            return -1;
        run_tick(run, run->tally.passes_done + 1);
    }
    return 0;
}

int calibration_run_benchmark(struct kernel_run *run, const struct variant *v,
                              const struct calibrated *calibrated, struct overhead *overhead)
{
    const struct calibration c = {.empty = calibrated->benchmark,
                                  .of = calibrated->of,
                                  .state = v->state,
                                  .reports = calibrated->of != NULL,
                                  .whole = calibrated->whole,
                                  .overhead = overhead};
    for (unsigned p = 0; p < run->plan.n_passes; p++)
        if (calibration_measure(run, v, &c, p))
            return -1;
    return 0;
}

int calibration_run(struct kernel_run *run)
{
    const struct variant *end = run->plan.variants + run->plan.n_variants;
    for (struct variant *v = run->plan.variants; v < end; v++)
        for (enum region_by by = BY_PROBE; by < BY_BOTH; by++)
            if (plan_calibrates(by, run->config->use_assembly_regions) &&
                calibration_run_variant(run, v, by))
                return -1;
    return process_experiment_calibrate ? process_experiment_calibrate(run) : 0;
}
