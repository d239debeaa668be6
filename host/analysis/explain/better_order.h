/*
 * SPDX-License-Identifier: MIT
 * Finds better orders of a loop's instructions: notes, and changes that were tried.
 */
#pragma once

#include "host/analysis/explain/explained.h"

/*
 * Returns the clocks of an iteration if the loop has these bytes; below 0 if it could not be run.
 */
typedef double better_order_try(void *context, const uint8_t *bytes, unsigned size);

/* Adds notes to lines, and changes. Each change is tried with `run` unless `run` is NULL. */
void better_order_find(struct explained_loop *loop, const char *cpu, better_order_try *run,
                       void *context);
