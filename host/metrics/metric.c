/*
 * SPDX-License-Identifier: MIT
 * Finds and loads metric groups, and evaluates a metric for a region.
 */
#include "host/metrics/metric.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/metrics/metric_event.h"
#include "host/run/result_index.h"

#define LARGEST_FILE 65536

/* The built-in groups from host/metrics/, as name, 0, text, 0, and so on (builtin.S). */
extern const char metrics_builtin_start[], metrics_builtin_end[];

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct metric_group *)a)->name, ((const struct metric_group *)b)->name);
}

static void keep(struct metric_groups *groups, const struct metric_group *group)
{
    for (unsigned i = 0; i < groups->n_groups; i++) {
        if (strcmp(groups->groups[i].name, group->name))
            continue;
        metric_group_free(&groups->groups[i]);
        groups->groups[i] = *group;
        return;
    }
    struct metric_group *place =
        memory_add(&groups->groups, &groups->n_groups, sizeof *groups->groups);
    *place = *group;
}

static int read_text(struct metric_groups *groups, const char *file, const char *text,
                     size_t length)
{
    struct metric_group group;
    if (metric_group_read(file, text, length, &group))
        return 1;
    keep(groups, &group);
    return 0;
}

static int read_file(struct metric_groups *groups, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = memory_get(LARGEST_FILE + 1);
    size_t length = file ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    int failed = 1;
    if (!file || ferror(file))
        say("cannot read %s", path);
    else if (length > LARGEST_FILE)
        say("%s: larger than %u bytes, the maximum for a metric file", path, LARGEST_FILE);
    else
        failed = read_text(groups, path, text, length);
    if (file)
        fclose(file);
    free(text);
    return failed;
}

static int read_folder(struct metric_groups *groups, const char *folder)
{
    glob_t found;
    int failed = 0;
    char *pattern = memory_print("%s/*.metric", folder);
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            failed += read_file(groups, found.gl_pathv[i]);
    globfree(&found);
    free(pattern);
    return failed;
}

int metric_groups_read(struct metric_groups *groups)
{
    *groups = (struct metric_groups){0};
    int failed = 0;
    for (const char *at = metrics_builtin_start; at < metrics_builtin_end;) {
        const char *name = at, *text = name + strlen(name) + 1;
        failed += read_text(groups, name, text, strlen(text));
        at = text + strlen(text) + 1;
    }
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *folder = config && *config
                       ? memory_print("%s/bareprobe/metrics", config)
                       : memory_print("%s/.config/bareprobe/metrics", home ? home : "");
    failed += read_folder(groups, folder);
    free(folder);
    failed += read_folder(groups, "metrics");
    if (groups->n_groups)
        qsort(groups->groups, groups->n_groups, sizeof *groups->groups, by_name);
    return failed;
}

void metric_groups_free(struct metric_groups *groups)
{
    for (unsigned i = 0; i < groups->n_groups; i++)
        metric_group_free(&groups->groups[i]);
    free(groups->groups);
    *groups = (struct metric_groups){0};
}

const struct metric_group *metric_group_find(const struct metric_groups *groups, const char *name)
{
    for (unsigned i = 0; i < groups->n_groups; i++)
        if (!strcmp(groups->groups[i].name, name))
            return &groups->groups[i];
    return NULL;
}

unsigned metric_group_events(const struct metric_group *group, const char **events, unsigned room)
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
static const struct result *time_stamp_of(const struct run *run, const struct result *place)
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
static const struct result *result_of(const struct run *run, const struct result *place,
                                      const char *event)
{
    char written[METRIC_EVENT_LONGEST];
    if (!strcmp(event, pmc_time_stamp.name))
        return time_stamp_of(run, place);
    const struct result *result = places_event(run, place, event, place->ablate);
    int none;
    for (unsigned i = 0; !result && (none = metric_event_as_of(event, i, written)) <= 0; i++)
        if (!none && strcmp(written, event))
            result = places_event(run, place, written, place->ablate);
    return result;
}

int metric_over(const struct metric *metric, const struct run *run, const struct result *place,
                struct estimate *estimate, const char **missing)
{
    struct estimate events[FORMULA_MOST_EVENTS];
    for (unsigned e = 0; e < metric->formula.n_events; e++) {
        const struct result *result = result_of(run, place, metric->formula.events[e]);
        if (!result || !result_ok(result)) {
            *missing = metric->formula.events[e];
            return -1;
        }
        events[e] = (struct estimate){result->values.mean, result->values.ci};
    }
    *estimate = formula_evaluate(&metric->formula, events, run->mhz);
    return 0;
}
