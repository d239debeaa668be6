/*
 * SPDX-License-Identifier: MIT
 * Clocks by cause, and their order.
 */
#include "host/explain/causes.h"

#include <stdlib.h>

#define ALMOST_NOTHING 1e-9

void causes_add(struct cause_sums *sums, const struct cause_parts *parts)
{
    double issue = parts->clocks;
    for (unsigned i = 0; i < LOST_CAUSES; i++) {
        sums->clocks[i] += parts->lost[i];
        issue -= parts->lost[i];
    }
    sums->clocks[parts->prefixed ? (enum cause)LOST_PREFIX : CAUSE_ALONE] += parts->alone / 2;
    sums->clocks[CAUSE_SEVERAL] += issue - parts->alone - parts->u;
    /* a pair's clock is booked with its first half; of the two each has half of it */
    sums->clocks[CAUSE_PAIRED] += parts->alone / 2 + parts->u;
}

double causes_total(const struct cause_sums *sums)
{
    double total = 0;
    for (unsigned i = 0; i < CAUSES; i++)
        total += sums->clocks[i];
    return total;
}

unsigned causes_order(const struct cause_sums *sums, enum cause order[CAUSES])
{
    unsigned n = 0;
    for (unsigned i = 0; i < CAUSE_PAIRED; i++) {
        if (sums->clocks[i] < ALMOST_NOTHING)
            continue;
        unsigned at = n++;
        for (; at && sums->clocks[order[at - 1]] < sums->clocks[i]; at--)
            order[at] = order[at - 1];
        order[at] = (enum cause)i;
    }
    return n;
}

const char *cause_word(enum cause cause)
{
    static const char *const own[] = {"alone", "several", "paired"};
    return cause < CAUSE_ALONE ? lost_names[cause] : own[cause - CAUSE_ALONE];
}

const char *cause_text(enum cause cause)
{
    static const char *const own[] = {
        "instructions that go through U alone",
        "instructions that take several clocks",
        "instructions, two in a clock",
    };
    if ((unsigned)cause == LOST_PREFIX)
        return "prefixes: clocks to decode, and no pair where one keeps an instruction from it";
    if ((unsigned)cause == LOST_X87)
        return "x87: results that are not there yet, or the unit is busy";
    return cause < CAUSE_ALONE ? lost_texts[cause] : own[cause - CAUSE_ALONE];
}
