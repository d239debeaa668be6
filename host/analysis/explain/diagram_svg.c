/*
 * SPDX-License-Identifier: MIT
 * Draws a diagram as SVG: a rectangle for each cell, with its width in clocks. The page's style
 * sheet sets the colours by class; the colours below are the default.
 */
#include "host/analysis/explain/diagram.h"

#include <string.h>

enum { CLOCK = 46, LANE = 24, BOX = 19, LEFT = 44, TOP = 22 };

static const char style[] =
    "<style>text{font:12px sans-serif;fill:currentColor}.mono{font-family:monospace}"
    ".u{fill:#56B4E9}.v{fill:#009E73}.x87{fill:#F0E442}.waits{fill:#D55E00}"
    ".cell text{fill:#000}.turn{stroke:currentColor;stroke-dasharray:3 3}"
    ".grid{stroke:currentColor;opacity:.15}</style>\n";

static const char *class_of(const struct diagram_cell *cell)
{
    static const char *const pipes[] = {"u", "v"};
    return cell->kind == DIAGRAM_WAITS ? "waits"
           : cell->kind == DIAGRAM_X87 ? "x87"
                                       : pipes[cell->lane & 1];
}

static void diagram_svg_cell(const struct diagram_cell *cell, FILE *to)
{
    unsigned x = LEFT + cell->from * CLOCK, y = TOP + cell->lane * LANE;
    unsigned width = (cell->until - cell->from) * CLOCK - 2;
    fprintf(to,
            "<g class=\"cell\"><title>%s, clocks %u to %u</title>"
            "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"2\"/>"
            "<text class=\"mono\" x=\"%u\" y=\"%u\">%s</text></g>\n",
            cell->text, cell->from + 1, cell->until, class_of(cell), x + 1, y, width, (unsigned)BOX,
            x + 4, y + 14, cell->text);
}

static void diagram_svg_grid(const struct diagram *diagram, FILE *to)
{
    unsigned bottom = TOP + diagram->lanes * LANE;
    for (unsigned clock = 0; clock <= diagram->clocks; clock++)
        fprintf(to, "<line class=\"grid\" x1=\"%u\" x2=\"%u\" y1=\"%d\" y2=\"%u\"/>\n",
                LEFT + clock * CLOCK, LEFT + clock * CLOCK, TOP - 4, bottom);
    for (unsigned clock = 0; clock < diagram->clocks; clock++)
        fprintf(to, "<text x=\"%u\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                LEFT + clock * CLOCK + CLOCK / 2, TOP - 8, clock + 1);
    for (unsigned i = 1; i < diagram->iterations; i++)
        fprintf(to, "<line class=\"turn\" x1=\"%u\" x2=\"%u\" y1=\"%d\" y2=\"%u\"/>\n",
                LEFT + diagram->iteration_at[i] * CLOCK, LEFT + diagram->iteration_at[i] * CLOCK,
                TOP - 18, bottom);
    for (unsigned lane = 0; lane < diagram->lanes; lane++)
        fprintf(to, "<text x=\"2\" y=\"%u\">%s</text>\n", TOP + lane * LANE + 14,
                diagram->names[lane]);
}

void diagram_svg(const struct diagram *diagram, FILE *to)
{
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" width=\"%u\" "
            "height=\"%u\" viewBox=\"0 0 %u %u\">\n",
            LEFT + diagram->clocks * CLOCK + 4, TOP + diagram->lanes * LANE,
            LEFT + diagram->clocks * CLOCK + 4, TOP + diagram->lanes * LANE);
    fputs(style, to);
    diagram_svg_grid(diagram, to);
    for (unsigned i = 0; i < diagram->n; i++)
        diagram_svg_cell(&diagram->cells[i], to);
    fputs("</svg>\n", to);
}
