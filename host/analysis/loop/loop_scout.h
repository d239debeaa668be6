/*
 * SPDX-License-Identifier: MIT
 * Runs code to find its loop: the innermost jump back that was taken, of several the one with the
 * most clocks.
 */
#pragma once

#include "host/analysis/loop/loop_code.h"

/*
 * Sets code->head, end and others, and the initial values with which the loop has iterations.
 * *ends: the code ends, so that its results can be compared; *visits: the iterations that were
 * seen. Returns 0, or -1 after a message.
 */
int loop_scout_run(struct loop_code *code, const struct explain_machine *machine, bool *ends,
                   unsigned *visits);

/*
 * Removes all steps except those of the longest sequence of iterations that stay in the loop, if
 * some do and some do not: the loop is in another one.
 */
void loop_scout_trim(const struct loop_code *code, struct step_log *log);
