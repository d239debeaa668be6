/*
 * SPDX-License-Identifier: MIT
 * Sums clocks by cause and sorts the causes.
 */
#include "host/analysis/explain/causes.h"

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

const char *causes_word(enum cause cause)
{
    static const char *const own[] = {"alone", "several", "paired"};
    return cause < CAUSE_ALONE ? stall_cause_names[cause] : own[cause - CAUSE_ALONE];
}

const char *causes_text(enum cause cause)
{
    static const char *const own[] = {
        "instructions that issue alone in U",
        "multi-clock instructions",
        "paired instructions, two per clock",
    };
    if ((unsigned)cause == LOST_PREFIX)
        return "prefixes: clocks to decode them, and pairs that they prevent";
    if ((unsigned)cause == LOST_X87)
        return "x87: a result is not ready yet, or the unit is busy";
    return cause < CAUSE_ALONE ? stall_cause_texts[cause] : own[cause - CAUSE_ALONE];
}

const char *causes_remedy(enum cause cause)
{
    static const char *const help[CAUSES] = {
        [LOST_AGI] =
            "place one or two instructions between a write to a register and its use in an address",
        [LOST_PREFIX] = "use 32-bit registers, and plain loads instead of MOVZX",
        [LOST_MISPREDICT] =
            "replace branches that depend on data by arithmetic or a table; give each caller of an "
            "indirect jump its own copy of the jump",
        [LOST_CODE_MISS] = "keep the code of a working phase smaller than the code cache",
        [LOST_TLB] = "access fewer pages at a time",
        [LOST_READ_MISS] =
            "arrange data in the order of its use, and process no more at a time than fits into "
            "the cache",
        [LOST_WRITE_BUFFER] =
            "write less often and wider, or write to lines that were read before: a write does not "
            "allocate a line in the cache",
        [LOST_BANK] = "let the two accesses of a pair differ in address bits 2 to 4",
        [LOST_MISALIGNED] = "align data to multiples of its size",
        [LOST_X87] =
            "put other work between an x87 instruction and the use of its result, such as several "
            "sums at once, with FXCH between them",
        [CAUSE_ALONE] = "reorder so that independent simple instructions are adjacent",
        [CAUSE_SEVERAL] =
            "replace them by simple instructions: separate loads and stores from arithmetic; "
            "replace a multiplication by shifts, LEA or a table",
    };
    return help[cause];
}
