/*
 * SPDX-License-Identifier: MIT
 * The parts of the HTML page. Every text from a run goes through html_text().
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"
#include "host/show/show.h"

extern const char html_style[], html_script[], html_drawing[];

/* A text so that it reads as itself in an element or in a quoted attribute. */
void html_text(FILE *page, const char *text);

/* printf whose result goes through html_text(). */
__attribute__((format(printf, 2, 3))) void html_print(FILE *page, const char *format, ...);

/* A table cell: a number by which it is sorted, right-aligned, with the text shown. */
void html_number(FILE *page, double value, const char *text);
void html_cell(FILE *page, const char *text);

/* From the doctype to the sentence on the platform, which stands at the top. */
void html_open(FILE *page, const char *title, const char *heading, enum platform platform);

/* All of the page of two runs, of which the first was before; and of what the store's runs have. */
struct pairs;
void html_comparison(FILE *page, const struct run *a, const struct run *b,
                     const struct pairs *pairs);
struct store_history;
unsigned html_trend(FILE *page, const struct store_history *history, const char *store,
                    const struct selection *selection);

/* Title, platform, machine, method, and what went wrong. */
void html_head(FILE *page, const struct run *run);

/* What closes it: the scripts. */
void html_end(FILE *page);

/* Each benchmark, all its cases together, with tables and pictures. Returns how many results were
 * shown. */
unsigned html_benches(FILE *page, const struct run *run, const struct selection *selection);

/* What benchmarks inferred, where there is any. */
void html_findings(FILE *page, const struct run *run, const struct selection *selection);

/* Where samples fell, and what was counted by turns. kernel: the image's file, NULL for
 * the usual one. Returns how many profiles and events. */
unsigned html_sampled(FILE *page, const struct run *run, const struct selection *selection,
                      const char *kernel);

/* Rates over time, a row with a drawing for each event of a pass. Returns how many. */
unsigned html_rates(FILE *page, const struct run *run, const struct selection *selection);

/* Derived metrics of the results from..to, all of one heading: those that the run has the events
 * of. */
void html_metrics(FILE *page, const struct run *run, const struct result *const *results,
                  unsigned from, unsigned to);

/* The pictures of one benchmark that can be drawn, as data for pictures.js. */
void html_pictures(FILE *page, const struct run *run, const struct selection *selection,
                   const char *bench);
