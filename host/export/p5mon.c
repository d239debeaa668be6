/*
 * SPDX-License-Identifier: MIT
 * run_p5mon's results file (thesis, Figures 4.7 to 4.9), by the kernel's own code for it.
 */
#include <stdlib.h>

#include "host/export/export.h"
#include "host/memory.h"
#include "host/report.h"

static bool has_results(const struct export *export, const struct bench *bench)
{
    for (unsigned i = 0; i < export->n; i++)
        if (export->results[i]->bench == bench->name && export->results[i]->plan == bench->plan)
            return true;
    return false;
}

/* The run with the results that were asked for, and the benchmarks that have any. */
static struct run chosen(const struct export *export)
{
    struct run run = *export->run;
    run.results = memory_get(export->n * sizeof *run.results);
    run.n_results = export->n;
    for (unsigned i = 0; i < export->n; i++)
        run.results[i] = *export->results[i];
    run.benches = memory_get((run.n_benches + 1) * sizeof *run.benches);
    run.n_benches = 0;
    for (unsigned i = 0; i < export->run->n_benches; i++)
        if (has_results(export, &export->run->benches[i]))
            run.benches[run.n_benches++] = export->run->benches[i];
    return run;
}

static int write_p5mon(const struct export *export, FILE *to)
{
    struct run run = chosen(export);
    fprintf(to, "# %s\n", platform_sentence(run.platform));
    report_print(&run, LAYOUT_P5MON_FILE, to);
    free(run.results);
    free(run.benches);
    return 0;
}

const struct format format_p5mon = {
    .name = "p5mon",
    .summary = "run_p5mon's results file (thesis, Figures 4.7 to 4.9)",
    .write = write_p5mon,
};
