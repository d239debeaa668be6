/*
 * SPDX-License-Identifier: MIT
 * Clocks by cause. Each clock is of one: what the model says was lost, and of issue itself the half
 * clock that an instruction takes in a pair, what goes alone beyond that, and what takes several
 * clocks. So all of them together are the clocks that were counted, exactly.
 */
#pragma once

#include "sim/model/model.h"

enum cause {
    CAUSE_LOST, /* the first of the model's own, enum lost */
    CAUSE_ALONE = LOST_CAUSES,
    CAUSE_SEVERAL,
    CAUSE_PAIRED, /* half a clock each: what is left where nothing can be avoided */
    CAUSES,
};

struct cause_sums {
    double clocks[CAUSES];
};

/* What an instruction, or a whole region, is made of. */
struct cause_parts {
    double alone, u, v; /* executions */
    double clocks;
    const double *lost; /* by enum lost */
    bool prefixed;      /* it would pair but for a prefix: that it goes alone is the prefix's */
};

void causes_add(struct cause_sums *sums, const struct cause_parts *parts);
double causes_total(const struct cause_sums *sums);

/* The causes that cost anything, the dearest first, without CAUSE_PAIRED; how many. */
unsigned causes_order(const struct cause_sums *sums, enum cause order[CAUSES]);

const char *cause_word(enum cause cause); /* "AGI" */
const char *cause_help(enum cause cause); /* what to do about it, or NULL */
const char *cause_text(enum cause cause); /* "address-generation interlock" */
