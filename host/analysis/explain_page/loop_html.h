/*
 * SPDX-License-Identifier: MIT
 * Writes an explanation as parts of an HTML page.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/explain/explained.h"

/*
 * Writes a table of clocks by cause, each with a bar; `of` names what they belong to, such as "per
 * iteration".
 */
void loop_html_causes(FILE *page, const struct cause_sums *sums, const char *of);

/*
 * Writes the instructions below their source lines; the shade shows the share of the clocks.
 * Without a pipe model, pipes and causes are omitted.
 */
void loop_html_lines(FILE *page, const struct explained_loop *loop, bool pipes);

/*
 * Draws the steady state: two iterations if they are short, otherwise one, unless it is too long to
 * draw.
 */
void loop_html_diagram(FILE *page, const struct explained_loop *loop);

/* Writes a whole loop: code on the left; diagram, causes and advice on the right. */
void loop_html(FILE *page, const struct explained_loop *loop, bool pipes);
