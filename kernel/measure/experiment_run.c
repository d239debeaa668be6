/*
 * SPDX-License-Identifier: MIT
 * Runs an experiment. Results are reported between passes, never while a benchmark runs.
 */
#include "kernel/measure/experiment_run.h"

#include "kernel/measure/bench_memory.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/failure.h"
#include "kernel/measure/findings.h"
#include "kernel/lib/format.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/string.h"
#include "kernel/machine/bench_needs.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/announcements.h"
#include "kernel/measure/region_names.h"
#include "kernel/measure/result.h"
#include "kernel/lib/x86.h"
#include "serial/p5mon_file.h"

#pragma weak bench_needs_report_files
#pragma weak bench_needs_missing
#pragma weak bench_needs_report

uint32_t run_milliseconds(const struct kernel_run *run)
{
    return run->hz ? (uint32_t)((rdtsc() - run->started) * 1000 / run->hz) : 0;
}

void run_tick(struct kernel_run *run, unsigned passes_done)
{
    run->passes_done = passes_done;
    REPORT(run->report, tick, passes_done, run->passes_total, run_milliseconds(run));
}

void run_error(struct kernel_run *run, const char *what)
{
    run->errors++;
    REPORT(run->report, error, what);
}

/* Factor for the number of repetitions on a disturbed machine. */
#define MORE_IF_DISTURBED 4

static bool experiment_run_infers(const struct kernel_run *run, const struct benchmark *benchmark)
{
    return run->disturbance.every && run->config->batches == 1 && benchmark->conclude;
}

/*
 * The maximum number of repetitions of a pass: more than requested only if a target is set, or if
 * the machine is disturbed and the benchmark infers a finding.
 */
static unsigned experiment_run_repetitions(const struct kernel_run *run,
                                           const struct benchmark *benchmark)
{
    const struct config *config = run->config;
    if (config_has_target(config) && config->batches == 1 &&
        config->max_repetitions > config->repetitions)
        return config->max_repetitions;
    if (experiment_run_infers(run, benchmark))
        return MORE_IF_DISTURBED * config->repetitions;
    return config->repetitions;
}

static void experiment_run_no_memory(struct kernel_run *run, const struct measurement *m)
{
    char text[160];
    format(text, sizeof text,
           "%s: %u repetitions over %u regions do not fit in %u KB of free memory; ask for fewer",
           m->benchmark->name, m->setup->repetitions, m->n_regions,
           (unsigned)(memory_left() / 1024));
    run_error(run, text);
}

static void too_many_regions(struct kernel_run *run, const struct measurement *m)
{
    char text[200];
    format(text, sizeof text, "max_regions: %s uses %u regions, at most %u are allowed",
           m->benchmark->name, m->n_regions, run->config->max_regions);
    run_error(run, text);
}

static void wrong_result(struct kernel_run *run, const struct measurement *m, const char *how)
{
    char text[320];
    format(text, sizeof text, "%s: wrong result: %s", m->benchmark->name, how);
    run_error(run, text);
}

/* Implements repeat_first_run: makes the first repetition and drops it. */
static int experiment_run_drop_first(const struct kernel_run *run, struct measurement *m)
{
    if (!run->config->repeat_first_run)
        return 0;
    int failed = repetition_repeat(m, 1);
    m->repetitions = 0;
    return failed;
}

/* Reports whether more repetitions may yield undisturbed samples of a region. */
static bool experiment_run_may_settle(struct kernel_run *run, const struct measurement *m)
{
    struct steady steady;
    for (unsigned place = 0; place < m->n_regions; place++)
        for (unsigned c = 0; c < measure_counters(m->setup); c++)
            if (!result_steady(run, m, place, c, 0, &steady) &&
                steady_may_be(&steady, &run->disturbance))
                return true;
    return false;
}

/*
 * Repeats, doubling the number each time, until the intervals are as narrow as requested and the
 * findings have settled.
 */
static int experiment_run_to_target(struct kernel_run *run, struct measurement *m)
{
    int failed = experiment_run_drop_first(run, m);
    if (!failed)
        failed = repetition_repeat(m, run->config->repetitions);
    while (!failed && config_has_target(run->config) && m->repetitions < m->setup->repetitions &&
           !result_on_target(run, m))
        failed = repetition_repeat(m, 2 * m->repetitions);
    while (!failed && experiment_run_infers(run, m->benchmark) &&
           m->repetitions < m->setup->repetitions && experiment_run_may_settle(run, m))
        failed = repetition_repeat(m, 2 * m->repetitions);
    return failed;
}

/*
 * The same with everything set up again for each batch. Only the sum over the repetitions of a
 * batch is stored: there are as many samples as batches. `over` is the setup for these sums.
 */
static int experiment_run_batches(const struct kernel_run *run, struct measurement *m,
                                  const struct measure_setup *over)
{
    const struct measure_setup *setup = m->setup;
    const unsigned counters = measure_counters(setup);
    struct measurement sums = *m;
    sums.setup = over;
    sums.repetitions = over->repetitions;
    sums.runs_per_sample = setup->repetitions;
    sums.counts =
        memory_allocate(m->n_regions * counters * over->repetitions * sizeof *sums.counts);
    sums.clocks = memory_allocate(over->repetitions * sizeof *sums.clocks);
    if (!sums.counts || !sums.clocks)
        return E_MEASURE_MEMORY;
    for (unsigned batch = 0; batch < over->repetitions; batch++) {
        uintptr_t mark = memory_mark();
        int failed = batch ? repetition_begin(m->benchmark, setup, m) : 0;
        if (!failed)
            failed = experiment_run_drop_first(run, m);
        if (!failed)
            failed = repetition_repeat(m, setup->repetitions);
        if (failed)
            return failed;
        sums.reprogrammed |= m->reprogrammed;
        for (unsigned i = 0; i < sums.n_regions; i++)
            sums.region[i].varies |= m->n_regions != sums.n_regions || m->region[i].varies;
        for (unsigned r = 0; r < m->repetitions && m->n_regions == sums.n_regions; r++) {
            sums.clocks[batch] += m->clocks[r];
            for (unsigned i = 0; i < m->n_regions * counters; i++)
                measurement_counts(&sums, i / counters, i % counters)[batch] +=
                    measurement_counts(m, i / counters, i % counters)[r];
        }
        memory_release(mark);
    }
    *m = sums;
    return 0;
}

/* In addition to repetition.h's errors. */
#define E_TOO_MANY_REGIONS (-4)

int experiment_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                           struct pass_setting *setting, struct measurement *m)
{
    run->benchmark = benchmark->name;
    int failed = repetition_begin(benchmark, &setting->setup, m);
    if (!failed && !setting->setup.whole && benchmark != &measure_inner_probes &&
        m->n_regions > run->config->max_regions) {
        too_many_regions(run, m);
        failed = E_TOO_MANY_REGIONS;
    }
    if (!failed && run->config->batches > 1)
        failed = experiment_run_batches(run, m, &setting->over_batches);
    else if (!failed)
        failed = experiment_run_to_target(run, m);
    if (!failed)
        result_count_disturbed(run, m);
    char wrong[160];
    if (!failed)
        failed = repetition_check(m, wrong, sizeof wrong);
    run->benchmark = NULL;
    if (failed == E_MEASURE_WRONG)
        wrong_result(run, m, wrong);
    if (failed == E_MEASURE_MEMORY)
        experiment_run_no_memory(run, m);
    if (failed == E_MEASURE_FAULT)
        failure_report_fault(run, m);
    return failed;
}

enum probe_read run_reading(const struct kernel_run *run, const struct schedule_pass *pass)
{
    if (pass->time_stamp)
        return READ_BY_RDTSC;
    if (run->rdpmc && run->config->probes != PROBES_RDMSR)
        return READ_BY_RDPMC;
    return run->config->privilege == RING_USER ? READ_BY_GATE : READ_BY_RDMSR;
}

struct pass_setting experiment_run_setting(struct kernel_run *run,
                                           const struct benchmark *benchmark,
                                           const struct variant *variant, unsigned pass)
{
    const struct config *config = run->config;
    struct pass_setting setting;
    setting.setup = (struct measure_setup){
        .pmc = run->pmc,
        .pass = &run->passes[pass],
        .ring = config->privilege,
        .reading = run_reading(run, &run->passes[pass]),
        .state = variant->state,
        .ablate = variant->ablate,
        .whole = !config->use_assembly_regions,
        .skip_first = config->skip_initialization_run,
        .repetitions = experiment_run_repetitions(run, benchmark),
        .apart = run->disturbance.every,
        .announce = config->verbose_level ? announcements_repetition : NULL,
        .announce_to = run,
    };
    setting.over_batches = setting.setup;
    setting.over_batches.repetitions = config->batches;
    return setting;
}

/* Keeps a result's samples beyond the pass, for report formats that show them at the end. */
static void experiment_run_keep_samples(struct kernel_run *run, struct report_result *result)
{
    bool shown_later = run->report->form != &report_records || run->config->output_file[0];
    if (!shown_later)
        result->samples = NULL;
    if (!result->samples)
        return;
    size_t bytes = result->n_samples * sizeof *result->samples;
    int64_t *kept = memory_allocate(bytes);
    if (!kept)
        run_error(run,
                  "not enough memory to store all results; ask for fewer repetitions or events");
    result->samples = kept ? memcpy(kept, result->samples, bytes) : NULL;
}

/*
 * Collects the results of the events that pass p counted; in pass 0 also of those that no pass
 * counts.
 */
static void experiment_run_collect(struct kernel_run *run, const struct variant *v, unsigned p,
                                   const struct measurement *m, const struct nested_regions *nested,
                                   struct report_result *results, struct steady *values)
{
    for (unsigned place = 0; place < m->n_regions; place++) {
        enum region_by by = m->region[place].by == BY_STUB ? BY_STUB : BY_PROBE;
        for (unsigned e = 0; e < run->n_events; e++) {
            int pass = run->place[e].pass < 0 ? 0 : run->place[e].pass;
            if (pass != (int)p)
                continue;
            struct report_result *result = &results[place * run->n_events + e];
            *result = result_of(run, m, place, e, v->overhead[by][e]);
            nested_regions_mark_result(nested, e, result);
            run->results += result->status == RESULT_OK;
            fixed_t off = result->overhead * (int64_t)result->entries;
            if (values && result->status == RESULT_OK &&
                result_steady(run, m, place, run->place[e].place, off,
                              &values[place * run->n_events + e]))
                run_error(run, "not enough memory to infer findings; ask for fewer repetitions");
            REPORT(run->report, result, result);
            experiment_run_keep_samples(run, result);
        }
    }
}

/* Reports the text that the benchmark's last run has printed. */
static void experiment_run_report_output(struct kernel_run *run, const struct report_bench *bench)
{
    struct report_output output = {
        .bench = bench->name, .state = bench->state, .ablate = bench->ablate, .lost = stdio_lost()};
    output.text = stdio_content(&output.length);
    if (output.length)
        REPORT(run->report, output, &output);
}

static int experiment_run_infer(struct kernel_run *run, const struct benchmark *benchmark,
                                const struct report_bench *bench, const struct steady *values)
{
    run->benchmark = benchmark->name;
    int failed = findings_infer(run, benchmark, bench, values);
    run->benchmark = NULL;
    if (failed)
        failure_report_ended(run, benchmark->name);
    return failed;
}

/* Measures one benchmark in one variant, in all passes. */
static int experiment_run_variant(struct kernel_run *run, const struct benchmark *benchmark,
                                  const struct variant *v)
{
    struct report_bench bench = {
        .name = benchmark->name,
        .state = config_state_name(v->state),
        .ablate = config_ablate_name(v->ablate),
        .n_events = run->n_events,
    };
    struct report_result *results = NULL;
    struct steady *values = NULL; /* for a benchmark that infers findings */
    struct nested_regions nested = {0};
    for (unsigned p = 0; p < run->n_passes; p++) {
        struct pass_setting setting = experiment_run_setting(run, benchmark, v, p);
        struct measurement m;
        int failed = experiment_run_measure(run, benchmark, &setting, &m);
        if (bench_needs_report_files)
            bench_needs_report_files(p == 0 ? run->report : NULL);
        if (failed == E_MEASURE_FAULT || failed == E_MEASURE_WRONG) {
            experiment_run_report_output(run, &bench); /* abort() may have printed the reason */
            failure_report_lost(run, p, &m);
        }
        if (failed)
            return -1;
        failure_report_broken(run, &m);
        if (p == 0) {
            experiment_run_report_output(run, &bench);
            struct report_result clocks = {0};
            result_values(run, m.clocks, m.repetitions, m.runs_per_sample, 0, &clocks);
            bench.clocks = clocks.corrected;
            bench.n_regions = m.n_regions;
            bench.repetitions = m.repetitions;
            results = memory_allocate(m.n_regions * run->n_events * sizeof *results);
            if (benchmark->conclude)
                values = memory_allocate(m.n_regions * run->n_events * sizeof *values);
            if (!results || (benchmark->conclude && !values)) {
                run_error(run, "not enough memory for the results; ask for fewer events");
                return -1;
            }
            nested_regions_find(run, &m, &nested);
        }
        nested_regions_measure_cost(run, v, p, &nested);
        experiment_run_collect(run, v, p, &m, &nested, results, values);
        run_tick(run, run->passes_done + 1);
    }
    bench.results = results;
    REPORT(run->report, bench_end, &bench);
    p5mon_file_bench(run->report, &bench);
    return experiment_run_infer(run, benchmark, &bench, values);
}

/*
 * Measures all variants. A variant that fails ends the benchmark; the run continues with the next.
 */
static void experiment_run_variants(struct kernel_run *run, const struct benchmark *benchmark)
{
    char clash[160];
    int failed = region_names_check(benchmark->name, clash, sizeof clash);
    memset(run->broken, 0, sizeof run->broken);
    if (failed)
        run_error(run, clash);
    for (unsigned v = 0; v < run->n_variants && !failed; v++) {
        uintptr_t mark = memory_mark();
        failed = run->measure_variant ? run->measure_variant(run, benchmark, &run->variants[v])
                                      : experiment_run_variant(run, benchmark, &run->variants[v]);
        if (run->config->privilege == RING_KERNEL)
            machine_state_heal();
        memory_release(mark);
    }
}

static unsigned kilobytes(size_t bytes)
{
    return (unsigned)(bytes / 1024 + (bytes % 1024 != 0));
}

/* Runs one case, if there is memory for it. */
static void experiment_run_case(struct kernel_run *run, const struct bench_case *c)
{
    const struct benchmark *benchmark = &c->benchmark;
    unsigned passes = run->passes_done + run->n_variants * run->n_passes;
    size_t needs = case_memory(c), has = bench_memory_free();
    struct report_subject subject = {benchmark->name, benchmark->text, kilobytes(needs)};
    REPORT(run->report, bench, &subject);
    if (needs > has) {
        struct report_skipped skipped = {benchmark->name, kilobytes(needs), (unsigned)(has / 1024)};
        REPORT(run->report, skipped, &skipped);
    } else {
        bench_memory_allocate(needs);
        experiment_run_variants(run, benchmark);
        bench_memory_release();
    }
    if (run->passes_done != passes)
        run_tick(run, passes);
}

/*
 * The virtual Pentium finds the running benchmark by this symbol: sim/inspection/account/account.c.
 */
static struct bench_case running_case;

void experiment_run_benchmarks(struct kernel_run *run)
{
    struct bench_case *c = &running_case;
    work_queue_cases(run);
    for (const struct benchmark *b = benchmarks_start; b < benchmarks_end; b++) {
        if (!config_may_want(run->config, b->name))
            continue;
        const char *lack = NULL;
        if (bench_needs_missing)
            lack =
                bench_needs_missing(b, run->features, run->config->paging != PAGES_OFF, run->pmc);
        case_first(c, b);
        do {
            if (!config_wants(run->config, c->name))
                continue;
            bool mine = work_queue_next_is_ours(run);
            if (mine && lack)
                run->errors += bench_needs_report(run->report, b, lack, run->config->command);
            else if (mine)
                experiment_run_case(run, c);
            else if (!lack)
                run->passes_done += run->n_variants * run->n_passes;
            if (mine)
                work_queue_end_case(run);
            if (lack)
                break; /* once per benchmark, not for each case */
        } while (case_next(c));
    }
}
