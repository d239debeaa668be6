/*
 * SPDX-License-Identifier: MIT
 * Tracks values that were changed by hand, with their original values.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/monitor/contained_access.h"

enum manual_change_kind { CHANGED_MSR, CHANGED_CR, CHANGED_DR, CHANGED_MEMORY, CHANGED_PORT };

/*
 * Records a change from `before` (if known) to `after`. The first original value is kept; an entry
 * whose value is the original again is removed.
 */
void manual_changes_record(enum manual_change_kind kind, uint32_t number, unsigned bytes,
                           bool known, uint64_t before, uint64_t after);

/* Records that a benchmark was stopped in the current run, whose counts are therefore wrong. */
void manual_changes_set_stopped(bool yes);

/* Returns a list such as "cr4,msr:11", for prompt and records, or NULL if nothing was changed. */
const char *manual_changes_text(void);

/* Reads the values again, after code that sets registers itself. */
void manual_changes_recheck(void);

/* Restores everything possible, in reverse order, and reports each action. */
void manual_changes_restore(void);

/* Prints one line per entry. */
void manual_changes_list(void);
