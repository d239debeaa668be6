/*
 * SPDX-License-Identifier: MIT
 * Measures the passes of a variant one after the other. Results are reported between passes, never
 * while a benchmark runs.
 */
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/experiment/variant_run.h"

#include "kernel/lib/stdio.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/failure.h"
#include "kernel/measure/findings.h"
#include "kernel/measure/experiment/nested_regions.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/experiment/probe_ranges.h"
#include "kernel/measure/result.h"
#include "kernel/measure/suspect.h"
#include "serial/p5mon_file.h"

#pragma weak p5mon_file_bench
#pragma weak suspect_reason
#pragma weak nested_regions_measure_cost
#pragma weak probe_ranges_find
#pragma weak probe_ranges_mark_result
#pragma weak probe_ranges_stack_is_warm

/* State of all passes of a variant. The arrays are in the arena, by region and event. */
struct variant_run {
    const struct benchmark *benchmark;
    const struct variant *variant;
    struct report_bench bench;
    struct report_result *results;
    struct steady *values;       /* for a benchmark that infers findings */
    struct report_values clocks; /* of the whole runs of the pass that is collected */
    struct nested_regions nested;
};

static const char no_memory[] =
    "not enough memory for the results; ask for fewer repetitions or events";

/* Keeps a result's samples beyond the pass, for report formats that show them at the end. */
static void variant_run_keep_samples(struct kernel_run *run, struct report_result *result)
{
    bool shown_later = run->report->form != &report_records || run->config->output_file[0];
    if (!shown_later)
        result->samples = NULL;
    if (!result->samples)
        return;
    size_t bytes = result->n_samples * sizeof *result->samples;
    int64_t *kept = memory_allocate(bytes);
    if (!kept)
        run_error(run, no_memory);
    result->samples = kept ? memcpy(kept, result->samples, bytes) : NULL;
}

/* Reports and stores the result of event e over the region at that index of m. */
static void variant_run_store_result(struct variant_run *v, struct kernel_run *run,
                                     struct measurement *m, unsigned place, unsigned e)
{
    const enum region_by kind = m->region[place].by, by = kind == BY_BOTH ? BY_PROBE : kind;
    const unsigned index = place * run->plan.n_events + e;
    struct report_result *result = &v->results[index];
    struct overhead overhead = v->variant->overhead[by][e];
    if (!nested_regions_is_first(&v->nested, m->region[place].number) ||
        (probe_ranges_stack_is_warm &&
         probe_ranges_stack_is_warm(v->variant, &v->nested.region[place])))
        overhead.cold = overhead.warm; /* the stack of the probes is in L1 */
    fixed_t calls = 0;
    if (process_experiment_add_calls)
        calls = process_experiment_add_calls(v->variant, e, &m->region[place], &overhead);
    *result = result_of(run, m, place, e, overhead);
    result->call_overhead = calls;
    nested_regions_mark_result(&v->nested, e, result);
    if (probe_ranges_mark_result)
        probe_ranges_mark_result(run, v->variant, &v->nested.region[place], e, result);
    if (suspect_reason)
        result->suspect =
            suspect_reason(run, &v->results[place * run->plan.n_events], e, &v->clocks);
    run->tally.suspects += result->suspect != NULL;
    run->tally.results += result->status == RESULT_OK;
    if (v->values && result->status == RESULT_OK &&
        result_steady(&run->disturbance, m, place, run->plan.place[e].place, result->off,
                      &v->values[index]))
        run_error(run, no_memory);
    REPORT(run->report, result, result);
    variant_run_keep_samples(run, result);
}

/*
 * Collects the results of the events that pass p counted; in pass 0 also of those that no pass
 * counts.
 */
static void variant_run_collect(struct variant_run *v, struct kernel_run *run, unsigned p,
                                struct measurement *m)
{
    result_clocks(run, m, &v->clocks);
    for (unsigned place = 0; place < m->n_regions; place++)
        for (unsigned e = 0; e < run->plan.n_events; e++) {
            int pass = run->plan.place[e].pass < 0 ? 0 : run->plan.place[e].pass;
            if (pass == (int)p)
                variant_run_store_result(v, run, m, place, e);
        }
}

/* Reports the text that the benchmark's last run has printed. */
static void variant_run_report_output(struct report_stream *report,
                                      const struct report_bench *bench)
{
    struct report_output output = {
        .bench = bench->name, .state = bench->state, .ablate = bench->ablate, .lost = stdio_lost()};
    output.text = stdio_content(&output.length);
    if (output.length)
        REPORT(report, output, &output);
}

/* After the first pass, m, which has found the regions: allocates the results of all passes. */
static int variant_run_allocate(struct variant_run *v, struct kernel_run *run,
                                struct measurement *m)
{
    const size_t n = m->n_regions * run->plan.n_events;
    if (long_output_report && stdio_lost())
        long_output_report(run, m, &v->bench);
    else
        variant_run_report_output(run->report, &v->bench);
    result_clocks(run, m, &v->bench.clocks);
    v->bench.n_regions = m->n_regions;
    v->bench.repetitions = m->summed ? m->summed : m->repetitions;
    v->results = memory_allocate(n * sizeof *v->results);
    if (v->benchmark->conclude)
        v->values = memory_allocate(n * sizeof *v->values);
    if (!v->results || (v->benchmark->conclude && !v->values)) {
        run_error(run, no_memory);
        return -1;
    }
    memset(v->results, 0, n * sizeof *v->results);
    v->bench.results = v->results;
    nested_regions_find(run, m, &v->nested);
    if (probe_ranges_find)
        probe_ranges_find(run, m);
    return 0;
}

static int variant_run_pass(struct variant_run *v, struct kernel_run *run, unsigned p)
{
    struct pass_setting setting = pass_run_setting(run, v->benchmark, v->variant, p);
    setting.may_sum = true;
    struct measurement m;
    int failed = pass_run_measure(run, v->benchmark, &setting, &m);
    if (process_report && p == 0)
        process_report(run, &v->bench);
    if (failed == E_MEASURE_FAULT || failed == E_MEASURE_WRONG) {
        variant_run_report_output(run->report, &v->bench); /* abort() may have printed the reason */
        failure_report_lost(run, p, &m);
    }
    if (failed)
        return -1;
    failure_report_broken(run, &m);
    if (p == 0 && variant_run_allocate(v, run, &m))
        return -1;
    if (nested_regions_measure_cost)
        nested_regions_measure_cost(run, v->variant, p, &v->nested);
    variant_run_collect(v, run, p, &m);
    run_tick(run, run->tally.passes_done + 1);
    return 0;
}

static int variant_run_infer(const struct variant_run *v, struct kernel_run *run)
{
    run->benchmark = v->benchmark->name;
    int failed = findings_infer(run, v->benchmark, &v->bench, v->values);
    run->benchmark = NULL;
    if (failed)
        failure_report_ended(run, v->benchmark->name);
    return failed;
}

int variant_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                        struct variant *variant)
{
    struct variant_run v = {
        .benchmark = benchmark,
        .variant = variant,
        .bench = {.name = benchmark->name,
                  .state = config_state_name(variant->state),
                  .ablate = config_ablate_name(variant->ablate),
                  .n_events = run->plan.n_events},
    };
    for (unsigned p = 0; p < run->plan.n_passes; p++)
        if (variant_run_pass(&v, run, p))
            return -1;
    REPORT(run->report, bench_end, &v.bench);
    if (p5mon_file_bench)
        p5mon_file_bench(run->report, &v.bench);
    return variant_run_infer(&v, run);
}
