/*
 * SPDX-License-Identifier: MIT
 * Prints an explanation as text in a terminal.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/explain/explained.h"

struct explain_layout {
    unsigned width;
    bool plain; /* ASCII only */
    bool colour;
    const char *machine; /* "virtual P54C, 100 MHz" */
};

/* Prints the head: the clocks of an iteration, and the clocks without the causes that follow. */
void explain_text_head(const struct explained_loop *loop, const char *name,
                       const struct explain_layout *layout, FILE *to);

/* Prints the clocks by cause, and their sum; `of` names what they belong to, such as "per
 * iteration". */
void explain_text_causes(const struct cause_sums *sums, const char *of,
                         const struct explain_layout *layout, FILE *to);

/* Prints the instructions with pipe, executions, clocks and notes. */
void explain_text_lines(const struct explained_loop *loop, const struct explain_layout *layout,
                        FILE *to);

/* Prints a whole loop: head, causes, lines, diagram, changes. */
void explain_text_loop(const struct explained_loop *loop, const char *name,
                       const struct explain_layout *layout, FILE *to);

void explain_text_diagram(const struct explained_loop *loop, const struct explain_layout *layout,
                          FILE *to);
void explain_text_changes(const struct explained_loop *loop, const struct explain_layout *layout,
                          FILE *to);
