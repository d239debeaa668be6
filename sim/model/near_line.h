/*
 * SPDX-License-Identifier: MIT
 * What translated code knows of one data cache set: the line that an access finds there as it left
 * it. Such an access is one count and nothing else.
 */
#pragma once

#include <stdint.h>

#define NEAR_LINE_BYTES 32u
#define NEAR_LINES      128u /* the most there can be: sets that one page fills */

/*
 * No address that is rounded down to a line, or keeps its three lowest bits, equals it.
 */
#define NEAR_LINE_NONE 0x10u

struct near_line {
    uint32_t read, write; /* linear addresses of a line that may be read or written so */
    uint64_t host;        /* added to a linear address: where its byte lies on the host */
    uint32_t unused[3];   /* its size is a line's */
    uint32_t way;         /* of a data TLB of one set, where its page is: see struct one_set */
};

static inline void near_line_forget(struct near_line *line)
{
    line->read = line->write = NEAR_LINE_NONE;
}
