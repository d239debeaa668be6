/*
 * SPDX-License-Identifier: MIT
 * Counts and reports a run's suspect results.
 */
#include "host/data/run/suspect_results.h"

#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

unsigned suspect_results_count(const struct run *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        n += run->results[i].suspect != NULL;
    return n;
}

unsigned suspect_results_report(const struct result *const *results, unsigned n, const char *prefix)
{
    const struct result *first = NULL;
    unsigned suspects = 0;
    char region[160];
    for (unsigned i = 0; i < n; i++) {
        first = first || !results[i]->suspect ? first : results[i];
        suspects += results[i]->suspect != NULL;
    }
    if (!first)
        return 0;
    run_region_text(first, region, sizeof region);
    if (suspects == 1)
        message_print("%s1 result is suspect: %s, %s, %s: %s", prefix, first->bench, region,
                      first->event, first->suspect);
    else
        message_print("%s%u results are suspect; the first is %s, %s, %s: %s", prefix, suspects,
                      first->bench, region, first->event, first->suspect);
    return suspects;
}

unsigned suspect_results_report_run(const struct run *run, const char *prefix)
{
    const struct result **results = allocate_zeroed((run->n_results + 1) * sizeof *results);
    for (unsigned i = 0; i < run->n_results; i++)
        results[i] = &run->results[i];
    unsigned suspects = suspect_results_report(results, run->n_results, prefix);
    free(results);
    return suspects;
}
