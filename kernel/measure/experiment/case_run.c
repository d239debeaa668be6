/*
 * SPDX-License-Identifier: MIT
 * Runs cases: benchmarks, the values of their arguments, and the variants of each.
 */
#include "kernel/measure/experiment/case_run.h"

#include "kernel/lib/string.h"
#include "kernel/machine/features/bench_needs.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/region_names.h"
#include "kernel/machine/features/extended_state.h"

/* The small image lacks them. */
#pragma weak extended_state_enable
#pragma weak extended_state_disable
#pragma weak extended_state_reset
#pragma weak bench_needs_missing
#pragma weak bench_needs_report
#pragma weak bench_needs_sse

static void case_run_variants(struct kernel_run *run, const struct benchmark *benchmark,
                              measure_variant *measure)
{
    char clash[160];
    int failed = region_names_check(benchmark->name, clash, sizeof clash);
    memset(run->broken, 0, sizeof run->broken);
    if (failed)
        run_error(run, clash);
    for (unsigned v = 0; v < run->plan.n_variants && !failed; v++) {
        uintptr_t mark = memory_mark();
        if (extended_state_reset)
            extended_state_reset();
        failed = measure(run, benchmark, &run->plan.variants[v]);
        if (run->config->privilege == RING_KERNEL)
            machine_state_heal();
        memory_release(mark);
    }
}

static unsigned kilobytes(size_t bytes)
{
    return (unsigned)(bytes / 1024 + (bytes % 1024 != 0));
}

static unsigned case_run_passes(const struct plan *plan)
{
    return plan->n_variants * plan->n_passes;
}

/* Runs one case, if there is memory for it. */
static void case_run_one(struct kernel_run *run, const struct bench_case *c,
                         measure_variant *measure)
{
    const struct benchmark *benchmark = &c->benchmark;
    unsigned passes = run->tally.passes_done + case_run_passes(&run->plan);
    const struct static_arrays *arrays = static_arrays_find(c->base);
    size_t arena = case_memory(c), has = bench_memory_free(arrays);
    size_t needs = arena + static_arrays_bytes(arrays);
    struct report_subject subject = {benchmark->name, benchmark->text, kilobytes(needs)};
    REPORT(run->report, bench, &subject);
    if (needs > has) {
        struct report_skipped skipped = {benchmark->name, kilobytes(needs), (unsigned)(has / 1024)};
        REPORT(run->report, skipped, &skipped);
    } else {
        bool sse = bench_needs_sse && bench_needs_sse(benchmark);
        bench_memory_allocate(arena, arrays);
        if (sse)
            extended_state_enable(run->features);
        case_run_variants(run, benchmark, measure);
        if (sse)
            extended_state_disable();
        bench_memory_release();
    }
    if (run->tally.passes_done != passes)
        run_tick(run, passes);
}

/* Returns the feature that this machine lacks for the benchmark, or NULL. */
static const char *case_run_missing(const struct kernel_run *run, const struct benchmark *benchmark)
{
    if (!bench_needs_missing)
        return NULL;
    return bench_needs_missing(benchmark, run->features, run->config->paging != PAGES_OFF,
                               run->pmc);
}

/* Reports the missing feature once for all cases of the benchmark. */
static void case_run_report_missing(struct kernel_run *run, const struct benchmark *benchmark,
                                    const char *lack)
{
    if (!work_queue_next_is_ours(run))
        return;
    run->tally.errors += bench_needs_report(run->report, benchmark, lack, run->config->command);
    work_queue_end_case(run);
}

/*
 * The virtual Pentium finds the running benchmark by this symbol: sim/inspection/account/account.c.
 */
static struct bench_case running_case;

/* Runs the cases of a benchmark that the settings name. */
static void case_run_benchmark(struct kernel_run *run, const struct benchmark *benchmark,
                               measure_variant *measure)
{
    struct bench_case *c = &running_case;
    const char *lack = case_run_missing(run, benchmark);
    case_first(c, benchmark);
    do {
        if (!config_wants(run->config, c->name))
            continue;
        if (lack) {
            case_run_report_missing(run, benchmark, lack);
            return;
        }
        if (work_queue_next_is_ours(run)) {
            case_run_one(run, c, measure);
            work_queue_end_case(run);
        } else {
            run->tally.passes_done += case_run_passes(&run->plan);
        }
    } while (case_next(c));
}

void case_run_all(struct kernel_run *run, measure_variant *measure)
{
    work_queue_cases(run);
    for (const struct benchmark *b = case_list.start; b < case_list.end; b++)
        if (config_may_want(run->config, b->name))
            case_run_benchmark(run, b, measure);
}
