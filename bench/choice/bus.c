/*
 * SPDX-License-Identifier: MIT
 * How many of the processor's clocks a clock of the bus is, and what reads take in clocks of the
 * bus: from the second cache and from memory, to the first 8 bytes and from each to the next.
 *
 * A step reads a line that is not there, waits for it, and then rests for 0 to 11 clocks more than
 * the bus needs to bring the rest. Since a cycle begins with a clock of the bus, a longer rest
 * shows in stairs, and only one ratio and one latency make the stairs that are seen: conclude()
 * tries them all. "... in a row": without a rest, so that the bus is never idle.
 */
#include <stdlib.h>

#include "bench/choice/stairs.h"
#include "bench/memory/chase.h"
#include "bench/memory/infer.h"

#define K      1024u
#define M      (1024 * K)
#define DENSE  (1 * K)
#define NEAR   (64 * K) /* more than the first cache, less than the second */
#define FAR    (4 * M)  /* more than the second */
#define WIDE   (8 * K)  /* few of its lines may be in the second, and none for a turn */
#define STEPS  12u
#define STREAM 64u
#define WARM   8u

enum { IN_L2, IN_MEMORY = RESTS, HIT = 2 * RESTS, HIT_TWICE, L2_ROW, MEMORY_ROW };
region_name(IN_L2, "second cache, rest 0");
region_name(IN_MEMORY, "memory, rest 0");
region_name(HIT, "first cache, rest 0");
region_name(HIT_TWICE, "first cache, twice as often");
region_name(L2_ROW, "second cache, in a row");
region_name(MEMORY_ROW, "memory, in a row");

static char *memory;

static void setup(void)
{
    memory = aligned_alloc(4 * K, FAR);
}

#define REST_0  ""
#define REST_1  REST_0 "notl %2\n\t"
#define REST_2  REST_1 "notl %2\n\t"
#define REST_3  REST_2 "notl %2\n\t"
#define REST_4  REST_3 "notl %2\n\t"
#define REST_5  REST_4 "notl %2\n\t"
#define REST_6  REST_5 "notl %2\n\t"
#define REST_7  REST_6 "notl %2\n\t"
#define REST_8  REST_7 "notl %2\n\t"
#define REST_9  REST_8 "notl %2\n\t"
#define REST_10 REST_9 "notl %2\n\t"
#define REST_11 REST_10 "notl %2\n\t"
#define RESTING(n)                                                                                 \
    static void *rest_##n(void *node, uint32_t steps)                                              \
    {                                                                                              \
        uint32_t rest = 1;                                                                         \
                                                                                                   \
        __asm__ volatile(LOOP_START "movl (%0), %0\n\t" FOUR_TIMES("mull %%eax\n\t")               \
                             FOUR_TIMES("mull %%eax\n\t") REST_##n                                 \
                         "decl %1\n\t"                                                             \
                         "jnz 1b"                                                                  \
                         : "+r"(node), "+r"(steps), "+a"(rest)                                     \
                         :                                                                         \
                         : "memory", "cc", "edx");                                                 \
        return node;                                                                               \
    }
RESTING(0)
RESTING(1)
RESTING(2)
RESTING(3)
RESTING(4)
RESTING(5)
RESTING(6)
RESTING(7)
RESTING(8)
RESTING(9)
RESTING(10)
RESTING(11)

static void *(*const resting[RESTS])(void *, uint32_t) = {rest_0, rest_1, rest_2,  rest_3,
                                                          rest_4, rest_5, rest_6,  rest_7,
                                                          rest_8, rest_9, rest_10, rest_11};

static void *measure_rest(unsigned n, unsigned rest, void *node, uint32_t steps)
{
    node = resting[rest](node, WARM);
    region_begin_at(n);
    node = resting[rest](node, steps);
    region_end_at(n);
    return node;
}

static void *measure_rests(unsigned first, void *node)
{
    for (unsigned i = 0; i < RESTS; i++)
        node = measure_rest(first + i, i, node, STEPS);
    return node;
}

static void run(void)
{
    void *node;

    node = ring(memory, 1, DENSE);
    measure_rest(HIT, 0, node, STEPS);
    measure_rest(HIT_TWICE, 0, node, 2 * STEPS);
    node = chase(ring(memory, NEAR / DENSE, DENSE), 2 * NEAR / DENSE);
    node = measure_rests(IN_L2, node);
    measure_chase(L2_ROW, node, NEAR / DENSE, STREAM);
    node = ring(memory + NEAR, (FAR - NEAR) / WIDE, WIDE);
    node = measure_rests(IN_MEMORY, node);
    measure_chase(MEMORY_ROW, node, WARM, STREAM);
}

/* What begins and ends a region is in all of them. MUL has no prefix that only a wait hides. */
static bool take(struct stairs *stairs, unsigned first)
{
    const int64_t once = measured(HIT, "clocks"), twice = measured(HIT_TWICE, "clocks");
    int64_t ends;

    if (once == NOT_MEASURED || twice == NOT_MEASURED)
        return false;
    stairs->steps = STEPS;
    stairs->own = (uint32_t)(((twice - once) / STEPS + 500) / 1000);
    ends = once - (int64_t)stairs->own * STEPS * 1000;
    for (unsigned i = 0; i < RESTS; i++) {
        const int64_t clocks = measured(first + i, "clocks");

        if (clocks == NOT_MEASURED)
            return false;
        stairs->seen[i] = (clocks - ends) / STEPS;
    }
    return true;
}

/* What a row's steps take beyond the first 8 bytes, as 3 equal parts. */
static void publish_next(const char *name, struct ratio ratio, unsigned first, unsigned row)
{
    const int64_t bus = cost(row, STREAM) * ratio.bus / ratio.core;
    const int64_t next = (bus - first * 1000) / 3;
    const int64_t whole = (next + 500) / 1000;

    if (next - whole * 1000 <= 200 && whole * 1000 - next <= 200)
        publish(name, whole * 1000, "bus clocks");
    else
        finding_text(name, "not seen");
}

static void conclude(void)
{
    struct stairs far, near;
    struct ratio ratio;
    unsigned first;

    if (!take(&far, IN_MEMORY) || !take(&near, IN_L2))
        return;
    ratio = stairs_ratio(&far, &near);
    if (!ratio.core) {
        finding_text("bus_ratio", "not seen");
        return;
    }
    finding("bus_ratio_core", ratio.core * 1000, "clocks");
    finding("bus_ratio_bus", ratio.bus * 1000, "bus clocks");
    first = stairs_latency(&far, ratio);
    finding("memory_first", first * 1000, "bus clocks");
    publish_next("memory_next", ratio, first, MEMORY_ROW);
    first = stairs_latency(&near, ratio);
    finding("l2_first", first * 1000, "bus clocks");
    publish_next("l2_next", ratio, first, L2_ROW);
}

BENCHMARK("clocks of the bus, and what reads take of them", run, .setup = setup,
          .conclude = conclude, .memory = FAR + 8 * K);
