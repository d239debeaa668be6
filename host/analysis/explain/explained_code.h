/*
 * SPDX-License-Identifier: MIT
 * The explanation of lines of assembly that were run as a loop.
 */
#pragma once

#include "host/analysis/explain/explained.h"
#include "host/analysis/loop/loop_code.h"

struct explained_code {
    struct loop_code code;
    struct explained_loop loop;
    const struct explain_machine *machine;
    struct model *model;
    bool pipes;      /* a P5, whose pipes are modelled; otherwise lines have only clocks */
    bool ends;       /* the loop terminates, so that its results can be compared */
    unsigned visits; /* of the loop's beginning in the first run */
    bool has_results;
    struct loop_results results; /* of the loop as it is, to compare with changed ones */
    double uops;                 /* micro-operations per iteration on a P6; otherwise 0 */
};

/*
 * Assembles and runs the code. Returns EXIT_FINE, or another status after a message. The caller
 * frees the result in either case.
 */
int explained_code_make(struct explained_code *explained, const struct given_code *given,
                        const struct explain_machine *machine);
void explained_code_free(struct explained_code *explained);

/* Returns the clocks of an iteration on another machine; below 0 after a message. */
double explained_code_clocks(const struct explained_code *explained,
                             const struct explain_machine *machine);
