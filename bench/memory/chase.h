/*
 * SPDX-License-Identifier: MIT
 * Rings of pointers through memory, and the time to follow them: the address of each load is the
 * result of the load before it, so nothing overlaps.
 */
#pragma once

#include "bench/bench.h"
#include "bench/memory/loop.h"

#define UNROLLED 8 /* numbers of steps are multiples of it */

/* Links n nodes, `apart` bytes apart; the last one points to the first. */
static inline void *ring(char *first, uint32_t n, uint32_t apart)
{
    char *node = first;

    for (uint32_t left = n; left > 1; left--, node += apart)
        *(char **)node = node + apart;
    *(char **)node = first;
    return first;
}

#define FOUR_TIMES(text) text text text text

/* Takes UNROLLED steps per iteration. Returns the node after the last one. */
static inline void *chase_turns(void *node, uint32_t turns)
{
    __asm__ volatile(LOOP_START FOUR_TIMES("movl (%0), %0\n\tmovl (%0), %0\n\t") "decl %1\n\t"
                                                                                 "jnz 1b"
                     : "+r"(node), "+r"(turns)
                     :
                     : "memory", "cc");
    return node;
}

static inline void *chase(void *node, uint32_t steps)
{
    return chase_turns(node, steps / UNROLLED);
}

/* The bus is idle again before each load: four multiplications take 36 to 40 clocks. */
static inline void *chase_slowly(void *node, uint32_t steps)
{
    uint32_t rest = 1;

    __asm__ volatile(LOOP_START
                     "movl (%0), %0\n\t" FOUR_TIMES("imull %2, %2\n\t") "decl %1\n\t"
                                                                        "jnz 1b"
                     : "+r"(node), "+r"(steps), "+r"(rest)
                     :
                     : "memory", "cc");
    return node;
}

/* Loads both values into registers before a region, which then has no reads but the chase's. */
#define IN_REGISTERS(a, b) __asm__ volatile("" : "+r"(a), "+r"(b))

/* Both functions take `warm` uncounted steps and measure `steps` steps as region n. */

static __attribute__((noinline, unused)) void *measure_chase(unsigned n, void *node, uint32_t warm,
                                                             uint32_t steps)
{
    uint32_t turns = steps / UNROLLED;

    node = chase(node, warm);
    IN_REGISTERS(node, turns);
    region_begin_at(n);
    node = chase_turns(node, turns);
    region_end_at(n);
    return node;
}

static __attribute__((noinline, unused)) void *measure_chase_slowly(unsigned n, void *node,
                                                                    uint32_t warm, uint32_t steps)
{
    node = chase_slowly(node, warm);
    region_begin_at(n);
    node = chase_slowly(node, steps);
    region_end_at(n);
    return node;
}
