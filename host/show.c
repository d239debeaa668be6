/*
 * SPDX-License-Identifier: MIT
 * bareprobe show: a run's results as a table.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/events.h"
#include "host/message.h"
#include "host/options.h"
#include "host/runs.h"
#include "host/table.h"
#include "kernel/lib/glob.h"

static void print_results(const struct run *run, const char *benches)
{
    enum { REGION, EVENT, MEAN, INTERVAL, PER_ENTRY, UNIT, COLUMNS };
    struct table *table = table_new(COLUMNS);
    table_column(table, REGION, "region", TABLE_LEFT);
    table_column(table, EVENT, "event", TABLE_LEFT);
    table_column(table, MEAN, "mean", TABLE_RIGHT);
    table_column(table, INTERVAL, "+/-", TABLE_RIGHT);
    table_column(table, PER_ENTRY, "per entry", TABLE_RIGHT);
    table_column(table, UNIT, "unit", TABLE_LEFT);
    const struct result *before = NULL;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        char region[80];
        if (!glob_match(benches, result->bench))
            continue;
        if (!before || before->bench != result->bench || before->state != result->state)
            table_line(table, "%s  %s, ring %s, %s", result->bench, result->state, result->ring,
                       platform_sentence(run->platform));
        before = result;
        table_row(table);
        table_cell(table, REGION, "%s", result_region_text(result, region, sizeof region));
        table_cell(table, EVENT, "%s", result->event);
        if (!result_ok(result)) {
            table_cell(table, MEAN, "%s", result->status);
            continue;
        }
        table_cell(table, MEAN, "%s", number_text(result->values.mean, 1));
        table_cell(table, INTERVAL, "%s", number_text(result->values.ci, 1));
        table_cell(table, PER_ENTRY, "%s", number_text(result->per_entry, 1));
        table_cell(table, UNIT, "%s", event_unit(result->event));
    }
    table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
}

static int show(int argc, char **argv)
{
    const char *store = NULL, *benches = "*";
    const struct option_spec options[] = {
        {'b', "bench", &benches, NULL},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_show, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments != 1) {
        say("one run is shown; %d are named", n_arguments);
        return verb_usage(&verb_show);
    }
    struct run *run = runs_find(argv[1], store);
    if (!run)
        return EXIT_USAGE;
    print_results(run, benches);
    run_free(run);
    return EXIT_FINE;
}

const struct verb verb_show = {
    .name = "show",
    .synopsis = "RUN [--bench GLOB]",
    .summary = "print a run's results",
    .help =
        "  -b, --bench GLOB  only benchmarks whose name matches, such as 'thesis/*'\n"
        "      --db FILE     the store that RUN is looked up in\n"
        "\n"
        "Example: bareprobe show last --bench 'thesis/*'\n",
    .run = show,
};
