/*
 * SPDX-License-Identifier: MIT
 * Finds the ratio of processor clocks to bus clocks, and the bus clocks of reads from the second
 * cache and from memory: to the first 8 bytes, and for each following 8.
 */

/*
 * A step reads a line that is not in the cache, waits for it, and then rests 0 to 11 clocks longer
 * than the bus needs for the rest of the line. A bus cycle begins with a bus clock, so the time
 * grows in steps as the rest grows, and only one ratio and one latency fit the measured steps:
 * conclude() tries all of them. Regions "... in a row" have no rest, so that the bus is never idle.
 */
#include <stdlib.h>

#include "bench/choice/stairs.h"
#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/window.h"

#define K      1024u
#define M      (1024 * K)
#define DENSE  (1 * K)
#define NEAR   (64 * K) /* more than the first cache, less than the second */
#define FAR    (4 * M)  /* more than the second */
#define WIDE   (8 * K)  /* few lines fit the second cache, none stays for an iteration */
#define STEPS  10u
#define STREAM 24u
#define WARM   4u

#define LINE       32u
#define MANY_LINES 24u
#define GIVEN_UP   16u
#define SAME_SET   (512 * K) /* distance of lines that share a set in both caches */
#define OUTS       10
#define PORT_RESTS 4
#define OUT_CLOCKS 12 /* in ring 0, including the bus cycle: MAME, 86Box */

enum {
    IN_L2,
    IN_MEMORY = RESTS,
    HIT = 2 * RESTS,
    HIT_TWICE,
    L2_ROW,
    MEMORY_ROW,
    WRITES,
    WRITES_TWICE,
    CLEAN,
    WRITTEN_ONCE,
    WRITTEN_TWICE,
    PORT,
    PORT_MORE = PORT + PORT_RESTS,
};
region_name(IN_L2, "second cache, rest 0");
region_name(IN_MEMORY, "memory, rest 0");
region_name(HIT, "first cache, rest 0");
region_name(HIT_TWICE, "first cache, twice as often");
region_name(L2_ROW, "second cache, in a row");
region_name(MEMORY_ROW, "memory, in a row");
region_name(WRITES, "writes to memory");
region_name(WRITES_TWICE, "writes, twice as many");
region_name(CLEAN, "lines given up");
region_name(WRITTEN_ONCE, "lines given up, written once");
region_name(WRITTEN_TWICE, "lines given up, written twice");
region_name(PORT, "OUT, rest 0");
region_name(PORT_MORE, "OUT, rest 0, 11 times");

static char *memory, *unread;

static void setup(void)
{
    memory = aligned_alloc(4 * K, FAR);
    unread = aligned_alloc(4 * K, 2 * MANY_LINES * LINE);
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

/* Writes to lines that are in no cache: each is a bus cycle, from either pipe's buffer. */
static __attribute__((noinline)) void measure_writes(unsigned n, char *line, uint32_t lines)
{
    keep(((volatile struct region *)regions)[n].entries); /* loads the probe's data */
    for (volatile unsigned idle = 0; idle < 100; idle++)
        ; /* waits until the bus is idle */
    region_begin_at(n);
    __asm__ volatile(LOOP_START
                     "movl %1, (%0)\n\t"
                     "movl %1, 36(%0)\n\t"
                     "addl $64, %0\n\t"
                     "subl $2, %1\n\t"
                     "jnz 1b"
                     : "+r"(line), "+r"(lines)
                     :
                     : "memory", "cc");
    region_end_at(n);
}

#define WRITE_0
#define WRITE_1 "movl %1, 4(%0)\n\t"
#define WRITE_2 WRITE_1 "movl %1, 8(%0)\n\t"
#define GIVING_UP(writes)                                                                          \
    static void *give_up_##writes(void *node, uint32_t steps)                                      \
    {                                                                                              \
        uint32_t next;                                                                             \
                                                                                                   \
        __asm__ volatile(LOOP_START "movl (%0), %2\n\t" WRITE_##writes                             \
                         "movl %2, %0\n\t"                                                         \
                         "decl %1\n\t"                                                             \
                         "jnz 1b"                                                                  \
                         : "+r"(node), "+r"(steps), "=&r"(next)                                    \
                         :                                                                         \
                         : "memory", "cc");                                                        \
        return node;                                                                               \
    }
GIVING_UP(0)
GIVING_UP(1)
GIVING_UP(2)

static void *measure_given_up(unsigned n, void *(*give_up)(void *, uint32_t), void *node)
{
    node = give_up(node, WARM);
    region_begin_at(n);
    node = give_up(node, GIVEN_UP);
    region_end_at(n);
    return node;
}

#define OUT(times, rest) ".rept " #times "\n\toutb %%al, $0x80\n\t" rest ".endr"
#define MEASURE_OUT(n, rest)                                                                       \
    region_begin(PORT + n);                                                                        \
    __asm__ volatile(OUT(1, rest) : : "a"(0), "r"(0), "d"(0));                                     \
    region_end(PORT + n);                                                                          \
    region_begin(PORT_MORE + n);                                                                   \
    __asm__ volatile(OUT(11, rest) : : "a"(0), "r"(0), "d"(0));                                    \
    region_end(PORT_MORE + n)

static void measure_port(void)
{
    MEASURE_OUT(0, "");
    MEASURE_OUT(1, "notl %2\n\t");
    MEASURE_OUT(2, "notl %2\n\tnotl %2\n\t");
    MEASURE_OUT(3, "notl %2\n\tnotl %2\n\tnotl %2\n\t");
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
    measure_chase(MEMORY_ROW, node, UNROLLED, STREAM);

    measure_writes(WRITES, unread, MANY_LINES);
    measure_writes(WRITES_TWICE, unread, 2 * MANY_LINES);
    node = ring(memory, FAR / SAME_SET, SAME_SET);
    node = measure_given_up(CLEAN, give_up_0, node);
    node = measure_given_up(WRITTEN_ONCE, give_up_1, node);
    measure_given_up(WRITTEN_TWICE, give_up_2, node);
    if (in_ring_0())
        measure_port();
}

/*
 * All regions include the same begin and end. The loop of HIT gives the clocks of a step without
 * misses; MUL has no prefix whose decoding only a wait would hide.
 */
static bool take(struct stairs *stairs, unsigned first)
{
    const int64_t once = finding_measured(HIT, "clocks"),
                  twice = finding_measured(HIT_TWICE, "clocks");
    int64_t ends;

    if (once == NOT_MEASURED || twice == NOT_MEASURED)
        return false;
    stairs->steps = STEPS;
    stairs->rests = RESTS;
    stairs->own = (uint32_t)(((twice - once) / STEPS + 500) / 1000);
    ends = once - (int64_t)stairs->own * STEPS * 1000;
    for (unsigned i = 0; i < RESTS; i++) {
        const int64_t clocks = finding_measured(first + i, "clocks");

        if (clocks == NOT_MEASURED)
            return false;
        stairs->seen[i] = (clocks - ends) / STEPS;
    }
    return true;
}

/* Converts to bus clocks; -1 if that is not a whole number. */
static int64_t whole_bus_clocks(struct ratio ratio, int64_t clocks)
{
    const int64_t bus = clocks * ratio.bus / ratio.core;
    const int64_t whole = (bus + 500) / 1000 * 1000;

    return bus - whole <= 250 && whole - bus <= 250 ? whole : -1;
}

/* The time of a row's steps after the first 8 bytes, divided into 3 equal parts. */
static int64_t next_of(struct ratio ratio, int64_t first, int64_t clocks)
{
    const int64_t bus = clocks * ratio.bus / ratio.core;

    return whole_bus_clocks((struct ratio){1, 1}, (bus - first) / 3);
}

/*
 * Valid if a write miss does not allocate the line, and if an evicted line was read from memory.
 * The last evicted line is still on its way when the region ends.
 */
static void conclude_writes(struct ratio ratio)
{
    const int64_t some = finding_measured(WRITES, "clocks"),
                  more = finding_measured(WRITES_TWICE, "clocks");
    const int64_t clean = cost(CLEAN, GIVEN_UP), row = cost(MEMORY_ROW, STREAM);
    const int64_t none = finding_measured(CLEAN, "clocks"),
                  once = finding_measured(WRITTEN_ONCE, "clocks");
    const int64_t twice = finding_measured(WRITTEN_TWICE, "clocks");
    const int64_t longer = once - none > twice - once ? once - none : twice - once;
    const int64_t first = whole_bus_clocks(ratio, (more - some) / MANY_LINES);

    publish("memory_write_first", first, "bus clocks");
    publish("memory_write_next",
            first < 0 || clean < row - row / 16 ? -1
                                                : next_of(ratio, first, longer / (GIVEN_UP - 1)),
            "bus clocks");
}

/* The times of ten consecutive OUTs grow in steps too. */
static void conclude_port(struct ratio ratio)
{
    struct stairs stairs = {.own = OUT_CLOCKS, .rests = PORT_RESTS, .steps = OUTS};

    for (unsigned i = 0; i < PORT_RESTS; i++) {
        const int64_t once = finding_measured(PORT + i, "clocks");
        const int64_t more = finding_measured(PORT_MORE + i, "clocks");

        if (once == NOT_MEASURED || more == NOT_MEASURED)
            return;
        stairs.seen[i] = (more - once) / OUTS;
    }
    publish("port_cycle", (int64_t)stairs_latency(&stairs, ratio) * 1000, "bus clocks");
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
    publish("memory_next", next_of(ratio, first * 1000, cost(MEMORY_ROW, STREAM)), "bus clocks");
    first = stairs_latency(&near, ratio);
    finding("l2_first", first * 1000, "bus clocks");
    publish("l2_next", next_of(ratio, first * 1000, cost(L2_ROW, STREAM)), "bus clocks");
    conclude_writes(ratio);
    conclude_port(ratio);
}

BENCHMARK("bus clocks, and how many of them reads consume", run, .setup = setup,
          .conclude = conclude, .memory = FAR + 2 * MANY_LINES * LINE + 8 * K);
