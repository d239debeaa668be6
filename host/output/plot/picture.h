/*
 * SPDX-License-Identifier: MIT
 * Pictures of runs: each kind writes a gnuplot script, which gnuplot draws
 * (host/output/plot/gnuplot.h).
 *
 * Every picture shows its subject, the machine and its platform. Text from a run is quoted as data
 * in the script, so it cannot contain commands.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

#define PICTURE_MOST_ROWS   60 /* more are unreadable */
#define PICTURE_MOST_SERIES 7  /* number of distinguishable colours */
#define PICTURE_MOST_LINES  14 /* each colour solid and dashed */

enum picture_format {
    PICTURE_PNG,
    PICTURE_SVG,
    PICTURE_DATA /* no script, but JSON for host/output/html/pictures.js */
};

struct picture {
    const struct run *run;
    const struct run *other;       /* for compare, latency, stack: the second run; else NULL */
    const struct run *const *runs; /* for multiplex: all runs, `run` is the first of them; */
    unsigned n_runs;               /* else 0 */
    const char *silicon;           /* for latency: the chip's table to compare with; else NULL */
    struct result_selection selection;
    const char *store;  /* the store with other runs of the machine; NULL: the default */
    const char *kernel; /* for skid and stack: the image that ran; NULL: search for it */
    /* for sweep: names of arguments; NULL: the defaults. For multiplex: slice or groups; NULL:
     * both */
    const char *axis, *series;
    enum picture_format format;
    char *note;    /* remarks of the kind, as lines; NULL, or freed by the caller */
    char *why_not; /* the reason if there is nothing to draw; the caller frees it */
};

struct picture_kind {
    const char *name;
    const char *text; /* one line, for --help */
    /* number of runs; stack and latency also accept a second one, latency a chip's table instead,
     * multiplex any number */
    unsigned runs;
    int (*write)(struct picture *picture, FILE *script);
};

/* Each is defined in the file of its name: picture_bars in plot_bars.c. */
extern const struct picture_kind picture_bars, picture_stack, picture_sweep, picture_ablation,
    picture_compare, picture_latency, picture_timeline, picture_channels, picture_skid,
    picture_multiplex, picture_breakdown;

/* Returns the script, which the caller frees; NULL with why_not set if there is nothing to draw. */
char *picture_render(const struct picture_kind *kind, struct picture *picture, size_t *length);

/* Called by a kind: sets why_not, formatted as by printf, and returns -1. */
__attribute__((format(printf, 2, 3))) int picture_refuse(struct picture *picture,
                                                         const char *format, ...);

/* Returns -1, with why_not set, if there are more rows than a picture can show. */
int picture_rows_fit(struct picture *picture, unsigned rows);
