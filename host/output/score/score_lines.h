/*
 * SPDX-License-Identifier: MIT
 * Prints a line for each run that other programs read:
 *
 *   SCORE suite=1 chip=p54c strict=52/58 near=55/58 settled=58/60
 *
 * If there are several runs, run=NAME ends each line.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/score/score_table.h"

void score_lines_print(const struct score_table *table, FILE *to);
