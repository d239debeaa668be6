/*
 * SPDX-License-Identifier: MIT
 * Fuzzes metric files: any bytes are read or rejected, and what was read can be evaluated.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/data/metrics/metric_groups.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return freopen("/dev/null", "w", stderr) ? 0
                                             : -1; /* suppresses a line for each rejected file */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct formula_estimate events[FORMULA_MOST_EVENTS] = {{3, 1}, {0, 0}, {1e300, 1}};
    struct metric_group group;
    if (metric_file_parse("fuzz.metric", (const char *)data, size, &group))
        return 0;
    for (unsigned m = 0; m < group.n_metrics; m++)
        formula_evaluate(&group.metrics[m].formula, events, 100);
    metric_file_free_group(&group);
    return 0;
}
