/*
 * SPDX-License-Identifier: MIT
 * Breakdowns as tables and for other programs.
 */
#pragma once

#include <stdio.h>

#include "host/breakdown/region_breakdowns.h"

/* A table for each region. */
void breakdown_tables(const struct breakdowns *breakdowns, bool colour, FILE *to);

/* A line for each region, and their medians. */
void breakdown_summary(const struct breakdowns *breakdowns, bool colour, FILE *to);

/* A row for each part of each region. */
void breakdown_csv(const struct breakdowns *breakdowns, FILE *to);
void breakdown_json(const struct breakdowns *breakdowns, FILE *to);
