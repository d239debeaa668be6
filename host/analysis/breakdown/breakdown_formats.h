/*
 * SPDX-License-Identifier: MIT
 * Prints breakdowns as tables, CSV and JSON.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/breakdown/region_breakdowns.h"

/* Prints a table for each region. */
void breakdown_tables(const struct breakdowns *breakdowns, bool colour, FILE *to);

/* Prints a line for each region, and the medians. */
void breakdown_table_summary(const struct breakdowns *breakdowns, bool colour, FILE *to);

/* Prints a row for each part of each region. */
void breakdown_csv(const struct breakdowns *breakdowns, FILE *to);
void breakdown_json(const struct breakdowns *breakdowns, FILE *to);
