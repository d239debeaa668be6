/*
 * SPDX-License-Identifier: MIT
 * Limits of the counts of a processor, such as two instructions in a clock. A result
 * that violates one is suspect: a count, or the correction of it, is faulty.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stats/fixed.h"

#define PLAUSIBILITY_TERMS 3

/* `event` is at most the sum of all terms. */
struct plausibility_rule {
    const char *event, *text; /* its name; the violation in words */
    bool raw;                 /* the terms are raw counts: the probes' share included */
    struct plausibility_term {
        uint16_t times, per;
        const char *event; /* NULL: no further term */
    } term[PLAUSIBILITY_TERMS];
};

/* All rules of all families; each names only events of one family. */
extern const struct plausibility_rule plausibility_rules[];
extern const unsigned plausibility_rule_count;

/*
 * The smallest and the largest corrected sample of an event over a region, and what the correction
 * subtracted. Events are counted in different repetitions, so a rule is violated only if it is for
 * each combination of samples.
 */
struct plausibility_range {
    fixed_t minimum, maximum, overhead;
};

/* Sets *range and returns true if the event with this name was counted. */
typedef bool (*plausibility_find)(const void *context, const char *event,
                                  struct plausibility_range *range);

/* Reports whether the rule is violated; false if any of its events was not counted. */
bool plausibility_is_violated(const struct plausibility_rule *rule, plausibility_find find,
                              const void *context);

/* Reports whether the rule contains this event. */
bool plausibility_concerns(const struct plausibility_rule *rule, const char *event);
