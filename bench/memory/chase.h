/*
 * SPDX-License-Identifier: MIT
 * Rings of pointers through memory, and how long it takes to follow them: the address of each load
 * is what the load before it brought, so nothing overlaps.
 */
#pragma once

#include "bench/bench.h"
#include "bench/memory/loop.h"

#define UNROLLED 8 /* steps are a multiple of it */

/* n nodes, `apart` bytes from one to the next, the last one pointing to the first. */
static inline void *ring(char *first, uint32_t n, uint32_t apart)
{
    char *node = first;

    for (uint32_t left = n; left > 1; left--, node += apart)
        *(char **)node = node + apart;
    *(char **)node = first;
    return first;
}

#define FOUR_TIMES(text) text text text text

/* UNROLLED steps each turn. Returns the node after the last one. */
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

/* Here the bus is idle again before each load: four multiplications take 36 to 40 clocks. */
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

/* They are there already when a region begins, so that it has no reads but the chase's. */
#define IN_REGISTERS(a, b) __asm__ volatile("" : "+r"(a), "+r"(b))

/* Both measure `steps` steps as region n, having gone `warm` uncounted ones before. */

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
