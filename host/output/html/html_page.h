/*
 * SPDX-License-Identifier: MIT
 * The parts of the HTML page. All texts from a run are escaped by html_text().
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

extern const char html_style[], html_script[], html_drawing[];

/* Writes a text, escaped for an element or a quoted attribute. */
void html_text(FILE *page, const char *text);

/* Formats like printf and writes the result with html_text(). */
__attribute__((format(printf, 2, 3))) void html_text_print(FILE *page, const char *format, ...);

/* Writes a table cell, right-aligned: `value` is used for sorting, `text` is shown. */
void html_text_number(FILE *page, double value, const char *text);
void html_text_cell(FILE *page, const char *text);

/* Writes the beginning, from the doctype to the heading. */
void html_head_begin(FILE *page, const char *title, const char *heading);

/* The same, followed by the sentence about the platform. */
void html_head_open(FILE *page, const char *title, const char *heading, enum platform platform);

/* Write the whole page for two runs, `a` before `b`, and for the runs of a store. */
struct result_pairs;
void html_comparison(FILE *page, const struct run *a, const struct run *b,
                     const struct result_pairs *pairs);
struct store_history;
unsigned html_trend(FILE *page, const struct store_history *history, const char *store,
                    const struct result_selection *selection);

/* Writes title, platform, summary, machine, method and faults. */
void html_head(FILE *page, const struct run *run, const struct result_selection *selection);

/* Writes the table with one row per region (host/output/report/region_summary.h); nothing without
 * results.
 */
void html_summary(FILE *page, const struct run *run, const struct result_selection *selection);

/* Writes the end of the page with the scripts. */
void html_end(FILE *page);

/* Writes each benchmark with all its cases, tables and pictures. Returns the number of results. */
unsigned html_benches(FILE *page, const struct run *run, const struct result_selection *selection);

/* Writes the benchmarks' findings if there are any. */
void html_findings(FILE *page, const struct run *run, const struct result_selection *selection);

/*
 * Writes profiles and multiplexed events. kernel: the image's file, NULL for the default. Returns
 * the number of profiles and events.
 */
unsigned html_sampled(FILE *page, const struct run *run, const struct result_selection *selection,
                      const char *kernel);

/* Writes rates over time: a row with a drawing for each event of a pass. Returns their number. */
unsigned html_rates(FILE *page, const struct run *run, const struct result_selection *selection);

/*
 * Writes the derived metrics of the results from..to - 1, all of one heading, for which the run has
 * all events.
 */
void html_metrics(FILE *page, const struct run *run, const struct result *const *results,
                  unsigned from, unsigned to);

/* Writes the data of one benchmark's pictures for pictures.js. */
void html_pictures(FILE *page, const struct run *run, const struct result_selection *selection,
                   const char *bench);
