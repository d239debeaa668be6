/*
 * SPDX-License-Identifier: MIT
 * A picture as JSON that may stand in a page: bars by rows, or lines of points. What the names mean
 * is said where they are drawn, in host/html/pictures.js.
 */
#pragma once

#include "host/plot/plot_script.h"

void data_bars(FILE *data, const struct rows *rows, unsigned slots, const char *title,
               const char *axis);

/* values: row, slot, from, to, half the interval. written: how many of the series there are. */
void data_bar(FILE *data, unsigned written, const double values[5], const char *text);
void data_draw_bars(FILE *data, const struct bars *bars);

/* unit: of the numbers; "" where they are several. ticks: what stands below 0, 1, 2 and so on, NULL
 * at the end; or NULL where x is a size. */
void data_lines(FILE *data, const char *title, const char *axis, const char *unit,
                const char *const *ticks);
void data_line(FILE *data, unsigned line, const char *name, const char *colour);
void data_point(FILE *data, unsigned point, double x, double y, double half_width);
void data_draw_lines(FILE *data);
