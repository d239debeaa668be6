/*
 * SPDX-License-Identifier: MIT
 * Sums clocks by cause and sorts the causes.
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
    /* the clock of a pair is recorded at its first half; each half is charged half of it */
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

const char *cause_help(enum cause cause)
{
    static const char *const help[CAUSES] = {
        [LOST_AGI] = "an instruction or two between a register's change and its use in an address",
        [LOST_PREFIX] = "registers of 32 bits, and plain loads in place of MOVZX",
        [LOST_MISPREDICT] =
            "arithmetic or a table in place of a branch that depends on data; of an "
            "indirect jump one for each place that it is reached from",
        [LOST_CODE_MISS] = "less code at a time than the code cache holds",
        [LOST_TLB] = "data on fewer pages at a time",
        [LOST_READ_MISS] =
            "data in the order of its use, and no more at a time than the cache holds",
        [LOST_WRITE_BUFFER] =
            "fewer and wider writes, or into lines that were read before: a write "
            "alone does not bring its line into the cache",
        [LOST_BANK] = "accesses of a pair that differ in address bits 2 to 4",
        [LOST_MISALIGNED] = "data at multiples of its size",
        [LOST_X87] =
            "other work between an x87 instruction and who needs its result: several sums "
            "at once, with FXCH between them",
        [CAUSE_ALONE] =
            "an order in which simple instructions stand side by side that do not need "
            "each other",
        [CAUSE_SEVERAL] =
            "simple ones in their place: loads and stores apart from arithmetic, "
            "shifts, LEA or a table for a multiplication",
    };
    return help[cause];
}
