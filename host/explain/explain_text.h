/*
 * SPDX-License-Identifier: MIT
 * What was explained, as text in a terminal.
 */
#pragma once

#include <stdio.h>

#include "host/explain/explained.h"

struct explain_page {
    unsigned width;
    bool plain; /* ASCII alone */
    bool colour;
    const char *machine; /* "virtual P54C, 100 MHz" */
};

/* The head: how long a turn takes, and what it would without the causes that follow. */
void explain_print_head(const struct explained_loop *loop, const char *name,
                        const struct explain_page *page, FILE *to);

/* Where the clocks went, of so many altogether; what they are of, as in "a turn". */
void explain_print_causes(const struct cause_sums *sums, const char *of,
                          const struct explain_page *page, FILE *to);

/* Instructions with pipe, times, clocks and sentences. */
void explain_print_lines(const struct explained_loop *loop, const struct explain_page *page,
                         FILE *to);

/* All of a loop: head, causes, lines, diagram, changes. */
void explain_print_loop(const struct explained_loop *loop, const char *name,
                        const struct explain_page *page, FILE *to);

void explain_print_diagram(const struct explained_loop *loop, const struct explain_page *page,
                           FILE *to);
void explain_print_changes(const struct explained_loop *loop, const struct explain_page *page,
                           FILE *to);
