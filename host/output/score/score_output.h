/*
 * SPDX-License-Identifier: MIT
 * Writes the scores of runs: as a table, Markdown, JSON or a web page, each in a file of its name.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/analysis/score/score_table.h"

/* `all`: with the rows that are the same in all runs. Only the table can have colour. */
void score_text_write(const struct score_table *table, bool all, FILE *to, bool colour);
void score_markdown_write(const struct score_table *table, bool all, FILE *to, bool colour);
void score_json_write(const struct score_table *table, bool all, FILE *to, bool colour);
void score_page_write(const struct score_table *table, bool all, FILE *to, bool colour);
