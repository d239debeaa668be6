/*
 * SPDX-License-Identifier: MIT
 * Evaluates the formulas of a family's parts.
 */
#include "host/analysis/breakdown/family_breakdown.h"

#include <math.h>
#include <string.h>

#include "host/base/message.h"
#include "host/data/metrics/formula.h"

/* Returns clocks, with the half-width of their interval; NAN if an event was not counted. */
static struct formula_estimate family_breakdown_formula(const struct breakdown_counts *counts,
                                                        const char *text)
{
    struct formula_estimate events[FORMULA_MOST_EVENTS];
    struct formula formula;
    struct formula_error error;
    if (formula_read(text, strlen(text), &formula, &error))
        die(EXIT_TARGET, "%s: %s", text, error.what);
    for (unsigned i = 0; i < formula.n_events; i++) {
        const struct event_count count = breakdown_event_count(counts, formula.events[i]);
        if (isnan(count.mean))
            return (struct formula_estimate){NAN, NAN};
        events[i] = (struct formula_estimate){count.mean, count.ci};
    }
    return formula_evaluate(&formula, events, counts->run->mhz);
}

/* A part has at most the clocks that the parts before it leave. */
static void family_breakdown_part(const struct breakdown_counts *counts,
                                  const struct family_part *part, double left,
                                  struct part_clocks *clocks)
{
    const struct formula_estimate estimate = family_breakdown_formula(counts, part->estimate);
    const struct formula_estimate low = family_breakdown_formula(counts, part->low);
    const struct formula_estimate high = family_breakdown_formula(counts, part->high);
    if (isnan(estimate.value))
        return;
    const double most = part->counted ? INFINITY : left;
    *clocks = (struct part_clocks){
        .source = part->counted ? PART_COUNTED : PART_ESTIMATED,
        .clocks = fmin(fmax(estimate.value, 0), most),
        .low = fmin(fmax(low.value - low.half_width, 0), most),
        .high = fmax(high.value + high.half_width, 0),
    };
}

bool family_breakdown_of(const struct breakdown_counts *counts, const struct family_parts *family,
                         struct breakdown *b)
{
    *b = (struct breakdown){.list = &family->list};
    b->all = breakdown_event_count(counts, family->clocks).mean;
    b->instructions = breakdown_event_count(counts, family->instructions).mean;
    if (!(b->all > 0))
        return false;
    for (unsigned p = 0; p < family->list.n; p++)
        family_breakdown_part(counts, &family->parts[p], fmax(b->all - breakdown_part_sum(b), 0),
                              &b->parts[p]);
    b->overlap = fmax(breakdown_part_sum(b) - b->all, 0);
    b->unexplained = fmax(b->all - breakdown_part_sum(b), 0);
    return true;
}
