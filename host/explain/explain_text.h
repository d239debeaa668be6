/*
 * SPDX-License-Identifier: MIT
 * Prints an explanation as text in a terminal.
 */
#pragma once

#include <stdio.h>

#include "host/explain/explained.h"

struct explain_page {
    unsigned width;
    bool plain; /* ASCII only */
    bool colour;
    const char *machine; /* "virtual P54C, 100 MHz" */
};

/* Prints the head: the clocks of an iteration, and the clocks without the causes that follow. */
void explain_print_head(const struct explained_loop *loop, const char *name,
                        const struct explain_page *page, FILE *to);

/* Prints the clocks by cause, and their sum; `of` names what they belong to, such as "a turn". */
void explain_print_causes(const struct cause_sums *sums, const char *of,
                          const struct explain_page *page, FILE *to);

/* Prints the instructions with pipe, executions, clocks and notes. */
void explain_print_lines(const struct explained_loop *loop, const struct explain_page *page,
                         FILE *to);

/* Prints a whole loop: head, causes, lines, diagram, changes. */
void explain_print_loop(const struct explained_loop *loop, const char *name,
                        const struct explain_page *page, FILE *to);

void explain_print_diagram(const struct explained_loop *loop, const struct explain_page *page,
                           FILE *to);
void explain_print_changes(const struct explained_loop *loop, const struct explain_page *page,
                           FILE *to);
