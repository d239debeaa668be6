/*
 * SPDX-License-Identifier: MIT
 * Turns of a loop as a book draws them: clocks across; U, V, the x87's results and what is waited
 * for below each other. What is drawn is apart from how.
 */
#pragma once

#include <stdio.h>

#include "host/explain/explained.h"

enum diagram_kind { DIAGRAM_EXECUTES, DIAGRAM_X87, DIAGRAM_WAITS };

struct diagram_cell {
    unsigned lane, from, until; /* clocks from 0 on */
    enum diagram_kind kind;
    char text[12];
    bool goes_on;     /* from before the first clock */
    uint32_t address; /* of the instruction */
};

struct diagram {
    unsigned clocks, turns, lanes;
    unsigned *turn_at; /* the clock that each begins at */
    char (*names)[8];  /* of lanes: "U", "V", "x87", "waits" */
    struct diagram_cell *cells;
    unsigned n;
};

/* The steady state, again and again up to `turns` turns, one period at least. */
void diagram_make(struct diagram *diagram, const struct explained_loop *loop, unsigned turns);
void diagram_free(struct diagram *diagram);

/* As text of at most so many columns; in ASCII where `plain`. */
void diagram_text(const struct diagram *diagram, unsigned width, bool plain, FILE *to);

/* As an SVG picture of classes that a page may style: u, v, x87, waits. */
void diagram_svg(const struct diagram *diagram, FILE *to);
