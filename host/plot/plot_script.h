/*
 * SPDX-License-Identifier: MIT
 * The parts of a gnuplot script that the kinds share: size, heading, colours, and lying bars, which
 * leave room for labels however long they are.
 */
#pragma once

#include "host/plot/picture.h"
#include "host/plot/plot_rows.h"

#define SCRIPT_WIDTH 1000      /* pixels */
#define SCRIPT_GREY  "#C8C8C8" /* what is left over */

/* Okabe and Ito's colours (Color Universal Design, 2008), told apart with any colour vision. */
const char *script_colour(unsigned series);

/* A text as gnuplot's literal: nothing in it is a command, an escape or a layout. */
void script_text(FILE *script, const char *text);

/* A number for a bar or an axis: grouped, decimals where it is small. */
const char *script_number(double value);

/* How an axis that reaches to `most` shows its numbers: from a million on as "1.5 M". */
void script_format(FILE *script, char axis, double most);

/* Terminal, size, the title, and under it the machine and `about`. body: the drawing's height in
 * pixels; legend: its entries, in as many columns. */
void script_begin(FILE *script, const struct picture *picture, unsigned body, unsigned legend,
                  unsigned columns, const char *title, const char *about);

/* For bars: the same, the rows' labels, and the axis under them. slots: lanes of a row. */
void script_bars(FILE *script, const struct picture *picture, const struct rows *rows,
                 unsigned slots, unsigned legend, unsigned columns, const char *title,
                 const char *axis);

/* Bars while they are written, and what is to be known of all of them to draw them. */
struct bars {
    const char *names[PICTURE_MOST_SERIES + 1], *colours[PICTURE_MOST_SERIES + 1];
    unsigned n;
    bool data;          /* PICTURE_DATA */
    unsigned written;   /* bars or marks of this series */
    bool intervals;     /* drawn at each bar's end */
    const char *mark;   /* NULL, or the name of what script_mark() marked */
    double least, most; /* of all bars, intervals included; kept by script_bar() */
    unsigned text;      /* the longest behind a bar; kept by script_bar() */
};

/* One series: its bars follow, in the slot-th of `slots` lanes of a row. */
void script_series(FILE *script, struct bars *bars, unsigned series);

/* The text stands behind the bar; "" for none. */
void script_bar(FILE *script, struct bars *bars, unsigned row, unsigned slot, unsigned slots,
                double from, double to, double half_width, const char *text);

/* After the last series: an upright line through a row's bar. */
void script_marks(FILE *script, struct bars *bars);
void script_mark(FILE *script, struct bars *bars, unsigned row, double at);

/* Behind the last series or mark. */
void script_draw_bars(FILE *script, const struct rows *rows, const struct bars *bars);
