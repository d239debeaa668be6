/*
 * SPDX-License-Identifier: MIT
 * A diagram of a loop's iterations, as in a textbook: clocks across; U, V, x87 results and waits as
 * lanes below each other. The diagram is independent of the output format.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/explain/explained.h"

enum diagram_kind { DIAGRAM_EXECUTES, DIAGRAM_X87, DIAGRAM_WAITS };

struct diagram_cell {
    unsigned lane, from, until; /* clocks, starting from 0 */
    enum diagram_kind kind;
    char text[12];
    bool goes_on;     /* it began before the first clock */
    uint32_t address; /* of the instruction */
};

struct diagram {
    unsigned clocks, iterations, lanes;
    unsigned *iteration_at; /* the first clock of each iteration */
    char (*names)[8];       /* of lanes: "U", "V", "x87", "waits" */
    struct diagram_cell *cells;
    unsigned n;
};

/* Repeats the steady state until there are `iterations` iterations; at least one period. */
void diagram_make(struct diagram *diagram, const struct explained_loop *loop, unsigned iterations);
void diagram_free(struct diagram *diagram);

/* Prints the diagram as text of at most `width` columns; in ASCII if `plain` is set. */
void diagram_text(const struct diagram *diagram, unsigned width, bool plain, FILE *to);

/* Prints the diagram as SVG with classes that a page can style: u, v, x87, waits. */
void diagram_svg(const struct diagram *diagram, FILE *to);
