/*
 * SPDX-License-Identifier: MIT
 * What was changed by hand, and what it was before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/monitor/contained.h"

enum touched_kind { TOUCHED_MSR, TOUCHED_CR, TOUCHED_DR, TOUCHED_MEMORY, TOUCHED_PORT };

/*
 * It was `before` (where that is known) and is now `after`. The first value is kept; a thing that
 * is as it was is forgotten.
 */
void touched_note(enum touched_kind kind, uint32_t number, unsigned bytes, bool known,
                  uint64_t before, uint64_t after);

/* A benchmark was stopped in the run that is under way, so that it counts nothing right. */
void touched_stopped(bool yes);

/* "cr4,msr:11", for prompt and records; NULL where nothing is. */
const char *touched_text(void);

/* Looks again, behind what has set registers by itself. */
void touched_look(void);

/* Puts all back that it can, in the opposite order, and says of each what it did. */
void touched_restore(void);

/* One line for each. */
void touched_list(void);
