/*
 * SPDX-License-Identifier: MIT
 * Finds the cases of a sampled run, matches those of two runs, and adds their pairs.
 */
#include "host/analysis/compare/sampled_cases.h"

#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/sampled_run.h"

static bool sampled_cases_same(const struct sampled_case *a, const struct sampled_case *b)
{
    return !strcmp(a->first->bench, b->first->bench) && !strcmp(a->first->state, b->first->state) &&
           !strcmp(a->first->ablate, b->first->ablate) && !strcmp(a->first->ring, b->first->ring) &&
           !strcmp(a->first->count_ring, b->first->count_ring) &&
           !strcmp(a->first->experiment, b->first->experiment);
}

struct sampled_cases sampled_cases_of(const struct run *run,
                                      const struct result_selection *selection)
{
    struct sampled_cases cases = {0};
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *sampling = &run->samplings[i];
        struct result_selection any = *selection;
        bool known = false;
        any.event = NULL;
        for (unsigned c = 0; c < cases.n && !known; c++)
            known = sampled_run_same_case(cases.all[c].first, sampling);
        if (known || !selection_matches_sampled(&any, sampling, NULL))
            continue;
        struct sampled_case *one = allocate_element(&cases.all, &cases.n, sizeof *one);
        *one = (struct sampled_case){run, sampling};
    }
    return cases;
}

const struct sampled_case *sampled_cases_partner(const struct sampled_cases *other,
                                                 const struct sampled_cases *own,
                                                 const struct sampled_case *one)
{
    unsigned before = 0;
    for (const struct sampled_case *at = own->all; at < one; at++)
        before += sampled_cases_same(at, one);
    for (unsigned i = 0; i < other->n; i++)
        if (sampled_cases_same(&other->all[i], one) && !before--)
            return &other->all[i];
    return NULL;
}

struct result_pair *sampled_cases_add_pair(struct result_pairs *pairs, enum pair_kind kind,
                                           const struct sampled_case *of, const char *where,
                                           const char *event, const struct values *a,
                                           const struct values *b)
{
    const struct sampling *first = of->first;
    struct result *sides = allocate_zeroed(2 * sizeof *sides);
    for (unsigned i = 0; i < 2; i++) {
        sides[i] = (struct result){.bench = first->bench,
                                   .region = RUN_WHOLE,
                                   .ring = first->ring,
                                   .state = first->state,
                                   .ablate = first->ablate,
                                   .status = "ok",
                                   .values = i ? *b : *a};
        sides[i].event = string_set_add(&pairs->texts, event, strlen(event));
    }
    struct result_pair *pair = allocate_element(&pairs->pairs, &pairs->n, sizeof *pair);
    pair->kind = kind;
    pair->a = sides;
    pair->b = sides + 1;
    pair->where = string_set_add(&pairs->texts, where, strlen(where));
    return pair;
}
