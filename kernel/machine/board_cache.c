/*
 * SPDX-License-Identifier: MIT
 * Lines of a small area are read again behind reads of more and more memory: once they have left
 * the cache, each takes longer. Medians, so that what a refresh or SMM takes does not matter.
 */
#include "kernel/machine/board_cache.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "stats/summary.h"

#define KB         1024u
#define LINE_BYTES 32u
#define LINE_DWORD (LINE_BYTES / sizeof(uint32_t))

/*
 * The lines that are timed: twice what the P54C's first-level cache holds. One is 67 lines, which
 * is more than 2 KB, behind the one before: a row of DRAM of its own, as slow as memory gets.
 */
#define LINES  512u
#define STEP   67u
#define CHUNKS 16u /* timed by themselves, of which the median counts */
#define TRIES  3u  /* of which the median counts */

#define LEAST_KB  64u         /* of caches for Pentiums; and first-level caches hold less */
#define MOST_KB   (4u * 1024) /* read at most; so the largest that can be told has half of it */
#define LOW_KB    512u        /* of low memory, which each PC has, and no benchmark uses */
#define LOW_START 0x1000u     /* its first page is not mapped */
#define SPARE_KB  (8u * 1024) /* left to benchmarks where memory is taken */

/* Memory makes wait twice as long as a cache, about; a quarter cannot be chance. */
#define slower(clocks, fast) ((clocks) > (fast) + (fast) / 4)

static struct {
    const volatile uint32_t *area; /* to be read where WBINVD does not do; NULL: it does */
    uint32_t kb;
} displaced;

/* From where a line begins: what is timed there and elsewhere is the same of each line. */
static const volatile uint32_t *free_memory(void)
{
    return (const volatile uint32_t *)((memory_mark() + LINE_BYTES - 1) & -LINE_BYTES);
}

static void read_lines(const volatile uint32_t *from, uint32_t kb)
{
    for (uint32_t line = 0; line < kb * KB / LINE_BYTES; line++)
        (void)from[line * LINE_DWORD];
}

static uint32_t median(int64_t *clocks, unsigned n)
{
    samples_sort(clocks, n);
    return (uint32_t)clocks[n / 2];
}

/*
 * Reads a chunk of the lines from that offset on, of each what comes first and then what comes
 * last, and returns the next offset. A function of its own has registers enough: nothing else is
 * read.
 */
__attribute__((noinline)) static uint32_t read_chunk(const volatile char *lines, uint32_t offset)
{
    for (unsigned i = 0; i < LINES / CHUNKS; i++) {
        (void)*(const volatile uint32_t *)(lines + offset);
        (void)lines[offset + LINE_BYTES - 1];
        offset = (offset + STEP * LINE_BYTES) % (LINES * LINE_BYTES);
    }
    return offset;
}

static uint32_t clocks_of_chunk(const volatile char *lines, uint32_t *offset)
{
    uint64_t begin = rdtsc();
    *offset = read_chunk(lines, *offset);
    uint64_t clocks = rdtsc() - begin;
    return clocks < UINT32_MAX ? (uint32_t)clocks : UINT32_MAX;
}

/* Clocks that the lines of a chunk took, in the median; each of all lines is read once. */
static uint32_t time_lines(const volatile char *lines)
{
    int64_t clocks[CHUNKS];
    uint32_t offset = 0;
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        uint32_t again = offset, waiting = clocks_of_chunk(lines, &offset);
        uint32_t own = clocks_of_chunk(lines, &again); /* now they are in the first-level cache */
        clocks[chunk] = waiting > own ? waiting - own : 0;
    }
    return median(clocks, CHUNKS);
}

/* The same behind reading so much, in which they are, and, if so, what empties caches. */
static uint32_t time_behind(const volatile uint32_t *lines, uint32_t kb, void (*empty)(void))
{
    int64_t clocks[TRIES];
    for (unsigned try = 0; try < TRIES; try++) {
        read_lines(lines, kb);
        if (empty)
            empty();
        clocks[try] = time_lines((const volatile char *)lines);
    }
    return median(clocks, TRIES);
}

/* The largest power of two up to which lines stay; 0 where none does. */
static uint32_t find_kb(uint32_t room_kb, uint32_t fast)
{
    uint32_t most = room_kb < MOST_KB ? room_kb : MOST_KB;
    for (uint32_t kb = 2 * LEAST_KB; kb <= most; kb *= 2)
        if (slower(time_behind(free_memory(), kb, NULL), fast))
            return kb / 2;
    return 0;
}

bool board_cache_is_displaced(void)
{
    return displaced.kb;
}

void board_cache_displace(void)
{
    wbinvd();
    read_lines(displaced.area, displaced.kb);
}

/* Finds memory as large as the cache that no benchmark uses, and tries what reading it does. */
static bool can_be_displaced(uint32_t kb, uint32_t fast)
{
    displaced.area = (const volatile uint32_t *)LOW_START;
    if (kb > LOW_KB) {
        if (memory_left() / KB < kb + SPARE_KB)
            return false;
        displaced.area = memory_take(kb * KB);
    }
    displaced.kb = kb;
    if (!slower(time_behind(free_memory(), LEAST_KB, board_cache_displace), fast))
        displaced.kb = 0;
    return displaced.kb;
}

/* Whether lines in that megabyte are still there when they are read again. */
static bool reaches(uint32_t mb, uint32_t fast)
{
    return !slower(time_behind((const volatile uint32_t *)(mb * KB * KB), LEAST_KB, NULL), fast);
}

/*
 * Chip sets hold few address bits of a line, so many cache the first 64 MB only. 0 where the last
 * megabyte is cached too; else halved between what is and what is not.
 */
static uint32_t find_reach(uint32_t fast)
{
    uint32_t in = (uint32_t)memory_mark() / KB / KB + 1, out = memory_end() / KB / KB - 1;
    if (out <= in || reaches(out, fast))
        return 0;
    while (out - in > 1) {
        uint32_t middle = in + (out - in) / 2;
        if (reaches(middle, fast))
            in = middle;
        else
            out = middle;
    }
    return out;
}

struct board_cache board_cache_find(const struct cpu *cpu, const char *caches)
{
    bool is_pentium = cpu->is.method == METHOD_P5 || cpu->is.method == METHOD_P55C;
    uint32_t room_kb = (uint32_t)memory_left() / KB;
    if (!is_pentium || !strcmp(cpu->platform, "emulator") || strcmp(caches, "on") ||
        room_kb < 2 * LEAST_KB)
        return (struct board_cache){.state = "unknown"};
    uint32_t fast = time_behind(free_memory(), LEAST_KB, NULL);
    uint32_t kb = find_kb(room_kb, fast);
    if (!kb)
        return (struct board_cache){.state = "none"};
    uint32_t reach_mb = find_reach(fast);
    if (slower(time_behind(free_memory(), LEAST_KB, wbinvd), fast))
        return (struct board_cache){"flushed", kb, reach_mb};
    return (struct board_cache){can_be_displaced(kb, fast) ? "displaced" : "kept", kb, reach_mb};
}
