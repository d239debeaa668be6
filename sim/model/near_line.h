/*
 * SPDX-License-Identifier: MIT
 * Entry of translated code for one data cache set: a line that it can access with no effect other
 * than one count.
 */
#pragma once

#include <stdint.h>

#define NEAR_LINE_BYTES 32u
#define NEAR_LINES      128u /* maximum: the sets that one page fills */

/*
 * Differs from every address rounded down to a line, and from every address reduced to its three
 * lowest bits.
 */
#define NEAR_LINE_NONE 0x10u

struct near_line {
    uint32_t read, write; /* linear address of a line that may be read, written directly */
    uint64_t host;        /* added to a linear address gives the host address of the byte */
    uint32_t unused[3];   /* padding to the size of a line */
    uint32_t way;         /* the page's way in a data TLB of one set: see struct one_set */
};

static inline void near_line_forget(struct near_line *line)
{
    line->read = line->write = NEAR_LINE_NONE;
}
