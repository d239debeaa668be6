/*
 * SPDX-License-Identifier: MIT
 * What another order of a loop's instructions would give: sentences and tried changes.
 */
#pragma once

#include "host/explain/explained.h"

/* Clocks of a turn where the loop's bytes are these; below 0: it could not be run. */
typedef double better_order_try(void *context, const uint8_t *bytes, unsigned size);

/* Notes at lines, and changes, of which each was tried by `run` where it is not NULL. */
void better_order_find(struct explained_loop *loop, const char *cpu, better_order_try *run,
                       void *context);
