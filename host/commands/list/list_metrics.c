/*
 * SPDX-License-Identifier: MIT
 * Lists groups of derived metrics: the program's and the user's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/commands/list/list_cpu.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/commands/list/list_subjects.h"
#include "host/data/metrics/metric_event.h"
#include "host/data/metrics/metric_groups.h"
#include "host/base/text_table.h"

/* Returns whether a selected processor counts the event. */
static bool list_metrics_is_counted(const struct list_cpu *cpu, const char *event)
{
    for (const struct family *family = families; family < families + FAMILIES; family++)
        if (cpu->processors && (!cpu->family || cpu->family == family) &&
            metric_event_of_family(event, family, cpu->processors))
            return true;
    return cpu->netburst && metric_event_of_netburst(event, cpu->machine);
}

/*
 * Returns whether a selected processor counts all events of the metric; always true without --cpu.
 */
static bool list_metrics_selects(const struct list_cpu *cpu, const struct metric *metric)
{
    for (unsigned i = 0; cpu && i < metric->formula.n_events; i++)
        if (!list_metrics_is_counted(cpu, metric->formula.events[i]))
            return false;
    return true;
}

/* Adds rows for the selected metrics; returns their number. */
static unsigned list_metrics_add_group(struct text_table *table, const struct metric_group *group,
                                       const struct list_cpu *cpu)
{
    unsigned n = 0;
    for (unsigned i = 0; i < group->n_metrics; i++) {
        const struct metric *metric = &group->metrics[i];
        if (!list_metrics_selects(cpu, metric))
            continue;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", n ? "" : group->name);
        text_table_cell(table, 1, "%s", metric->name);
        text_table_cell(table, 2, "%s", metric->unit);
        text_table_cell(table, 3, "%s", n ? "" : group->text);
        n++;
    }
    return n;
}

static void list_metrics_print_details(const struct metric_group *group)
{
    const char *events[64];
    unsigned n = metric_groups_events(group, events, sizeof events / sizeof events[0]);
    printf("\n%s (%s), from", group->name, group->file);
    for (unsigned i = 0; i < n; i++)
        printf("%s %s", i ? "," : "", events[i]);
    printf("\n%s\n", group->how_to_read);
}

int list_metrics(const struct listing *listing)
{
    static const char *const headers[] = {"group", "metric", "unit", "text"};
    struct metric_groups all;
    struct list_cpu cpu;
    int n = 0;
    if (list_cpu_read(listing->cpu, &cpu))
        return -1;
    metric_groups_read(&all);
    struct text_table *table = text_table_new(4);
    for (unsigned i = 0; i < 4; i++)
        text_table_set_column(table, i, headers[i], TABLE_LEFT);
    bool *listed = allocate_zeroed((all.n_groups + 1) * sizeof *listed);
    for (unsigned g = 0; g < all.n_groups; g++) {
        const struct metric_group *group = &all.groups[g];
        const char *texts[METRICS_MOST + 3] = {group->name, group->text};
        for (unsigned i = 0; i < group->n_metrics; i++)
            texts[i + 2] = group->metrics[i].name;
        listed[g] = listing_matches(listing, texts) &&
                    list_metrics_add_group(table, group, listing->cpu ? &cpu : NULL) > 0;
        n += listed[g];
    }
    if (n)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    for (unsigned g = 0; g < all.n_groups && listing->verbose; g++)
        if (listed[g])
            list_metrics_print_details(&all.groups[g]);
    free(listed);
    text_table_free(table);
    metric_groups_free(&all);
    return n;
}
