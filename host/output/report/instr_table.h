/*
 * SPDX-License-Identifier: MIT
 * Prints the cost of each instruction form, as measured by bench/instr.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/*
 * Prints a line for each form: measured values, documented values, and where they differ. Returns
 * the number of forms. Forms that the machine or its ring cannot run have no line; their number is
 * printed below, with a legend of columns and marks.
 */
unsigned instr_table_rows(const struct run *run, FILE *to);

/* Returns the number of measured forms; *documented: those with documented values for this
 * processor; *other: those that differ from them. */
unsigned instr_table_count(const struct run *run, unsigned *documented, unsigned *other);

/* Prints the same table as a report. */
void instr_table_print(const struct run *run, FILE *to);
