/*
 * SPDX-License-Identifier: MIT
 * Notes on counts below the table of a summary.
 */
#pragma once

#include <stdio.h>

#include "host/output/report/summary_layout.h"

/* Prints the notes on counts in the table: one sentence for each note, which names the first count
 * that it applies to. `first`: an empty line precedes them. Returns whether there are any. */
bool summary_notes_print(const struct summary_layout *layout, bool first, FILE *to);
