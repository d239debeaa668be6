/*
 * SPDX-License-Identifier: MIT
 * Pairs the results of two runs. Results are matched if benchmark, region, event, ring, state and
 * ablation are equal. If an event was requested in several experiments, the n-th result is paired
 * with the n-th. If a run has several kinds of pages, those must be equal too; if each run has one
 * kind, they may differ.
 */
#include "host/analysis/compare/result_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/output/show/show_views.h"

/* A run's results, ordered by place; results of one place keep their order. */
struct ordered_results {
    const struct result **results;
    unsigned n;
    bool by_paging;
};

static int result_pairs_by_place(const struct result *a, const struct result *b, bool by_paging)
{
    int order = strcmp(a->bench, b->bench);
    if (!order)
        order = (a->region > b->region) - (a->region < b->region);
    if (!order)
        order = strcmp(a->event, b->event);
    if (!order)
        order = strcmp(a->ring, b->ring);
    if (!order)
        order = strcmp(a->state, b->state);
    if (!order)
        order = strcmp(a->ablate, b->ablate);
    return order || !by_paging ? order : strcmp(result_paging(a), result_paging(b));
}

static int result_pairs_compare(const void *one, const void *other, void *by_paging)
{
    const struct result *a = *(const struct result *const *)one;
    const struct result *b = *(const struct result *const *)other;
    int order = result_pairs_by_place(a, b, *(bool *)by_paging);
    return order ? order : (a > b) - (a < b);
}

static bool has_several_pagings(const struct run *run)
{
    for (unsigned i = 1; i < run->n_results; i++)
        if (strcmp(result_paging(&run->results[i]), result_paging(&run->results[0])))
            return true;
    return false;
}

static struct ordered_results result_pairs_index(const struct run *run, bool by_paging)
{
    struct ordered_results index = {allocate_zeroed((run->n_results + 1) * sizeof *index.results),
                                    run->n_results, by_paging};
    for (unsigned i = 0; i < index.n; i++)
        index.results[i] = &run->results[i];
    qsort_r(index.results, index.n, sizeof *index.results, result_pairs_compare, &by_paging);
    return index;
}

/* Returns the index of the first result in the same place, or where it would be inserted. */
static unsigned result_pairs_first(const struct ordered_results *index, const struct result *like)
{
    unsigned from = 0, to = index->n;
    while (from < to) {
        unsigned middle = from + (to - from) / 2;
        if (result_pairs_by_place(index->results[middle], like, index->by_paging) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Returns the other run's result for a result of `own`; NULL if it has none. */
static const struct result *result_pairs_partner(const struct ordered_results *other,
                                                 const struct ordered_results *own,
                                                 const struct result *result)
{
    unsigned nth = 0;
    for (unsigned i = result_pairs_first(own, result); own->results[i] != result; i++)
        nth++;
    unsigned at = result_pairs_first(other, result) + nth;
    return at < other->n && !result_pairs_by_place(other->results[at], result, other->by_paging)
               ? other->results[at]
               : NULL;
}

void result_pairs_make(struct result_pairs *pairs, const struct run *a, const struct run *b,
                       const struct result_selection *selection, double level)
{
    const struct view view = {.selection = *selection};
    unsigned n;
    const struct result **results = show_results_select(a, &view, &n);
    bool by_paging = has_several_pagings(a) || has_several_pagings(b);
    struct ordered_results in_a = result_pairs_index(a, by_paging),
                           in_b = result_pairs_index(b, by_paging);
    *pairs = (struct result_pairs){0};
    for (unsigned i = 0; i < n; i++) {
        const struct result *ra = results[i];
        const struct result *rb = result_pairs_partner(&in_b, &in_a, ra);
        if (!rb) {
            pairs->only_a++;
        } else if (!result_ok(ra) || !result_ok(rb)) {
            pairs->no_number++;
        } else {
            struct result_pair *pair = allocate_element(&pairs->pairs, &pairs->n, sizeof *pair);
            pair->a = ra;
            pair->b = rb;
            pair->difference = welch(&ra->values, &rb->values, level);
        }
    }
    free(results);
    for (unsigned i = 0; i < b->n_results; i++)
        if (selection_matches(selection, &b->results[i]) &&
            !result_pairs_partner(&in_a, &in_b, &b->results[i]))
            pairs->only_b++;
    free(in_a.results);
    free(in_b.results);
    result_pairs_correct(pairs);
}

void result_pairs_correct(struct result_pairs *pairs)
{
    double *p = allocate_zeroed(pairs->n * sizeof *p);
    for (unsigned i = 0; i < pairs->n; i++)
        p[i] = pairs->pairs[i].difference.p;
    welch_holm_correction(p, pairs->n);
    for (unsigned i = 0; i < pairs->n; i++)
        pairs->pairs[i].p = p[i];
    free(p);
}

void result_pairs_free(struct result_pairs *pairs)
{
    for (unsigned i = 0; i < pairs->n; i++)
        if (pairs->pairs[i].kind != OF_RESULTS)
            free((void *)pairs->pairs[i].a);
    string_set_free(&pairs->texts);
    free(pairs->pairs);
    *pairs = (struct result_pairs){0};
}
