/*
 * SPDX-License-Identifier: MIT
 * Repeats a benchmark: once per repetition and batch, and more often until a target is reached.
 */
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/experiment/pass_run.h"

#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/announcements.h"
#include "kernel/measure/experiment/counter_writes.h"
#include "kernel/measure/failure.h"
#include "kernel/measure/result.h"

/* ---- settings of a pass ---------------------------------------------------------------------- */

/* Factor for the number of repetitions on a disturbed machine. */
#define MORE_IF_DISTURBED 4

/* A program's run() enters ring 3 itself. */
static enum ring pass_run_ring(const struct config *config, const struct benchmark *benchmark)
{
    const bool is_program = config->program[0] && benchmark->run == process_enter;
    return is_program ? RING_KERNEL : config_probe_ring(config);
}

enum probe_read pass_run_reading(const struct kernel_run *run, const struct schedule_pass *pass)
{
    if (pass->time_stamp)
        return READ_BY_RDTSC;
    if (run->selftests.rdpmc && run->config->probes != PROBES_RDMSR)
        return READ_BY_RDPMC;
    return config_probe_ring(run->config) == RING_USER ? READ_BY_GATE : READ_BY_RDMSR;
}

/*
 * The maximum number of repetitions: more than requested only if a target is set, or if the machine
 * is disturbed and the benchmark infers a finding.
 */
static unsigned pass_run_most_repetitions(const struct config *config, bool settles)
{
    if (config_has_target(config) && config->batches == 1 &&
        config->max_repetitions > config->repetitions)
        return config->max_repetitions;
    return settles ? MORE_IF_DISTURBED * config->repetitions : config->repetitions;
}

struct pass_setting pass_run_setting(struct kernel_run *run, const struct benchmark *benchmark,
                                     const struct variant *variant, unsigned pass)
{
    const struct config *config = run->config;
    struct pass_setting setting = {
        .repetitions = config->repetitions,
        .most_regions = config->max_regions,
        .drops_first = config->repeat_first_run,
        .has_target = config_has_target(config),
        .settles = run->disturbance.every && config->batches == 1 && benchmark->conclude &&
                   config->repetitions <= CONFIG_MOST_REPETITIONS / MORE_IF_DISTURBED,
    };
    setting.setup = (struct measure_setup){
        .pmc = run->pmc,
        .pass = &run->plan.passes[pass],
        .ring = pass_run_ring(config, benchmark),
        .reading = pass_run_reading(run, &run->plan.passes[pass]),
        .state = variant->state,
        .ablate = variant->ablate,
        .whole = !config->use_assembly_regions,
        .skip_first = config->skip_initialization_run,
        .repetitions = pass_run_most_repetitions(config, setting.settles),
        .apart = run->disturbance.every,
        .announce = config->verbose_level ? announcements_repetition : NULL,
        .announce_to = run,
    };
    setting.over_batches = setting.setup;
    setting.over_batches.repetitions = config->batches;
    return setting;
}

void pass_run_limit(struct pass_setting *setting, unsigned most)
{
    if (setting->repetitions > most)
        setting->repetitions = setting->setup.repetitions = most;
}

/* ---- repetitions ----------------------------------------------------------------------------- */

/* Implements repeat_first_run. */
int pass_run_drop_first(const struct pass_setting *setting, struct measurement *m)
{
    if (!setting->drops_first)
        return 0;
    int failed = repetition_repeat(m, 1);
    m->repetitions = 0;
    return failed;
}

/* Reports whether more repetitions may yield undisturbed samples of a region. */
static bool pass_run_may_settle(const struct disturbance *disturbance, const struct measurement *m)
{
    struct steady steady;
    for (unsigned place = 0; place < m->n_regions; place++)
        for (unsigned c = 0; c < measure_counters(m->setup); c++)
            if (!result_steady(disturbance, m, place, c, 0, &steady) &&
                steady_may_be(&steady, disturbance))
                return true;
    return false;
}

/*
 * Repeats, doubling the number each time, until the intervals are as narrow as requested and the
 * findings have settled.
 */
static int pass_run_to_target(struct kernel_run *run, const struct pass_setting *setting,
                              struct measurement *m)
{
    const unsigned most = setting->setup.repetitions;
    int failed = pass_run_drop_first(setting, m);
    if (!failed)
        failed = repetition_repeat(m, setting->repetitions);
    while (!failed && setting->has_target && m->repetitions < most && !result_on_target(run, m))
        failed = repetition_repeat(m, 2 * m->repetitions);
    while (!failed && setting->settles && m->repetitions < most &&
           pass_run_may_settle(&run->disturbance, m))
        failed = repetition_repeat(m, 2 * m->repetitions);
    return failed;
}

/* ---- batches --------------------------------------------------------------------------------- */

/* Adds the repetitions of a batch to its sums, if it has the same regions. */
static void pass_run_add_batch(const struct measurement *m, struct measurement *sums,
                               unsigned batch)
{
    const unsigned counters = measure_counters(m->setup);
    sums->reprogrammed |= m->reprogrammed;
    sums->begun_cold += m->begun_cold;
    for (unsigned i = 0; i < sums->n_regions; i++)
        sums->region[i].varies |= m->n_regions != sums->n_regions || m->region[i].varies;
    for (unsigned r = 0; r < m->repetitions && m->n_regions == sums->n_regions; r++) {
        sums->clocks[batch] += m->clocks[r];
        for (unsigned i = 0; i < m->n_regions * counters; i++)
            measurement_counts(sums, i / counters, i % counters)[batch] +=
                measurement_counts(m, i / counters, i % counters)[r];
    }
}

/*
 * Sets everything up again for each batch. Only the sum over the repetitions of a batch is stored:
 * there are as many samples as batches.
 */
static int pass_run_batches(const struct pass_setting *setting, struct measurement *m)
{
    const unsigned batches = setting->over_batches.repetitions;
    struct measurement sums = *m;
    sums.setup = &setting->over_batches;
    sums.repetitions = batches;
    sums.runs_per_sample = setting->setup.repetitions;
    sums.counts =
        memory_allocate(m->n_regions * measure_counters(m->setup) * batches * sizeof *sums.counts);
    sums.clocks = memory_allocate(batches * sizeof *sums.clocks);
    if (!sums.counts || !sums.clocks)
        return E_MEASURE_MEMORY;
    for (unsigned batch = 0; batch < batches; batch++) {
        uintptr_t mark = memory_mark();
        int failed = batch ? repetition_begin(m->benchmark, &setting->setup, m) : 0;
        if (!failed)
            failed = pass_run_drop_first(setting, m);
        if (!failed)
            failed = repetition_repeat(m, setting->setup.repetitions);
        if (failed)
            return failed;
        pass_run_add_batch(m, &sums, batch);
        memory_release(mark);
    }
    *m = sums;
    return 0;
}

/* ---- a pass ---------------------------------------------------------------------------------- */

/* In addition to repetition.h's errors. */
#define E_TOO_MANY_REGIONS (-4)

/* Reports the reason why a pass failed; `wrong` is the benchmark's own. */
static void pass_run_report_failure(struct kernel_run *run, const struct pass_setting *setting,
                                    const struct measurement *m, int failed, const char *wrong)
{
    const char *bench = m->benchmark->name;
    char text[320];
    if (failed == E_MEASURE_FAULT) {
        failure_report_fault(run, m);
        return;
    }
    if (failed == E_TOO_MANY_REGIONS)
        format(text, sizeof text, "max_regions: %s uses %u regions, at most %u are allowed", bench,
               m->n_regions, setting->most_regions);
    else if (failed == E_MEASURE_WRONG)
        format(text, sizeof text, "%s: wrong result: %s", bench, wrong);
    else
        format(text, sizeof text,
               "%s: %u repetitions over %u regions do not fit in %u KB of free memory; ask for "
               "fewer",
               bench, m->setup->repetitions, m->n_regions, (unsigned)(memory_left() / 1024));
    run_error(run, text);
}

int pass_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                     const struct pass_setting *setting, struct measurement *m)
{
    char wrong[160];
    run->benchmark = benchmark->name;
    int failed = repetition_begin(benchmark, &setting->setup, m);
    if (failed == E_MEASURE_MEMORY && summed_samples_begin)
        failed = summed_samples_begin(run, setting, m);
    if (!failed && !setting->setup.whole && m->n_regions > setting->most_regions)
        failed = E_TOO_MANY_REGIONS;
    if (!failed && m->sums)
        failed = summed_samples_repeat(run, setting, m);
    else if (!failed)
        failed = setting->over_batches.repetitions > 1 ? pass_run_batches(setting, m)
                                                       : pass_run_to_target(run, setting, m);
    if (!failed && !m->sums)
        result_count_disturbed(&run->tally, m);
    if (!failed)
        failed = repetition_check(m, wrong, sizeof wrong);
    if (!failed && counter_writes_find)
        counter_writes_find(m);
    run->benchmark = NULL;
    if (failed)
        pass_run_report_failure(run, setting, m, failed, wrong);
    return failed;
}
