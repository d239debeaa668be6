/*
 * SPDX-License-Identifier: MIT
 * Finds findings and estimates their error. The kernel publishes a number only if its repetitions
 * agree to a hundredth of it, or a twentieth of the unit (kernel/measure/findings.c). If they agree
 * better, the interval is narrower.
 */
#include "host/analysis/fit/finding_intervals.h"

#include <math.h>
#include <string.h>

#define SAME_SHARE 0.01
#define SAME_UNITS 0.05
#define REGIONS_OF 2 /* a finding is the difference of two regions */

/* Returns the largest difference between median and minimum of the benchmark's clocks. */
static double finding_interval_spread(const struct run *run, const struct finding *finding)
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

static struct fit_interval finding_interval_of(const struct run *run, const struct finding *finding)
{
    const double value = finding->value;
    const double most = fmax(SAME_UNITS, fabs(value) * SAME_SHARE);
    double off = fmin(most, fmax(SAME_UNITS, REGIONS_OF * finding_interval_spread(run, finding)));
    if (finding->unit && strcmp(finding->unit, "clocks"))
        off = fmin(off, SAME_UNITS); /* counted, not timed */
    return (struct fit_interval){value - off, value + off};
}

static bool finding_interval_same(const struct finding_interval *a,
                                  const struct finding_interval *b)
{
    if (a->text || b->text)
        return a->text && b->text && !strcmp(a->text, b->text);
    return a->value.low <= b->value.high && b->value.low <= a->value.high;
}

static void finding_interval_join(struct finding_interval *found,
                                  const struct finding_interval *more)
{
    if (!finding_interval_same(found, more)) {
        found->state = FINDING_DIFFERS;
    } else if (!found->text) {
        found->value.low = fmax(found->value.low, more->value.low);
        found->value.high = fmin(found->value.high, more->value.high);
    }
}

struct finding_interval finding_interval_find(const struct run *run, const char *name)
{
    struct finding_interval found = {.state = FINDING_MISSING};
    if (!strcmp(name, FINDING_BOARD_CACHE) && run->l2)
        return (struct finding_interval){
            .state = FINDING_KNOWN, .bench = "", .text = run->l2, .value = {NAN, NAN}};
    for (unsigned i = 0; i < run->n_findings && found.state <= FINDING_MISSING; i++) {
        const struct finding *finding = &run->findings[i];
        if (strcmp(finding->name, name) || strcmp(finding->state, "warm") ||
            strcmp(finding->ablate, "none"))
            continue;
        const struct finding_interval one = {
            .state = finding->unsettled ? FINDING_UNSETTLED : FINDING_KNOWN,
            .bench = finding->bench,
            .text = finding->text,
            .value = finding->text ? (struct fit_interval){NAN, NAN}
                                   : finding_interval_of(run, finding)};
        if (found.state == FINDING_MISSING || one.state != FINDING_KNOWN)
            found = one;
        else
            finding_interval_join(&found, &one);
    }
    return found;
}
