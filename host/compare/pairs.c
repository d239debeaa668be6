/*
 * SPDX-License-Identifier: MIT
 * Results belong together where benchmark, region, event, ring, state and ablation are the same. An
 * event asked for in several experiments is paired with its like by its place among them.
 */
#include "host/compare/pairs.h"

#include <stdlib.h>

#include "host/memory.h"

/* The nth result of the run in the same place. */
static const struct result *find(const struct run *run, const struct result *like, unsigned nth)
{
    for (unsigned i = 0; i < run->n_results; i++)
        if (result_same_place(&run->results[i], like) && nth-- == 0)
            return &run->results[i];
    return NULL;
}

static unsigned ordinal(const struct run *run, const struct result *result)
{
    unsigned nth = 0;
    for (const struct result *r = run->results; r < result; r++)
        nth += result_same_place(r, result);
    return nth;
}

void pairs_make(struct pairs *pairs, const struct run *a, const struct run *b,
                const struct selection *selection, double level)
{
    const struct view view = {.selection = *selection};
    unsigned n;
    const struct result **results = show_select(a, &view, &n);
    *pairs = (struct pairs){0};
    for (unsigned i = 0; i < n; i++) {
        const struct result *ra = results[i];
        const struct result *rb = find(b, ra, ordinal(a, ra));
        if (!rb) {
            pairs->only_a++;
        } else if (!result_ok(ra) || !result_ok(rb)) {
            pairs->no_number++;
        } else {
            struct pair *pair = memory_add(&pairs->pairs, &pairs->n, sizeof *pair);
            *pair = (struct pair){ra, rb, welch(&ra->values, &rb->values, level), 0};
        }
    }
    free(results);
    for (unsigned i = 0; i < b->n_results; i++)
        if (selected(selection, &b->results[i]) &&
            !find(a, &b->results[i], ordinal(b, &b->results[i])))
            pairs->only_b++;
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
    free(pairs->pairs);
    *pairs = (struct pairs){0};
}
