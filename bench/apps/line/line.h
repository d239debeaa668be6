/*
 * SPDX-License-Identifier: MIT
 * The inner loops that draw a line, implemented in line.asm.
 */
#pragma once

#include <stdint.h>

/*
 * A line that starts at `from`. `length` is a multiple of 4 and at most 32,768 pixels. Each pixel
 * is a step `along` from the previous one, and a step `aside` too if i * rise / run, rounded to
 * nearest, is one more than for the previous pixel.
 */
struct line {
    uint8_t *from;
    uint32_t length;
    int32_t along, aside; /* bytes */
    uint32_t rise, run;   /* rise <= run */
};

typedef void line_draw(const struct line *line, uint8_t colour);
line_draw line_draw_branching, line_draw_carrying;
