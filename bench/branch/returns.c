/*
 * SPDX-License-Identifier: MIT
 * Finds the depth of the return stack, if there is one: a P5 predicts RET to go to its last target,
 * as any branch.
 */

/*
 * Calls are nested `depth` deep below a first one. The function of each level has one RET and two
 * call sites. In region 2 depth the calls alternate between the two, so that each RET except the
 * first level's has another target than last time; in region 2 depth + 1 they use one call site.
 * The difference is the loss of these RETs, and the loss of the first CALL, which goes through a
 * register to two targets; that is the same at each depth.
 */
#include "bench/bench.h"
#include "bench/overlap.h"

#define VISITS  16
#define DEEPEST 9

/* From a level's two call sites to those of the level below, and back through one RET. */
__asm__(
    ".pushsection .text\n"
    ".macro level number below\n"
    "one_\\number: call one_\\below\n\t"
    "jmp back_\\number\n"
    "other_\\number: call other_\\below\n\t"
    "jmp back_\\number\n"
    "back_\\number: ret\n"
    ".endm\n"
    "level 9 8\n level 8 7\n level 7 6\n level 6 5\n level 5 4\n"
    "level 4 3\n level 3 2\n level 2 1\n level 1 0\n"
    "one_0: jmp back_0\n"
    "other_0: jmp back_0\n"
    "back_0: ret\n"
    ".popsection");

#define DEPTHS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)

#define DECLARE(depth) void one_##depth(void), other_##depth(void);
DEPTHS(DECLARE)

/* Calls first() and second() alternately. */
static __attribute__((noinline, noclone)) void visit(void (*first)(void), void (*second)(void))
{
    int visits = VISITS;

    __asm__ volatile(
        "1:  call *%0\n\t"
        "xchg %0, %1\n\t"
        "dec %2\n\t"
        "jnz 1b"
        : "+r"(first), "+r"(second), "+r"(visits)
        :
        : "cc");
}

#define MEASURE(depth)                                                                             \
    visit(one_##depth, other_##depth);                                                             \
    region("depth " #depth ", from two places in turn") visit(one_##depth, other_##depth);         \
    visit(one_##depth, one_##depth);                                                               \
    region("depth " #depth ", from one place") visit(one_##depth, one_##depth);

static void run(void)
{
    DEPTHS(MEASURE)
}

static int64_t clocks(unsigned region)
{
    return finding_measured(region, "clocks");
}

/* Thousandths of clocks that the returns of a visit lose. */
static int32_t lost(unsigned depth)
{
    const int64_t calls = clocks(0) - clocks(1);

    return (int32_t)(clocks(2 * depth) - clocks(2 * depth + 1) - calls) / VISITS;
}

static void conclude(void)
{
    /*
     * On processors that overlap work a level varies by a clock; a wrong return costs ten or more.
     */
    const int32_t little = work_overlaps() ? 5000 : 500;
    unsigned predicted = 0;

    if (clocks(0) == NOT_MEASURED)
        return;
    finding("return_elsewhere", little > 500 && lost(1) < little ? 0 : lost(1), "clocks");
    while (predicted < DEEPEST && lost(predicted + 1) < little)
        predicted++;
    if (predicted < DEEPEST)
        finding("return_stack", 1000 * (int64_t)predicted, "entries");
    else if (work_overlaps())
        finding_text("return_stack", "9 and more entries");
}

/*
 * A visit has CALL, JNZ, the last level's JMP and RET, and CALL, JMP and RET for each level above
 * it; visit()'s own CALL and RET are added.
 */
WORK("region=0 branches=16*4+2");
WORK("region=1 branches=16*4+2");
WORK("region=2 branches=16*(4+3)+2");
WORK("region=18 branches=16*(4+3*9)+2");
WORK("region=19 branches=16*(4+3*9)+2");

BENCHMARK("returns to two places in turn, by the depth of calls", run, .conclude = conclude);
