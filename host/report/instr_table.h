/*
 * SPDX-License-Identifier: MIT
 * What each form of instruction takes, as bench/instr measured it.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/*
 * A line for each form: what was measured, what is documented, and where the two differ. Returns
 * how many forms there are. A form that the machine or its ring cannot run has no line; below
 * stand how many there are, and what columns and marks mean.
 */
unsigned instr_table_rows(const struct run *run, FILE *to);

/* How many forms were measured, of how many of them something is documented of this processor, and
 * *other how many are not as documented. */
unsigned instr_table_count(const struct run *run, unsigned *documented, unsigned *other);

/* The same as a report of its own. */
void instr_table_print(const struct run *run, FILE *to);
