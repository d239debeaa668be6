/*
 * SPDX-License-Identifier: MIT
 * Reports the output of a benchmark that prints more than its stream holds. The larger stream
 * follows the memory for malloc(), so that the benchmark may write it in ring 3.
 */
#include "kernel/measure/experiment/variant_run.h"

#include "kernel/lib/stdio.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/measure/failure.h"

#define MOST_BYTES (1024 * 1024u)

void long_output_report(struct kernel_run *run, const struct measurement *m,
                        const struct report_bench *bench)
{
    char *unused;
    struct measure_setup setup = *m->setup;
    struct measurement again = *m;
    again.setup = &setup;
    setup.output_bytes = bench_memory_add(MOST_BYTES, &setup.output);
    run->benchmark = bench->name;
    if (repetition_run_uncounted(&again))
        failure_report_fault(run, &again);
    run->benchmark = NULL;
    setup.pmc->stop();
    struct report_output output = {
        .bench = bench->name, .state = bench->state, .ablate = bench->ablate, .lost = stdio_lost()};
    output.text = stdio_content(&output.length);
    if (output.length)
        REPORT(run->report, output, &output);
    stdio_reset();
    bench_memory_add(0, &unused);
}
