/*
 * SPDX-License-Identifier: MIT
 * Finds how many taken branches the branch target buffer stores, by the distance between them.
 */

/*
 * The last bytes of the jumps of a ring are `distance` apart, and each jump executes once per
 * iteration. The ring first runs until the BTB contains as many of them as it can. Then regions 2 i
 * and 2 i + 1 run 8 and 24 iterations of ring i. The code before and after a ring is in both, so
 * their difference is 16 iterations. A jump that stays predicted takes a whole number of clocks,
 * the same as in a ring of one; a jump that is evicted takes more.
 *
 * If the lowest bits of a branch's address select its set, S sets of W entries store S x W jumps at
 * an odd distance, S x W / d at a distance d that is a power of two below S, and W from S on.
 */
#include "bench/bench.h"
#include "bench/overlap.h"

#include "format.h"
#include "stdlib.h"
#include "string.h"

static long distance;

/* clang-format off */
#define SIZES(X) \
    X(0, 1) X(1, 2) X(2, 3) X(3, 4) X(4, 5) X(5, 6) X(6, 7) X(7, 8) X(8, 9) X(9, 16) X(10, 17) \
    X(11, 32) X(12, 33) X(13, 64) X(14, 65) X(15, 128) X(16, 129) X(17, 256) X(18, 257) \
    X(19, 512) X(20, 513)
/* clang-format on */

#define COUNT(i, count) count,
static const int counts[] = {SIZES(COUNT)};

#define RINGS (int)(sizeof counts / sizeof *counts)

/* The ring stays in one way of an 8 KB code cache, and the probes in the other. */
#define LARGEST_RING 4096
#define ARENA        (32 * 1024)

/* Processors on which work overlaps have code caches with four ways of 8 KB and more. */
#define LARGEST_RING_THERE (4 * LARGEST_RING)
#define ARENA_THERE        (128 * 1024)

static bool overlaps;
static uint8_t *rings[RINGS]; /* entry points; NULL: too large */

/* Uses short jumps if they reach two places ahead. */
static int near_jumps(void)
{
    return distance >= 64;
}

/* Returns the start of the code of place i; the BTB identifies it by its last byte, `last`. */
static uint8_t *start(uint8_t *last, int i)
{
    if (i)
        return last - (near_jumps() ? 4 : 1);
    return last - (near_jumps() ? 6 : 2);
}

/* Goes up through the even places and down through the odd ones: no jump spans more than two. */
static int next(int i, int count)
{
    if (i % 2)
        return i == 1 ? 0 : i - 2;
    if (i + 2 < count)
        return i + 2;
    return count < 2 ? 0 : count % 2 ? count - 2 : count - 1;
}

/* Place 0 counts iterations: DEC ECX, JNZ, and RET after the last. The others are JMP. */
static void put(uint8_t *first, int i, int count)
{
    const int to = next(i, count);
    uint8_t *last = first + i * distance, *code = start(last, i);
    const int32_t way = start(first + to * distance, to) - (last + 1);

    if (i == 0) {
        *code++ = 0x49;
        last[1] = 0xc3;
    }
    if (near_jumps()) {
        if (i == 0)
            *code++ = 0x0f;
        *code++ = i ? 0xe9 : 0x85;
        memcpy(code, &way, sizeof way);
    } else {
        *code++ = i ? 0xeb : 0x75;
        *code = (uint8_t)way;
    }
}

static void setup(void)
{
    overlaps = work_overlaps();

    const int largest = overlaps ? LARGEST_RING_THERE : LARGEST_RING;

    for (int ring = 0; ring < RINGS; ring++) {
        const int count = counts[ring];

        rings[ring] = NULL;
        if (count * distance > largest)
            continue;

        uint8_t *first = (uint8_t *)malloc(8 + count * distance) + 6;

        for (int i = 0; i < count; i++)
            put(first, i, count);
        rings[ring] = start(first, 0);
    }
}

static inline __attribute__((always_inline)) void go(const uint8_t *ring, int turns)
{
    __asm__ volatile("call *%1" : "+c"(turns) : "r"(ring) : "cc");
}

#define NAMES(i, count)                                                                            \
    region_name_as(few_##i, 2 * i, #count " jumps, 8 turns");                                      \
    region_name_as(many_##i, 2 * i + 1, #count " jumps, 24 turns");
SIZES(NAMES)
enum { FIRST = 2 * RINGS };
region_name(FIRST, "first"); /* takes the misses of the measuring code if the caches are cold */

/* All rings use the same code, so that no line of it is evicted between two regions. */
static __attribute__((noinline)) void measure(unsigned n, const uint8_t *ring, int turns)
{
    go(ring, 8);
    region_begin_at(n);
    go(ring, turns);
    region_end_at(n);
}

static void run(void)
{
    measure(FIRST, rings[0], 8);
    for (int ring = 0; ring < RINGS && rings[ring]; ring++) {
        measure(2 * ring, rings[ring], 8);
        measure(2 * ring + 1, rings[ring], 24);
    }
}

/* Thousandths of clocks that 16 iterations take. */
static int32_t turns_16(int ring)
{
    const int64_t few = finding_measured(2 * ring, "clocks"),
                  many = finding_measured(2 * ring + 1, "clocks");

    return few == NOT_MEASURED || many == NOT_MEASURED ? -1 : (int32_t)(many - few);
}

/* If the largest ring stays, a Pentium's prediction is off, and nothing is reported. */
static void tell_more_than(int kept)
{
    char text[24];

    if (!overlaps)
        return;
    format(text, sizeof text, "%d and more", kept);
    if (distance == 3)
        finding_text("btb_entries", text);
    if (distance == 512)
        finding_text("btb_ways", text);
}

static void conclude(void)
{
    const int32_t one = (turns_16(0) + 8000) / 16000; /* clocks of a predicted jump */
    int kept = 0;

    if (turns_16(0) < 0)
        return;
    for (int ring = 0; ring < RINGS && rings[ring]; ring++) {
        if (turns_16(ring) > 16000 * counts[ring] * one + 8000) {
            finding("btb_branches_kept", kept * 1000, "branches");
            if (distance == 3)
                finding("btb_entries", kept * 1000, "entries");
            if (distance == 512)
                finding("btb_ways", kept * 1000, "ways");
            return;
        }
        kept = counts[ring];
    }
    tell_more_than(kept);
}

static uint32_t memory_for(void)
{
    return work_overlaps() ? ARENA_THERE : ARENA;
}

/*
 * Rings of 1 and of 8 jumps, 8 and 24 iterations. The last iteration ends at place 0, before the
 * other jumps. CALL and RET are included.
 */
WORK("region=0 branches=7*1+1+2");
WORK("region=1 branches=23*1+1+2");
WORK("region=14 branches=7*8+1+2");
WORK("region=15 branches=23*8+1+2");

BENCHMARK("how many taken branches the BTB holds, by their distance in bytes", run, .setup = setup,
          .conclude = conclude, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(distance, "3,4..512*2")));
