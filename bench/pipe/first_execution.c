/*
 * SPDX-License-Identifier: MIT
 * Clocks of code that runs for the first time since its line entered the cache, and of code that
 * was written to.
 */

/*
 * A P5 does not yet know the instruction boundaries in such a line, and pairs only if the first of
 * two instructions has one byte (RBIL on TR2; Agner Fog 8; Abrash 20). Two bodies of seven pairs
 * each, of the same length, are executed with their line in the cache, and after calls to others of
 * its set have evicted it. The loss of one body beyond that of the other is that of its pairs,
 * whose first instruction has two bytes. For the second measurement a body is overwritten with its
 * own bytes and then executed.
 */
#include "bench/bench.h"

#include "stdlib.h"
#include "string.h"

#define LINE   32
#define WAY    4096 /* distance of two lines of a set */
#define OTHERS 8
#define ARENA  (WAY * (OTHERS + 2))
#define TIMES  8
#define PAIRS  7

enum { KNOWN, NEW = 2, WRITTEN_TO = 4, ELSE_WRITTEN_TO, FIRST };
region_name(KNOWN, "pairs from two bytes, known");
region_name(KNOWN + 1, "pairs from one byte, known");
region_name(NEW, "pairs from two bytes, new");
region_name(NEW + 1, "pairs from one byte, new");
region_name(WRITTEN_TO, "written to");
region_name(ELSE_WRITTEN_TO, "something else written to");
region_name(FIRST, "first"); /* takes the misses of the measuring code if the caches are cold */

/* Two lines, each of seven pairs and RET: the first of a pair has two bytes, or one. */
__asm__(
    ".pushsection .rodata\n"
    ".balign 32\n"
    "bodies_of_pairs:\n"
    ".rept 7\n\t"
    "mov %edx, %eax\n\t"
    "mov %edx, %ecx\n"
    ".endr\n\t"
    "ret\n"
    ".balign 32\n"
    ".rept 7\n\t"
    "inc %eax\n\t"
    "leal 1(%edx), %ecx\n"
    ".endr\n\t"
    "ret\n"
    ".balign 32\n"
    ".popsection");

extern const uint8_t bodies_of_pairs[];

static uint8_t *body[2]; /* pairs that start with two bytes, and with one */
static uint8_t *data;    /* a line that nothing reads */

static void run(void);

/*
 * The distance from the sets of run()'s lines is half a way, so that the lines that evict a body do
 * not evict them.
 */
static void setup(void)
{
    const uintptr_t apart = ((uintptr_t)run + WAY / 2) % WAY / LINE * LINE;
    uint8_t *arena = (uint8_t *)aligned_alloc(WAY, ARENA) + apart;

    body[0] = arena;
    body[1] = arena + LINE;
    data = arena + WAY / 2;
    memcpy(body[0], bodies_of_pairs, 2 * LINE);
    for (int other = 1; other <= OTHERS; other++)
        arena[other * WAY] = arena[other * WAY + LINE] = 0xc3; /* RET */
}

static inline __attribute__((always_inline)) void call(const uint8_t *code)
{
    __asm__ volatile("call *%0" : : "r"(code) : "eax", "ecx", "cc", "memory");
}

static void displace(const uint8_t *code)
{
    for (int other = 1; other <= OTHERS; other++)
        call(code + other * WAY);
}

/* All calls are from one place, so that each CALL and RET has the same target as before. */
static __attribute__((noinline)) void measure(unsigned n, const uint8_t *code)
{
    region_begin_at(n);
    call(code);
    region_end_at(n);
}

static __attribute__((noinline)) void measure_writing(unsigned n, volatile uint8_t *to)
{
    const uint8_t value = bodies_of_pairs[0], *const code = body[0];

    region_begin_at(n);
    *to = value;
    call(code);
    region_end_at(n);
}

static void run(void)
{
    measure_writing(FIRST, data);
    for (int i = 0; i < TIMES; i++) {
        for (unsigned n = 0; n < 2; n++) {
            measure(FIRST, body[n]);
            measure(KNOWN + n, body[n]);
            displace(body[n]);
            measure(NEW + n, body[n]);
        }
        measure_writing(WRITTEN_TO, body[0]);
        measure_writing(ELSE_WRITTEN_TO, data);
    }
}

static int32_t difference(unsigned region, unsigned baseline)
{
    return (int32_t)(finding_measured(region, "clocks") - finding_measured(baseline, "clocks"));
}

/* A fill begins with a bus clock, which may be up to 2 clocks earlier or later for 7 pairs. */
static void whole_clocks(const char *name, int32_t thousandths)
{
    finding(name, (thousandths + (thousandths < 0 ? -500 : 500)) / 1000 * 1000, "clocks");
}

static void conclude(void)
{
    if (finding_measured(KNOWN, "clocks") == NOT_MEASURED)
        return;
    whole_clocks("first_execution",
                 (difference(NEW, NEW + 1) - difference(KNOWN, KNOWN + 1)) / (TIMES * PAIRS));
    whole_clocks("self_modifying", difference(WRITTEN_TO, ELSE_WRITTEN_TO) / TIMES);
}

/* Seven pairs eight times; regions 2 and 3 miss the cache eight times. */
WORK("region=0 instructions_executed_in_v_pipe=56 code_cache_miss=0");
WORK("region=1 instructions_executed_in_v_pipe=56 code_cache_miss=0");
WORK("region=2 code_cache_miss=8");
WORK("region=3 instructions_executed_in_v_pipe=56 code_cache_miss=8");
WORK("cpu=p54c region=2 instructions_executed_in_v_pipe=0");
WORK("cpu=p55c region=2 instructions_executed_in_v_pipe=56");
WORK("region=4 code_cache_miss=8");
WORK("region=5 code_cache_miss=0");

BENCHMARK("pairs in code that is new in the cache; code that is written to", run, .setup = setup,
          .conclude = conclude, .memory = ARENA + WAY);
