/*
 * SPDX-License-Identifier: MIT
 * Finds findings and estimates their error. The kernel publishes a number only if its repetitions
 * agree to a hundredth of it, or a twentieth of the unit (kernel/measure/findings.c). If they agree
 * better, the interval is narrower.
 */
#include "host/fit/facts.h"

#include <math.h>
#include <string.h>

#define SAME_SHARE 0.01
#define SAME_UNITS 0.05
#define REGIONS_OF 2 /* a finding is the difference of two regions */

/* Returns the largest difference between median and minimum of the benchmark's clocks. */
static double spread(const struct run *run, const struct finding *finding)
{
    double most = 0;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (result->plan != finding->plan || result->bench != finding->bench ||
            result->state != finding->state || result->ablate != finding->ablate ||
            !result_ok(result) || result->region == RUN_WHOLE)
            continue;
        most = fmax(most, result->values.med - result->values.min);
    }
    return most;
}

static struct interval interval_of(const struct run *run, const struct finding *finding)
{
    const double value = finding->value;
    const double most = fmax(SAME_UNITS, fabs(value) * SAME_SHARE);
    double off = fmin(most, fmax(SAME_UNITS, REGIONS_OF * spread(run, finding)));
    if (finding->unit && strcmp(finding->unit, "clocks"))
        off = fmin(off, SAME_UNITS); /* counted, not timed */
    return (struct interval){value - off, value + off};
}

static bool same(const struct fact_found *a, const struct fact_found *b)
{
    if (a->text || b->text)
        return a->text && b->text && !strcmp(a->text, b->text);
    return a->value.low <= b->value.high && b->value.low <= a->value.high;
}

static void join(struct fact_found *found, const struct fact_found *more)
{
    if (!same(found, more)) {
        found->state = FACT_DIFFERS;
    } else if (!found->text) {
        found->value.low = fmax(found->value.low, more->value.low);
        found->value.high = fmin(found->value.high, more->value.high);
    }
}

struct fact_found facts_find(const struct run *run, const char *name)
{
    struct fact_found found = {.state = FACT_MISSING};
    if (!strcmp(name, FACT_BOARD_CACHE) && run->l2)
        return (struct fact_found){
            .state = FACT_THERE, .bench = "", .text = run->l2, .value = {NAN, NAN}};
    for (unsigned i = 0; i < run->n_findings && found.state <= FACT_MISSING; i++) {
        const struct finding *finding = &run->findings[i];
        if (strcmp(finding->name, name) || strcmp(finding->state, "warm") ||
            strcmp(finding->ablate, "none"))
            continue;
        const struct fact_found one = {.state = finding->unsettled ? FACT_UNSETTLED : FACT_THERE,
                                       .bench = finding->bench,
                                       .text = finding->text,
                                       .value = finding->text ? (struct interval){NAN, NAN}
                                                              : interval_of(run, finding)};
        if (found.state == FACT_MISSING || one.state != FACT_THERE)
            found = one;
        else
            join(&found, &one);
    }
    return found;
}
