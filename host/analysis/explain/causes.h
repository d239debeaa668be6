/*
 * SPDX-License-Identifier: MIT
 * Attributes clocks to causes. Each clock has exactly one cause: a loss that the model reports, or
 * issue. Issue is divided into the half clock of an instruction in a pair, the additional half of
 * one that issues alone, and further clocks of one that takes several. The sum of all causes is
 * exactly the number of counted clocks.
 */
#pragma once

#include "sim/model/model.h"

enum cause {
    CAUSE_LOST, /* the first of the model's own causes, enum lost */
    CAUSE_ALONE = LOST_CAUSES,
    CAUSE_SEVERAL,
    CAUSE_PAIRED, /* half a clock each: remains if all others are avoided */
    CAUSES,
};

struct cause_sums {
    double clocks[CAUSES];
};

/* The clocks and executions of an instruction, or of a whole region. */
struct cause_parts {
    double alone, u, v; /* executions */
    double clocks;
    const double *lost; /* by enum lost */
    bool prefixed;      /* would pair without its prefix, which is charged for issuing alone */
};

void causes_add(struct cause_sums *sums, const struct cause_parts *parts);
double causes_total(const struct cause_sums *sums);

/*
 * Lists the causes with nonzero clocks, the most expensive first, without CAUSE_PAIRED, and returns
 * their number.
 */
unsigned causes_order(const struct cause_sums *sums, enum cause order[CAUSES]);

const char *causes_word(enum cause cause);   /* "AGI" */
const char *causes_remedy(enum cause cause); /* a remedy, or NULL */
const char *causes_text(enum cause cause);   /* "address-generation interlock" */
