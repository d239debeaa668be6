/*
 * SPDX-License-Identifier: MIT
 * What is known of a loop or a region once it is explained: numbers and sentences, apart from how
 * they are shown. Clocks of a loop are for a turn, in the mean over the turns that were looked at.
 */
#pragma once

#include <stdbool.h>

#include "host/explain/causes.h"
#include "host/loop/code_form.h"
#include "host/loop/step_log.h"

#define EXPLAIN_NOTE  160
#define EXPLAIN_NOTES 8

/* An instruction of the loop. */
struct explained_line {
    struct code_form form;
    char text[96];
    const char *file; /* of the source; NULL where it is not known */
    int source_line;
    const char *source;           /* that line */
    double alone, u, v;           /* executions a turn, by pipe */
    double clocks;                /* a turn; of a pair its U half's and what the V half adds */
    double lost[LOST_CAUSES];     /* of them */
    char waits_for[EXPLAIN_NOTE]; /* "ST1 of fmul (3)": what the x87 had not ready; "" */
    unsigned n_notes;
    char notes[EXPLAIN_NOTES][EXPLAIN_NOTE]; /* why it takes so long, and what can be done */
};

/* A change of the loop that was tried. */
struct explained_change {
    char text[2 * EXPLAIN_NOTE];
    double clocks; /* a turn, with this change and those before it */
    bool run;      /* in the virtual Pentium; else in its model of issue alone */
};

struct explained_loop {
    uint32_t first, end; /* addresses; end is behind the last instruction */
    double turns;        /* that the region made; 0: not known */
    double clocks;
    struct explained_line *lines;
    unsigned n;
    struct cause_sums causes;
    struct step *steady; /* the turns that repeat, ... */
    unsigned n_steady, period;
    double share; /* ... and how many of the turns looked at do; 1: all, in the end */
    struct explained_change *changes;
    unsigned n_changes;
};

/* From the steps of a loop head..end-1: lines, clocks, steady state. -1 after a message where no
 * turn is whole. */
int explained_loop_make(struct explained_loop *loop, const struct model *model,
                        const struct step_log *log, uint32_t head, uint32_t end);
void explained_loop_free(struct explained_loop *loop);

/* Clocks and causes of a turn, from its lines. */
void explained_loop_total(struct explained_loop *loop);
void explained_line_causes(const struct explained_line *line, struct cause_sums *sums);

/* The line of an address, or NULL. */
struct explained_line *explained_line_at(const struct explained_loop *loop, uint32_t address);

/* Sentences for each line: why it takes its clocks. */
void explain_lines(struct explained_loop *loop);

__attribute__((format(printf, 2, 3))) void explain_note(struct explained_line *line,
                                                        const char *format, ...);
