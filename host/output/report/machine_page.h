/*
 * SPDX-License-Identifier: MIT
 * Describes a machine by the findings of its benchmarks: a page of text, 60 lines of 100 columns.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/* Prints the page, including what was not measured. `all`: adds the remaining findings, prints
 * lists in full, and prints each instruction instead of their number. */
void machine_page_print(const struct run *run, bool all, FILE *to);
