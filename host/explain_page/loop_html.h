/*
 * SPDX-License-Identifier: MIT
 * What was explained, as parts of an HTML page.
 */
#pragma once

#include <stdio.h>

#include "host/explain/explained.h"

/* The page's own style sheet, behind host/html's. */
extern const char explain_style[];

/* A table of clocks by cause, each with a bar; what they are of, as in "a turn". */
void loop_html_causes(FILE *page, const struct cause_sums *sums, const char *of);

/* Instructions below their source lines, each with its share of the clocks as a shade. Where the
 * processor's pipes are not known, those and causes are left out. */
void loop_html_lines(FILE *page, const struct explained_loop *loop, bool pipes);

/* The steady state: two short turns, or one; if that is not too long to draw. */
void loop_html_diagram(FILE *page, const struct explained_loop *loop);

/* All of a loop: code on the left; diagram, causes and what to do on the right. */
void loop_html(FILE *page, const struct explained_loop *loop, bool pipes);
