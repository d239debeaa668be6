/*
 * SPDX-License-Identifier: MIT
 * Exports run_p5mon's results file (thesis, Figures 4.7 to 4.9) with the kernel's code.
 */
#include <stdlib.h>

#include "host/output/export/export.h"
#include "host/base/allocation.h"
#include "host/output/report/report_layouts.h"

/* Returns whether a selected result belongs to the benchmark and the variant; NULL matches any. */
static bool p5mon_results_has_bench(const struct export *export, unsigned plan, const char *bench,
                                    const char *state, const char *ablate)
{
    for (unsigned i = 0; i < export->n; i++) {
        const struct result *result = export->results[i];
        if (result->plan == plan && result->bench == bench && (!state || result->state == state) &&
            (!ablate || result->ablate == ablate))
            return true;
    }
    return false;
}

static bool p5mon_results_has_event(const struct export *export,
                                    const struct calibration *calibration)
{
    for (unsigned i = 0; i < export->n; i++) {
        const struct result *result = export->results[i];
        if (result->plan == calibration->plan && result->event == calibration->event &&
            result->ring == calibration->ring)
            return true;
    }
    return false;
}

/*
 * Replaces an array of the run by a copy of the elements for which `wanted` is true; `it` is the
 * element.
 */
#define KEEP(array, wanted)                                                                        \
    do {                                                                                           \
        typeof(run->array) kept = allocate_zeroed((run->n_##array + 1) * sizeof *kept), it;        \
        unsigned n = 0;                                                                            \
        for (it = run->array; it < run->array + run->n_##array; it++)                              \
            if (wanted)                                                                            \
                kept[n++] = *it;                                                                   \
        run->array = kept;                                                                         \
        run->n_##array = n;                                                                        \
    } while (0)

/* Gives a copied run its own arrays that contain only what belongs to the selection. */
static void p5mon_results_filter(struct run *run, const struct export *export)
{
    KEEP(benches, p5mon_results_has_bench(export, it->plan, it->name, NULL, NULL));
    KEEP(times, p5mon_results_has_bench(export, it->plan, it->bench, it->state, it->ablate));
    KEEP(outputs, p5mon_results_has_bench(export, it->plan, it->bench, it->state, it->ablate));
    KEEP(calibrations, p5mon_results_has_event(export, it));
    run->results = allocate_zeroed(export->n * sizeof *run->results);
    run->n_results = export->n;
    for (unsigned i = 0; i < export->n; i++)
        run->results[i] = *export->results[i];
}

static int export_p5mon_results(const struct export *export, FILE *to)
{
    struct run run = *export->run;
    bool all = export->n == run.n_results;
    if (!all)
        p5mon_results_filter(&run, export);
    fprintf(to, "# %s\n", run_platform_sentence(run.platform));
    report_layout_print(&run, LAYOUT_P5MON_FILE, NULL, to);
    if (!all) {
        free(run.benches);
        free(run.times);
        free(run.outputs);
        free(run.calibrations);
        free(run.results);
    }
    return 0;
}

const struct format format_p5mon = {
    .name = "p5mon",
    .summary = "run_p5mon's results file (thesis, Figures 4.7 to 4.9)",
    .write = export_p5mon_results,
};
