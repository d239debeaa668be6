/*
 * SPDX-License-Identifier: MIT
 * Warnings below the table of a summary.
 */
#pragma once

#include <stdio.h>

#include "host/output/report/summary_layout.h"

/* Prints the warnings of the run and the notes on results in the table, each from the beginning of
 * a line, between empty lines. */
void summary_warnings_print(struct run *run, const struct summary_layout *layout, const char *only,
                            FILE *to);
