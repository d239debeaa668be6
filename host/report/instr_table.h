/*
 * SPDX-License-Identifier: MIT
 * What each form of instruction takes, as bench/instr measured it.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/* A line for each form: what was measured, what is documented, and where the two differ. Returns
 * how many forms there are. */
unsigned instr_table_rows(const struct run *run, FILE *to);

/* The same as a report of its own. */
void instr_table_print(const struct run *run, FILE *to);
