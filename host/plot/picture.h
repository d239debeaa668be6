/*
 * SPDX-License-Identifier: MIT
 * Pictures of runs: each kind writes a script for gnuplot, which draws it (host/plot/gnuplot.h).
 *
 * Every picture names what it shows, the machine and its platform. Texts from a run are data in it,
 * never commands.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "host/run/run.h"
#include "host/show/show.h"

#define PICTURE_MOST_ROWS   60 /* more cannot be read */
#define PICTURE_MOST_SERIES 7  /* as many as there are colours to tell apart */
#define PICTURE_MOST_LINES  14 /* each colour drawn through and dashed */

enum picture_format {
    PICTURE_PNG,
    PICTURE_SVG,
    PICTURE_DATA /* no script: what is to be drawn, as JSON, for host/html/pictures.js */
};

struct picture {
    const struct run *run;
    const struct run *other; /* for compare, latency, stack: what run is held against; else NULL */
    const struct run *const *runs; /* for multiplex: all that are named, run the first of them; */
    unsigned n_runs;               /* else 0 */
    const char *silicon;           /* for latency: the table that it is held against; else NULL */
    struct selection selection;
    const char *store;  /* in which other runs of the box are; NULL: the usual one */
    const char *kernel; /* for skid and stack: the image that ran; NULL: the one that is found */
    const char *axis, *series; /* of a sweep: arguments by name; NULL: the usual ones. Of multiplex:
                                  slice, groups; NULL: both */
    enum picture_format format;
    char *note;    /* what a kind has to say in words, lines; NULL, or the caller's to free */
    char *why_not; /* set where the run has nothing to draw; the caller frees it */
};

struct picture_kind {
    const char *name;
    const char *text; /* one line, for --help */
    unsigned runs;    /* how many it takes; stack one more; latency too, or a table of silicon's;
                         multiplex    any number more */
    int (*write)(struct picture *picture, FILE *script);
};

extern const struct picture_kind picture_bars, picture_stack, picture_sweep, picture_ablation,
    picture_compare, picture_latency, picture_timeline, picture_channels, picture_skid,
    picture_multiplex, picture_breakdown;

/* All kinds, NULL at the end. */
extern const struct picture_kind *const picture_kinds[];

/* The script, for the caller to free; NULL and why_not where there is nothing to draw. */
char *picture_script(const struct picture_kind *kind, struct picture *picture, size_t *length);

/* For a kind: sets why_not, as printf, and returns -1. */
__attribute__((format(printf, 2, 3))) int picture_refuse(struct picture *picture,
                                                         const char *format, ...);

/* -1 where they are more than can be read. */
int picture_rows_fit(struct picture *picture, unsigned rows);
