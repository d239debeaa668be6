/*
 * SPDX-License-Identifier: MIT
 * Finds the branch prediction rule: one conditional branch follows patterns, T for taken and N for
 * not taken, and the result is the known rule that predicts all of them as this machine does.
 */

/*
 * The patterns are all repeated ones of length 1 to 8, without repetitions of a shorter one and
 * without rotations of another: 71 rings. Before each ring, the branch runs four times through a
 * ring of 16 that contains each history of four outcomes once, so that its earlier behaviour is
 * forgotten. Then follow 8 uncounted iterations of the ring, and 8 more in its region. The other
 * mispredictions in a region, of the loop's branch and the return from follow(), are the same in
 * all of them, and ring N has no others.
 */
#include "bench/bench.h"
#include "bench/overlap.h"

#include "format.h"
#include "stdlib.h"
#include "string.h"

#define TURNS     8
#define FORGETS   4
#define FORGETTER "TTTTNNNNTNNTTNTN"

/* clang-format off */
#define RINGS(X) \
    X(T) X(N) X(TN) X(TTN) X(TNN) X(TTTN) X(TTNN) X(TNNN) X(TTTTN) X(TTTNN) X(TTNTN) X(TTNNN) \
    X(TNTNN) X(TNNNN) X(TTTTTN) X(TTTTNN) X(TTTNTN) X(TTTNNN) X(TTNTNN) X(TTNNTN) X(TTNNNN) \
    X(TNTNNN) X(TNNNNN) X(TTTTTTN) X(TTTTTNN) X(TTTTNTN) X(TTTTNNN) X(TTTNTTN) X(TTTNTNN) \
    X(TTTNNTN) X(TTTNNNN) X(TTNTTNN) X(TTNTNTN) X(TTNTNNN) X(TTNNTNN) X(TTNNNTN) X(TTNNNNN) \
    X(TNTNTNN) X(TNTNNNN) X(TNNTNNN) X(TNNNNNN) X(TTTTTTTN) X(TTTTTTNN) X(TTTTTNTN) X(TTTTTNNN) \
    X(TTTTNTTN) X(TTTTNTNN) X(TTTTNNTN) X(TTTTNNNN) X(TTTNTTNN) X(TTTNTNTN) X(TTTNTNNN) \
    X(TTTNNTTN) X(TTTNNTNN) X(TTTNNNTN) X(TTTNNNNN) X(TTNTTNTN) X(TTNTTNNN) X(TTNTNTNN) \
    X(TTNTNNTN) X(TTNTNNNN) X(TTNNTNTN) X(TTNNTNNN) X(TTNNNTNN) X(TTNNNNTN) X(TTNNNNNN) \
    X(TNTNTNNN) X(TNTNNTNN) X(TNTNNNNN) X(TNNTNNNN) X(TNNNNNNN) X(TTTTTTTT)
/* clang-format on */

#define TEXT(ring)   #ring,
#define NUMBER(ring) RING_##ring,
#define NAME(ring)   region_name_as(name_##ring, RING_##ring, #ring);
static const char *const rings[] = {RINGS(TEXT)};

/* Ring T of length eight, a baseline for clocks, is the last. */
enum { RINGS(NUMBER) FIRST, EIGHT_T = RING_TTTTTTTT, RINGS_COUNT = EIGHT_T, LONGEST = 8 };
RINGS(NAME)
region_name(FIRST, "first"); /* takes the misses of the measuring code if the caches are cold */

/*
 * A byte for each execution of the branch, 0 if it is not taken: first those of FORGETTER, then
 * those of each ring, TURNS times.
 */
static uint8_t *outcomes;

#define FORGETTER_BYTES (FORGETS * (int)(sizeof FORGETTER - 1))
#define ARENA           (8 * 1024)

static uint8_t *put(uint8_t *to, const char *ring, int turns)
{
    while (turns--)
        for (const char *outcome = ring; *outcome; outcome++)
            *to++ = *outcome == 'T';
    return to;
}

static void setup(void)
{
    uint8_t *to = outcomes = malloc(ARENA - 64);

    to = put(to, FORGETTER, FORGETS);
    for (int ring = 0; ring <= EIGHT_T; ring++)
        to = put(to, rings[ring], TURNS);
}

/* The branch that follows all patterns is JNE. */
static __attribute__((noinline, noclone)) void follow(const uint8_t *way, int count)
{
    __asm__ volatile(
        "1:  cmpb $0, (%0)\n\t"
        "jne 2f\n"
        "2:  inc %0\n\t"
        "dec %1\n\t"
        "jnz 1b"
        : "+r"(way), "+r"(count)
        :
        : "cc", "memory");
}

/* All rings use the same code, so that no line of it is evicted between two regions. */
static __attribute__((noinline)) void measure(unsigned n, const uint8_t *way, int count)
{
    follow(outcomes, FORGETTER_BYTES);
    follow(way, count);
    region_begin_at(n);
    follow(way, count);
    region_end_at(n);
}

static void run(void)
{
    const uint8_t *way = outcomes + FORGETTER_BYTES;

    measure(FIRST, way, TURNS);
    for (unsigned ring = 0; ring <= EIGHT_T; ring++) {
        const int count = TURNS * (int)strlen(rings[ring]);
        measure(ring, way, count);
        way += count;
    }
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* The state of a rule for one branch: outcomes, the last one in bit 0, and counters from 0 to 3. */
struct memory {
    unsigned history;
    uint8_t counters[16];
};

struct rule {
    const char *text;
    unsigned any_of; /* not 0: predicts taken if one of this many last outcomes was */
    unsigned by;     /* else predicts taken if the counter for this many last outcomes is >= 2 */
};

static const struct rule rules[] = {
    {"as the last time", 1, 0},
    {"taken unless the last two were not", 2, 0},
    {"taken unless the last three were not", 3, 0},
    {"a counter of two bits", 0, 0},
    {"counters of two bits by the last outcome", 0, 1},
    {"counters of two bits by the last two outcomes", 0, 2},
    {"counters of two bits by the last three outcomes", 0, 3},
    {"counters of two bits by the last four outcomes", 0, 4},
};

#define RULES (int)(sizeof rules / sizeof *rules)

static int wrong(const struct rule *rule, struct memory *memory, int taken)
{
    uint8_t *counter = &memory->counters[memory->history & ((1u << rule->by) - 1)];
    int predicted = *counter >= 2;

    if (rule->any_of)
        predicted = (memory->history & ((1u << rule->any_of) - 1)) != 0;
    if (taken && *counter < 3)
        ++*counter;
    if (!taken && *counter > 0)
        --*counter;
    memory->history = memory->history << 1 | (unsigned)taken;
    return predicted != taken;
}

static int wrong_in(const struct rule *rule, struct memory *memory, const char *ring, int turns)
{
    int count = 0;

    while (turns--)
        for (const char *outcome = ring; *outcome; outcome++)
            count += wrong(rule, memory, *outcome == 'T');
    return count;
}

/* The number of mispredictions of a rule in the region of a ring. */
static int predicted_by(const struct rule *rule, const char *ring)
{
    struct memory memory = {0};

    wrong_in(rule, &memory, FORGETTER, FORGETS);
    wrong_in(rule, &memory, ring, TURNS);
    return wrong_in(rule, &memory, ring, TURNS);
}

/* ---- what was measured ----------------------------------------------------------------------- */

/* The number of mispredictions of the branch in the region of each ring. */
static int mispredicted[RINGS_COUNT];

static int is_measured(const char *event)
{
    return finding_measured(RING_N, event) != NOT_MEASURED;
}

/* The count in a ring's region minus that in ring N's, in thousandths. */
static int32_t beyond_ring_n(int ring, const char *event)
{
    return (int32_t)(finding_measured((unsigned)ring, event) - finding_measured(RING_N, event));
}

static int divided(int32_t value, int32_t by)
{
    return (int)((value + by / 2) / by);
}

/* Each family has its own name for mispredicted branches. */
static int count_flushes(void)
{
    static const char *const events[] = {"pipeline_flushes", "br_miss_pred_retired",
                                         "retired_branches_mispredicted"};
    unsigned i = 0;

    while (i < 3 && !is_measured(events[i]))
        i++;
    for (int ring = 0; i < 3 && ring < RINGS_COUNT; ring++)
        mispredicted[ring] = divided(beyond_ring_n(ring, events[i]), 1000);
    return i < 3;
}

/* Clocks that a ring takes more than the same number of branches that are always taken. */
static int32_t clocks_lost(int ring)
{
    const int longer = (int)strlen(rings[ring]) - 1;

    return beyond_ring_n(ring, "clocks") - longer * beyond_ring_n(EIGHT_T, "clocks") / 7;
}

/*
 * Counts by clocks: the least that a ring loses is assumed to be one misprediction per iteration
 * and a whole number of clocks.
 */
static int count_clocks(void)
{
    int32_t least = INT32_MAX, clocks;

    if (!is_measured("clocks") || work_overlaps()) /* overlap hides the loss of a branch */
        return 0;
    for (int ring = 0; ring < RINGS_COUNT; ring++)
        if (clocks_lost(ring) >= TURNS * 1000 && clocks_lost(ring) < least)
            least = clocks_lost(ring);
    if (least == INT32_MAX)
        return 0;
    clocks = divided(least, TURNS * 1000);
    for (int ring = 0; ring < RINGS_COUNT; ring++)
        mispredicted[ring] = divided(clocks_lost(ring), clocks * 1000);
    return 1;
}

/* Allows a difference of one, since a late data line costs a region a few clocks. */
static int agrees(const struct rule *rule)
{
    for (int ring = 0; ring < RINGS_COUNT; ring++) {
        const int more = mispredicted[ring] - predicted_by(rule, rings[ring]);

        if (more < -1 || more > 1)
            return 0;
    }
    return 1;
}

static const char *rule_found(void)
{
    for (int rule = 0; rule < RULES; rule++)
        if (agrees(&rules[rule]))
            return rules[rule].text;
    return "none of those tried";
}

/* Reports the rings of a length and the mispredictions of the branch in 8 iterations of each. */
static void tell(size_t length)
{
    char name[16], text[512];
    int used = 0;

    for (int ring = 0; ring < RINGS_COUNT; ring++)
        if (strlen(rings[ring]) == length)
            used += format(text + used, sizeof text - used, "%s%s %d", used ? ", " : "",
                           rings[ring], mispredicted[ring]);
    format(name, sizeof name, "direction_%d", (int)length);
    finding_text(name, text);
}

static void conclude(void)
{
    if (!count_flushes() && !count_clocks())
        return;
    for (size_t length = 2; length <= LONGEST; length++)
        tell(length);
    finding_text("direction_rule", rule_found());
}

/*
 * Rings T, TN, TTTN and TNNNNNNN: 8 iterations of the branch and the loop's own branch; with CALL
 * and RET.
 */
WORK("region=0 branches=8*2*1+2");
WORK("region=2 branches=8*2*2+2");
WORK("region=5 branches=8*2*4+2");
WORK("region=70 branches=8*2*8+2");

BENCHMARK("prediction of patterns of taken and not-taken branches, and the predictor's rule", run,
          .setup = setup, .conclude = conclude, .memory = ARENA);
