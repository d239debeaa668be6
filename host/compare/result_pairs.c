/*
 * SPDX-License-Identifier: MIT
 * Pairs the results of two runs. Results are matched if benchmark, region, event, ring, state and
 * ablation are equal. If an event was requested in several experiments, the n-th result is paired
 * with the n-th. If a run has several kinds of pages, those must be equal too; if each run has one
 * kind, they may differ.
 */
#include "host/compare/result_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

/* A run's results, ordered by place; results of one place keep their order. */
struct index {
    const struct result **results;
    unsigned n;
    bool by_paging;
};

static int by_place(const struct result *a, const struct result *b, bool by_paging)
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

static int compare(const void *one, const void *other, void *by_paging)
{
    const struct result *a = *(const struct result *const *)one;
    const struct result *b = *(const struct result *const *)other;
    int order = by_place(a, b, *(bool *)by_paging);
    return order ? order : (a > b) - (a < b);
}

static bool has_several_pagings(const struct run *run)
{
    for (unsigned i = 1; i < run->n_results; i++)
        if (strcmp(result_paging(&run->results[i]), result_paging(&run->results[0])))
            return true;
    return false;
}

static struct index index_of(const struct run *run, bool by_paging)
{
    struct index index = {memory_get((run->n_results + 1) * sizeof *index.results), run->n_results,
                          by_paging};
    for (unsigned i = 0; i < index.n; i++)
        index.results[i] = &run->results[i];
    qsort_r(index.results, index.n, sizeof *index.results, compare, &by_paging);
    return index;
}

/* Returns the index of the first result in the same place, or where it would be inserted. */
static unsigned first_at(const struct index *index, const struct result *like)
{
    unsigned from = 0, to = index->n;
    while (from < to) {
        unsigned middle = from + (to - from) / 2;
        if (by_place(index->results[middle], like, index->by_paging) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Returns the other run's result for a result of `own`; NULL if it has none. */
static const struct result *partner(const struct index *other, const struct index *own,
                                    const struct result *result)
{
    unsigned nth = 0;
    for (unsigned i = first_at(own, result); own->results[i] != result; i++)
        nth++;
    unsigned at = first_at(other, result) + nth;
    return at < other->n && !by_place(other->results[at], result, other->by_paging)
               ? other->results[at]
               : NULL;
}

void pairs_make(struct pairs *pairs, const struct run *a, const struct run *b,
                const struct selection *selection, double level)
{
    const struct view view = {.selection = *selection};
    unsigned n;
    const struct result **results = show_select(a, &view, &n);
    bool by_paging = has_several_pagings(a) || has_several_pagings(b);
    struct index in_a = index_of(a, by_paging), in_b = index_of(b, by_paging);
    *pairs = (struct pairs){0};
    for (unsigned i = 0; i < n; i++) {
        const struct result *ra = results[i];
        const struct result *rb = partner(&in_b, &in_a, ra);
        if (!rb) {
            pairs->only_a++;
        } else if (!result_ok(ra) || !result_ok(rb)) {
            pairs->no_number++;
        } else {
            struct pair *pair = memory_add(&pairs->pairs, &pairs->n, sizeof *pair);
            pair->a = ra;
            pair->b = rb;
            pair->difference = welch(&ra->values, &rb->values, level);
        }
    }
    free(results);
    for (unsigned i = 0; i < b->n_results; i++)
        if (selected(selection, &b->results[i]) && !partner(&in_a, &in_b, &b->results[i]))
            pairs->only_b++;
    free(in_a.results);
    free(in_b.results);
    pairs_correct(pairs);
}

void pairs_correct(struct pairs *pairs)
{
    double *p = memory_get(pairs->n * sizeof *p);
    for (unsigned i = 0; i < pairs->n; i++)
        p[i] = pairs->pairs[i].difference.p;
    holm(p, pairs->n);
    for (unsigned i = 0; i < pairs->n; i++)
        pairs->pairs[i].p = p[i];
    free(p);
}

void pairs_free(struct pairs *pairs)
{
    for (unsigned i = 0; i < pairs->n; i++)
        if (pairs->pairs[i].kind != OF_RESULTS)
            free((void *)pairs->pairs[i].a);
    strings_free(&pairs->texts);
    free(pairs->pairs);
    *pairs = (struct pairs){0};
}
