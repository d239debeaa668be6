/*
 * SPDX-License-Identifier: MIT
 * The explanation of a loop or region: numbers and notes, independent of the output format. A
 * loop's clocks are per iteration, as the mean over the observed iterations.
 */
#pragma once

#include <stdbool.h>

#include "host/analysis/explain/causes.h"
#include "host/analysis/code/code_form.h"
#include "host/analysis/code/step_log.h"

#define EXPLAIN_NOTE  160
#define EXPLAIN_NOTES 8

/* An instruction of the loop. */
struct explained_line {
    struct code_form form;
    char text[96];
    const char *file; /* source file; NULL if unknown */
    int source_line;
    const char *source; /* text of that line */
    double alone, u, v; /* executions per iteration, by pipe */
    double clocks;      /* per iteration; a pair's are at its U half, V adds only further ones */
    double lost[LOST_CAUSES];     /* part of `clocks` */
    char waits_for[EXPLAIN_NOTE]; /* "ST1 of fmul (3)": the x87 operand that was not ready; or "" */
    unsigned n_notes;
    char notes[EXPLAIN_NOTES][EXPLAIN_NOTE]; /* reasons for its clocks, and remedies */
};

/* A change of the loop that was tried. */
struct explained_change {
    char text[2 * EXPLAIN_NOTE];
    double clocks; /* of an iteration with this change and those before it */
};

struct explained_loop {
    uint32_t first, end; /* addresses; end is after the last instruction */
    double iterations;   /* iterations in the region; 0: unknown */
    double clocks;
    struct explained_line *lines;
    unsigned n;
    struct cause_sums causes;
    struct logged_step *steady; /* the steps of the iterations that repeat */
    unsigned n_steady, period;
    double share; /* share of the observed iterations that repeat; 1: all of the last ones */
    struct explained_change *changes;
    unsigned n_changes;
};

/*
 * Builds a loop head..end-1 from steps: lines, clocks, steady state. Returns -1 after a message if
 * no iteration is complete.
 */
int explained_loop_make(struct explained_loop *loop, const struct model *model,
                        const struct step_log *log, uint32_t head, uint32_t end);
void explained_loop_free(struct explained_loop *loop);

/* Compute clocks and causes of an iteration from its lines. */
void explained_loop_total(struct explained_loop *loop);
void explained_loop_line_causes(const struct explained_line *line, struct cause_sums *sums);

/* Returns the line of an address, or NULL. */
struct explained_line *explained_loop_line_at(const struct explained_loop *loop, uint32_t address);

/* Adds notes to each line: the reasons for its clocks. */
void stall_reasons_note_lines(struct explained_loop *loop);

__attribute__((format(printf, 2, 3))) void explained_loop_note(struct explained_line *line,
                                                               const char *format, ...);
