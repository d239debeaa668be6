/*
 * SPDX-License-Identifier: MIT
 * Finds and loads metric groups, and evaluates a metric for a region.
 */
#include "host/data/metrics/metric_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/folder_files.h"
#include "host/base/message.h"
#include "host/data/metrics/metric_event.h"
#include "host/data/run/result_index.h"
#include "tools/plain_text.h"

#define LARGEST_FILE 65536

/* The built-in groups from host/data/metrics/, as name, 0, text, 0, and so on (make/tool.mk). */
extern const char metrics_builtin_start[], metrics_builtin_end[];

static int metric_groups_by_name(const void *a, const void *b)
{
    return strcmp(((const struct metric_group *)a)->name, ((const struct metric_group *)b)->name);
}

static void metric_groups_store(struct metric_groups *groups, const struct metric_group *group)
{
    for (unsigned i = 0; i < groups->n_groups; i++) {
        if (strcmp(groups->groups[i].name, group->name))
            continue;
        metric_file_free_group(&groups->groups[i]);
        groups->groups[i] = *group;
        return;
    }
    struct metric_group *place =
        allocate_element(&groups->groups, &groups->n_groups, sizeof *groups->groups);
    *place = *group;
}

static int metric_groups_read_text(struct metric_groups *groups, const char *file, const char *text,
                                   size_t length)
{
    struct metric_group group;
    if (metric_file_parse(file, text, length, &group))
        return 1;
    metric_groups_store(groups, &group);
    return 0;
}

static int metric_groups_read_file(struct metric_groups *groups, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = allocate_zeroed(LARGEST_FILE + 1);
    size_t length = file ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    int failed = 1;
    if (!file || ferror(file))
        message_print("cannot read %s", path);
    else if (length > LARGEST_FILE)
        message_print("%s: larger than %u bytes, the maximum for a metric file", path,
                      LARGEST_FILE);
    else
        failed = metric_groups_read_text(groups, path, text, plain_text(text, length));
    if (file)
        fclose(file);
    free(text);
    return failed;
}

static int metric_groups_read_folder(struct metric_groups *groups, const char *folder)
{
    int failed = 0;
    unsigned n;
    char **names = folder_files(folder, ".metric", &n);
    for (unsigned i = 0; i < n; i++) {
        char *path = allocate_text("%s/%s.metric", folder, names[i]);
        failed += metric_groups_read_file(groups, path);
        free(path);
    }
    folder_files_free(names, n);
    return failed;
}

int metric_groups_read(struct metric_groups *groups)
{
    *groups = (struct metric_groups){0};
    int failed = 0;
    for (const char *at = metrics_builtin_start; at < metrics_builtin_end;) {
        const char *name = at, *text = name + strlen(name) + 1;
        failed += metric_groups_read_text(groups, name, text, strlen(text));
        at = text + strlen(text) + 1;
    }
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *folder = config && *config
                       ? allocate_text("%s/bareprobe/metrics", config)
                       : allocate_text("%s/.config/bareprobe/metrics", home ? home : "");
    failed += metric_groups_read_folder(groups, folder);
    free(folder);
    failed += metric_groups_read_folder(groups, "metrics");
    if (groups->n_groups)
        qsort(groups->groups, groups->n_groups, sizeof *groups->groups, metric_groups_by_name);
    return failed;
}

void metric_groups_free(struct metric_groups *groups)
{
    for (unsigned i = 0; i < groups->n_groups; i++)
        metric_file_free_group(&groups->groups[i]);
    free(groups->groups);
    *groups = (struct metric_groups){0};
}

const struct metric_group *metric_groups_find(const struct metric_groups *groups, const char *name)
{
    for (unsigned i = 0; i < groups->n_groups; i++)
        if (!strcmp(groups->groups[i].name, name))
            return &groups->groups[i];
    return NULL;
}

unsigned metric_groups_events(const struct metric_group *group, const char **events, unsigned room)
{
    unsigned n = 0;
    for (unsigned m = 0; m < group->n_metrics; m++) {
        const struct formula *formula = &group->metrics[m].formula;
        for (unsigned e = 0; e < formula->n_events; e++) {
            unsigned i = 0;
            while (i < n && strcmp(events[i], formula->events[e]))
                i++;
            if (i == n && n < room)
                events[n++] = formula->events[e];
        }
    }
    return n;
}

/* The time stamp is counted in all rings at once, so the ring of `place` is ignored. */
static const struct result *metric_groups_time_stamp(const struct run *run,
                                                     const struct result *place)
{
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (!strcmp(result->event, pmc_time_stamp.name) && result->plan == place->plan &&
            result->bench == place->bench && result->region == place->region &&
            result->state == place->state && result->ablate == place->ablate)
            return result;
    }
    return NULL;
}

/* Finds the result by the event's name, or by another family's spelling of its modifiers. */
static const struct result *metric_groups_result(const struct run *run, const struct result *place,
                                                 const char *event)
{
    char written[METRIC_EVENT_LONGEST];
    if (!strcmp(event, pmc_time_stamp.name))
        return metric_groups_time_stamp(run, place);
    const struct result *result = result_index_event(run, place, event, place->ablate);
    int none;
    for (unsigned i = 0; !result && (none = metric_event_as_of(event, i, written)) <= 0; i++)
        if (!none && strcmp(written, event))
            result = result_index_event(run, place, written, place->ablate);
    return result;
}

int metric_groups_evaluate(const struct metric *metric, const struct run *run,
                           const struct result *place, struct formula_estimate *estimate,
                           const char **missing)
{
    struct formula_estimate events[FORMULA_MOST_EVENTS];
    for (unsigned e = 0; e < metric->formula.n_events; e++) {
        const struct result *result = metric_groups_result(run, place, metric->formula.events[e]);
        if (!result || !result_ok(result)) {
            *missing = metric->formula.events[e];
            return -1;
        }
        events[e] = (struct formula_estimate){result->values.mean, result->values.ci};
    }
    *estimate = formula_evaluate(&metric->formula, events, run->mhz);
    return 0;
}
