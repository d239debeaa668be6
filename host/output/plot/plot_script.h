/*
 * SPDX-License-Identifier: MIT
 * Parts of a gnuplot script that all kinds share: size, heading, colours, and horizontal bars with
 * room for labels of any length.
 */
#pragma once

#include "host/output/plot/bar_series.h"
#include "host/output/plot/picture.h"
#include "host/output/plot/plot_rows.h"

#define SCRIPT_WIDTH 1000      /* pixels */
#define SCRIPT_GREY  "#C8C8C8" /* for the remainder */

/* Returns a colour of Okabe and Ito's palette (Color Universal Design, 2008), which is
 * distinguishable with any colour vision. */
const char *script_colour(unsigned series);

/* Writes text as a gnuplot string literal without commands, escapes or markup. */
void script_text(FILE *script, const char *text);

/* Formats a number for a bar or an axis: digits are grouped, small numbers have decimals. */
const char *script_number(double value);

/* Sets the number format of an axis that ends at `most`: "1.5 M" from a million on. */
void script_format(FILE *script, char axis, double most);

/* Writes the terminal, size, title, and below it the machine and `about`. body: height of the
 * drawing in pixels. legend: number of entries, in `columns` columns. */
void script_begin(FILE *script, const struct picture *picture, unsigned body, unsigned legend,
                  unsigned columns, const char *title, const char *about);

/* As script_begin(), for bars: also writes the rows' labels and the axis below. slots: lanes per
 * row. */
void script_bars(FILE *script, const struct picture *picture, const struct plot_rows *rows,
                 unsigned slots, unsigned legend, unsigned columns, const char *title,
                 const char *axis);

/* Starts a series. Its bars follow, each in the lane `slot` of the `slots` lanes of its row. */
void script_series(FILE *script, struct bars *bars, unsigned series);

/* Writes a bar with a text after its end; "" for no text. */
void script_bar(FILE *script, struct bars *bars, unsigned row, unsigned slot, unsigned slots,
                double from, double to, double half_width, const char *text);

/* After the last series: vertical lines through the bars of rows. */
void script_marks(FILE *script, struct bars *bars);
void script_mark(FILE *script, struct bars *bars, unsigned row, double at);

/* Draws everything; call it after the last series or mark. */
void script_draw_bars(FILE *script, const struct plot_rows *rows, const struct bars *bars);
