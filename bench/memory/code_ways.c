/*
 * SPDX-License-Identifier: MIT
 * Finds the ways of the code cache and the line of a set that it replaces.
 */

/*
 * Regions "ways N" run N jumps in rotation, 16 KB apart, all in one set. The other regions are
 * described in replacement.h; a line is used by calling it, and contains only RET; "again" calls
 * one twice in succession. Jumps and calls have different offsets in their lines, since a branch
 * target buffer is indexed by the address too. More than 8 jumps, or than 6 calls from elsewhere,
 * would need more pages than the code TLB holds. The code around the calls uses none of their three
 * sets. The probes' code may be in one of these: it then replaces lines in a third of the trials,
 * which leaves the policy recognizable.
 */
#include <stdlib.h>

#include "bench/memory/infer.h"
#include "bench/memory/jumps.h"
#include "bench/memory/replacement.h"

#define K     1024u
#define LINE  32u
#define APART (16 * K) /* twice that on processors that overlap: an Athlon's ways are 32 KB */
#define MOST  6u       /* 4, one more, and one that is not in the cache */
#define TURNS 64u

enum { WAYS = 8, TRIED = 2, OLDEST = WAYS, NEWEST = OLDEST + TRIED, ABSENT = NEWEST + TRIED };
enum { AGAIN = ABSENT + TRIED };

region_name(0, "ways 1");
region_name(1, "ways 2");
region_name(2, "ways 3");
region_name(3, "ways 4");
region_name(4, "ways 5");
region_name(5, "ways 6");
region_name(6, "ways 7");
region_name(7, "ways 8");
region_name(8, "oldest 2");
region_name(9, "oldest 4");
region_name(10, "newest 2");
region_name(11, "newest 4");
region_name(12, "absent 2");
region_name(13, "absent 4");
region_name(14, "again");

static const struct point ways[WAYS] = {
    {1, 1 * TURNS}, {2, 2 * TURNS}, {3, 3 * TURNS}, {4, 4 * TURNS},
    {5, 5 * TURNS}, {6, 6 * TURNS}, {7, 7 * TURNS}, {8, 8 * TURNS},
};

#define SETS       3u
#define SET_TRIALS 24u /* twice all pairs of first and last among 4 */

static char *chain, *called[SETS][MOST];
static uint32_t apart = APART;

static inline void call(const char *code)
{
    __asm__ volatile("call *%0" : : "r"(code) : "memory");
}

/* Calls the set's lines in that order, then the measured one. */
static __attribute__((noinline)) void measure_call(unsigned region, char *const *set,
                                                   const uint8_t *order, unsigned n, unsigned line)
{
    const char *const measured = set[line];

    for (; n; n--)
        call(set[*order++]);
    region_begin_at(region);
    call(measured);
    region_end_at(region);
}

static char *in_set(char *set, uint32_t i)
{
    return set + i * apart + i * 7 % (LINE - TAIL_BYTES);
}

/* These are not in the sets of measure_call(), for ways of 1, 2 or 4 KB; the distance between the
 * sets is more than a probe's code. */
static void put_calls(void)
{
    for (uint32_t set = 0; set < SETS; set++) {
        const uint32_t distance = K + 9 * LINE + 10 * LINE * set;
        const uint32_t at = ((uint32_t)measure_call + distance) & (4 * K - 1) & ~(LINE - 1);

        for (uint32_t i = 0; i < MOST; i++) {
            called[set][i] = in_set(chain + at, i);
            *called[set][i] = (char)OPCODE_RET;
        }
    }
}

static void setup(void)
{
    if (work_overlaps())
        apart = 2 * APART;
    chain = aligned_alloc(4 * K, WAYS * apart);
}

static void put_ways(uint32_t n)
{
    for (uint32_t i = 0; i + 1 < n; i++)
        put_jump(in_set(chain, i), in_set(chain, i), in_set(chain, i + 1));
    put_tail(in_set(chain, n - 1), in_set(chain, n - 1), in_set(chain, 0));
}

/*
 * The order: the line that will be absent, so that the branch target buffer contains it like the
 * others; then all n, for any replacement policy; then those from `first` to `last`; then the new
 * one.
 */
static unsigned order_of(const struct trial *trial, uint8_t *order)
{
    unsigned count = 0;

    order[count++] = (uint8_t)(trial->n + 1);
    for (unsigned turn = 0; turn < trial->turns; turn++)
        for (unsigned line = 0; line < trial->n; line++)
            order[count++] = (uint8_t)line;
    order[count++] = (uint8_t)trial->first;
    for (unsigned line = 0; line < trial->n; line++)
        if (line != trial->first && line != trial->last)
            order[count++] = (uint8_t)line;
    order[count++] = (uint8_t)trial->last;
    order[count++] = (uint8_t)trial->n;
    return count;
}

static void measure_shape(unsigned shape, char *const *set)
{
    uint8_t order[1 + 9 * 4 + 1];

    for (unsigned number = 0; number < SET_TRIALS; number++) {
        const struct trial trial = trial_of(shape, number);
        const unsigned n = order_of(&trial, order);

        measure_call(OLDEST + shape, set, order, n, trial.first);
        measure_call(NEWEST + shape, set, order, n, trial.last);
        measure_call(ABSENT + shape, set, order, n, trial.n + 1);
    }
}

static void run(void)
{
    for (unsigned i = 0; i < WAYS; i++) {
        put_ways(ways[i].value);
        measure_code(i, in_set(chain, 0), TURNS, TURNS);
    }
    put_calls();
    for (unsigned set = 0; set < SETS; set++) {
        for (unsigned i = 0; i < TRIED; i++)
            measure_shape(i, called[set]);
        for (unsigned i = 0; i < SET_TRIALS; i++)
            measure_call(AGAIN, called[set], (const uint8_t[]){0}, 1, 0);
    }
}

/*
 * Reports whether lines stay in the cache at all: compares a line of a set of six with one that was
 * just used, relative to the difference between eight jumps and one.
 */
static bool is_cached(void)
{
    const int64_t jumps = cost(WAYS - 1, ways[WAYS - 1].steps) - cost(0, ways[0].steps);

    return cost(ABSENT + TRIED - 1, SETS * SET_TRIALS) - cost(AGAIN, SETS * SET_TRIALS) > jumps / 2;
}

static void conclude(void)
{
    const int64_t n = is_cached() ? holds(0, ways, WAYS, 4) : -1;

    publish("l1_code_ways", n, "ways");
    finding_text("l1_code_replacement",
                 replacement(n < 0 ? 0 : (unsigned)n / 1000,
                             &(struct shape_regions){OLDEST, NEWEST, ABSENT, SETS * SET_TRIALS}));
}

static uint32_t memory_for(void)
{
    return WAYS * (work_overlaps() ? 2 * APART : APART) + 8 * K;
}

BENCHMARK("ways and replacement of the code cache", run, .setup = setup, .conclude = conclude,
          .memory_for = memory_for);
