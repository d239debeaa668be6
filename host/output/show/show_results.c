/*
 * SPDX-License-Identifier: MIT
 * Sorts selected results, and prints their headings.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/output/show/show_views.h"
#include "host/base/text_table.h"

bool show_results_same_heading(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->ring == b->ring &&
           a->state == b->state && a->ablate == b->ablate;
}

static double show_results_sort_key(enum show_sort sort, const struct result *result)
{
    if (!result_ok(result))
        return -INFINITY;
    if (sort == SORT_MEAN)
        return result->values.mean;
    if (sort == SORT_PER_ENTRY)
        return result->per_entry;
    return result->values.mean ? result->values.ci / fabs(result->values.mean) : 0;
}

/* Numbers sort in descending order; equal ones keep the run's order. */
static int show_results_compare(const void *one, const void *other, void *context)
{
    const struct result *a = *(const struct result *const *)one;
    const struct result *b = *(const struct result *const *)other;
    enum show_sort sort = *(const enum show_sort *)context;
    int order = 0;
    if (sort == SORT_EVENT)
        order = strcmp(a->event, b->event);
    else if (sort == SORT_REGION)
        order = (a->region > b->region) - (a->region < b->region);
    else
        order = (show_results_sort_key(sort, b) > show_results_sort_key(sort, a)) -
                (show_results_sort_key(sort, b) < show_results_sort_key(sort, a));
    return order ? order : (a > b) - (a < b);
}

/* The wire has a benchmark's results pass by pass; the tables have them heading by heading and
 * region by region. Headings keep the order of their first occurrence. */
static void show_results_group(const struct result **results, unsigned n)
{
    const struct result **grouped = allocate_zeroed(n * sizeof *grouped);
    unsigned done = 0;
    for (unsigned i = 0; i < n; i++) {
        if (!results[i])
            continue;
        const struct result *heading = results[i];
        for (unsigned j = i; j < n; j++) {
            if (!results[j] || !show_results_same_heading(heading, results[j]))
                continue;
            grouped[done++] = results[j];
            results[j] = NULL;
        }
    }
    memcpy(results, grouped, n * sizeof *grouped);
    free(grouped);
}

const struct result **show_results_select(const struct run *run, const struct view *view,
                                          unsigned *n)
{
    const struct result **results = allocate_zeroed(run->n_results * sizeof *results);
    *n = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        if (selection_matches(&view->selection, &run->results[i]))
            results[(*n)++] = &run->results[i];
    show_results_group(results, *n);
    enum show_sort sort = view->sort == SORT_AS_RUN ? SORT_REGION : view->sort;
    for (unsigned from = 0, to; from < *n; from = to) {
        for (to = from + 1; to < *n && show_results_same_heading(results[from], results[to]); to++)
            continue;
        qsort_r(results + from, to - from, sizeof *results, show_results_compare, &sort);
    }
    return results;
}

void show_results_heading(struct text_table *table, const struct run *run,
                          const struct result *result)
{
    char ablate[48] = "", level[24] = "";
    /* A result without a number has no repetitions: the plan has their number. */
    bool planned = !result->values.n && result->plan < run->n_plans;
    const struct plan_record *plan = planned ? &run->plans[result->plan] : NULL;
    bool paged = strcmp(result_paging(result), "mixed");
    if (strcmp(result->ablate, "none"))
        snprintf(ablate, sizeof ablate, ", without %s", result->ablate);
    const char *ring = run_ring_words(result->ring);
    unsigned of = plan ? plan->level : result->values.level;
    if (of)
        snprintf(level, sizeof level, ", %u %%", of);
    text_table_line(table, "\n%s   %u repetitions%s, %s%s, %s%s%s   (%s)", result->bench,
                    plan ? plan->repetitions : result->values.n, level, result->state, ablate, ring,
                    paged ? ", paging " : "", paged ? result_paging(result) : "",
                    platform_name(run->platform));
}

const char *show_results_mean_text(double mean, double half_width)
{
    static char buffers[8][96];
    static unsigned next;
    char *out = buffers[next++ % 8];
    unsigned decimals = fabs(mean) < 1 && mean != 0 ? 3 : 1;
    if (isnan(mean))
        return "-";
    snprintf(out, sizeof buffers[0], "%s +/- %s", number_text(mean, decimals),
             number_text(half_width, decimals));
    return out;
}
