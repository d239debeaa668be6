/*
 * SPDX-License-Identifier: MIT
 * Groups of derived metrics, the program's own and the user's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/list/list.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/metrics/metric.h"
#include "host/base/text_table.h"

static void add_group(struct table *table, const struct metric_group *group)
{
    for (unsigned i = 0; i < group->n_metrics; i++) {
        const struct metric *metric = &group->metrics[i];
        table_row(table);
        table_cell(table, 0, "%s", i ? "" : group->name);
        table_cell(table, 1, "%s", metric->name);
        table_cell(table, 2, "%s", metric->unit);
        table_cell(table, 3, "%s", i ? "" : group->text);
    }
}

static void print_details(const struct metric_group *group)
{
    const char *events[64];
    unsigned n = metric_group_events(group, events, sizeof events / sizeof events[0]);
    printf("\n%s (%s), from", group->name, group->file);
    for (unsigned i = 0; i < n; i++)
        printf("%s %s", i ? "," : "", events[i]);
    printf("\n%s\n", group->how_to_read);
}

int list_metrics(const struct listing *listing)
{
    static const char *const headers[] = {"group", "metric", "unit", "text"};
    struct metric_groups all;
    int n = 0;
    metric_groups_read(&all);
    struct table *table = table_new(4);
    for (unsigned i = 0; i < 4; i++)
        table_column(table, i, headers[i], TABLE_LEFT);
    bool *taken = memory_get((all.n_groups + 1) * sizeof *taken);
    for (unsigned g = 0; g < all.n_groups; g++) {
        const struct metric_group *group = &all.groups[g];
        const char *texts[METRICS_MOST + 3] = {group->name, group->text};
        for (unsigned i = 0; i < group->n_metrics; i++)
            texts[i + 2] = group->metrics[i].name;
        taken[g] = list_matches(listing, texts);
        if (!taken[g])
            continue;
        add_group(table, group);
        n++;
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    for (unsigned g = 0; g < all.n_groups && listing->verbose; g++)
        if (taken[g])
            print_details(&all.groups[g]);
    free(taken);
    table_free(table);
    metric_groups_free(&all);
    return n;
}
