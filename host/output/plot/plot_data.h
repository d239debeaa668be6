/*
 * SPDX-License-Identifier: MIT
 * Writes a picture as JSON for a page: bars in rows, or lines of points.
 * host/output/html/pictures.js documents the keys, where it draws them.
 */
#pragma once

#include <stdio.h>

#include "host/output/plot/bar_series.h"
#include "host/output/plot/plot_rows.h"

void plot_data_bars(FILE *data, const struct plot_rows *rows, unsigned slots, const char *title,
                    const char *axis);

/* values: row, slot, from, to, half-width of the interval. written: number of bars already written
 * in the series. */
void plot_data_bar(FILE *data, unsigned written, const double values[5], const char *text);
void plot_data_draw_bars(FILE *data, const struct bars *bars);

/* unit: unit of the values; "" if there are several. ticks: labels below 0, 1, 2 and so on,
 * terminated by NULL; or NULL if x is a size. */
void plot_data_lines(FILE *data, const char *title, const char *axis, const char *unit,
                     const char *const *ticks);
void plot_data_line(FILE *data, unsigned line, const char *name, const char *colour);
void plot_data_point(FILE *data, unsigned point, double x, double y, double half_width);
void plot_data_draw_lines(FILE *data);
