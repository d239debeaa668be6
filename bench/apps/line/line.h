/*
 * SPDX-License-Identifier: MIT
 * The inner loops of a line, in line.asm.
 */
#pragma once

#include <stdint.h>

/*
 * A line from `from`: `length` pixels, a multiple of 4 and at most 32,768, one step `along` apart
 * each, and one step `aside` too wherever i * rise / run, rounded to the nearest, is one more than
 * for the pixel before.
 */
struct line {
    uint8_t *from;
    uint32_t length;
    int32_t along, aside; /* bytes */
    uint32_t rise, run;   /* rise <= run */
};

typedef void line_draw(const struct line *line, uint8_t colour);
line_draw line_draw_branching, line_draw_carrying;
