/*
 * SPDX-License-Identifier: MIT
 * Bandwidth of loops of 64 bytes per iteration, 64 KB per run, over `size` bytes. In a larger
 * buffer each run continues where the previous one ended; the first starts at the beginning, so
 * that earlier measurements have no influence.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/memory/loop.h"

#define RUN_BYTES  (64 * 1024u)
#define TURN_BYTES 64u

/* An iteration: the text for each place from 0 to 63, in steps of the access width. */
#define TURN(bytes, text)                                                                          \
    ".set place, 0\n\t"                                                                            \
    ".rept 64 / " #bytes "\n\t" text                                                               \
    "\n\t"                                                                                         \
    ".set place, place + " #bytes                                                                  \
    "\n\t"                                                                                         \
    ".endr\n\t"

/* Iterates %2 times from %0, and to %1; %3 is a scratch register. */
#define NEXT_TURN "addl %4, %0\n\taddl %4, %1\n\tdecl %2\n\tjnz 1b"
#define LOOP(width, text)                                                                          \
    __asm__ volatile(LOOP_START TURN(width, text) NEXT_TURN                                        \
                     : "+r"(from), "+r"(to), "+q"(turns), "=&q"(value)                             \
                     : "i"(TURN_BYTES)                                                             \
                     : "memory", "cc", "st", "st(1)")

/* The same by a string instruction with a repeat prefix, which counts ECX down. */
#define STRING(text, width)                                                                        \
    do {                                                                                           \
        uint32_t count = turns * (TURN_BYTES / (width));                                           \
        __asm__ volatile("cld\n\t" text                                                            \
                         : "+S"(from), "+D"(to), "+c"(count), "=&a"(value)                         \
                         :                                                                         \
                         : "memory", "cc");                                                        \
    } while (0)

/* The part of a buffer that the next run covers, and the number of repetitions. */
struct stretch {
    uint32_t at, bytes, times;
};

static uint32_t next_at;

/* Earlier measurements do not influence the next. */
static inline void stretches_begin(void)
{
    next_at = 0;
}

static inline struct stretch next_stretch(long size)
{
    struct stretch stretch = {.bytes = (uint32_t)size, .times = 1};

    if (stretch.bytes <= RUN_BYTES) {
        stretch.times = RUN_BYTES / stretch.bytes;
        return stretch;
    }
    stretch.bytes = RUN_BYTES;
    stretch.at = next_at % (uint32_t)size;
    next_at = stretch.at + RUN_BYTES;
    return stretch;
}

/* Loads lines that fit the cache before writing begins: a write miss allocates none. */
static inline void read_lines(const char *from, struct stretch stretch)
{
    for (uint32_t at = 0; stretch.times > 1 && at < stretch.bytes; at += 16)
        keep(*(const volatile char *)(from + at));
}

static inline char *allocate_clear(long size)
{
    return memset(aligned_alloc(4096, (size_t)size), 0, (size_t)size);
}
