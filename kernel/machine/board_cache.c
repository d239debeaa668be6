/*
 * SPDX-License-Identifier: MIT
 * Detects the board's cache: lines of a small area are read again after reads of more and more
 * memory. Once they have left the cache, each takes longer. Medians exclude the time of refresh and
 * SMM.
 */
#include "kernel/machine/board_cache.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "stats/sample_summary.h"

#define KB         1024u
#define LINE_BYTES 32u
#define LINE_DWORD (LINE_BYTES / sizeof(uint32_t))

/*
 * The lines that are timed: twice as many as the P54C's first-level cache has. Each is 67 lines,
 * more than 2 KB, after its predecessor, and therefore in another row of DRAM, which makes memory
 * as slow as possible.
 */
#define LINES  512u
#define STEP   67u
#define CHUNKS 16u /* each is timed separately; the median counts */
#define TRIES  3u  /* the median counts */

#define LEAST_KB 64u /* smallest cache on Pentium boards; first-level caches are smaller */
/* The largest cache that can be detected. Half as much memory again displaces all of it: its first
 * lines are read first, and 4 MB leave room for no more than one and a half megabytes. */
#define MOST_KB        (2u * 1024)
#define displacing(kb) ((kb) + (kb) / 2)
#define LOW_KB         512u        /* low memory that every PC has and no benchmark uses */
#define LOW_START      0x1000u     /* the first page is unmapped */
#define SPARE_KB       (8u * 1024) /* left to benchmarks when memory is allocated */

/* A memory access takes about twice the time of a cache hit; a quarter more cannot be chance. */
#define slower(clocks, fast) ((clocks) > (fast) + (fast) / 4)

static struct {
    /* The area to read if WBINVD does not empty the cache; NULL if it does. */
    const volatile uint32_t *area;
    uint32_t kb;
} displaced;

/*
 * Free memory, aligned to a cache line, so that every timed access has the same offset in its line.
 */
static const volatile uint32_t *free_memory(void)
{
    return (const volatile uint32_t *)((memory_mark() + LINE_BYTES - 1) & -LINE_BYTES);
}

static void board_cache_read_lines(const volatile uint32_t *from, uint32_t kb)
{
    for (uint32_t line = 0; line < kb * KB / LINE_BYTES; line++)
        (void)from[line * LINE_DWORD];
}

static uint32_t board_cache_median(int64_t *clocks, unsigned n)
{
    sample_summary_sort(clocks, n);
    return (uint32_t)clocks[n / 2];
}

/*
 * Reads a chunk of the lines, starting at that offset: the first dword and the last byte of each
 * line. Returns the next offset. It is a separate function, so that it has enough registers and
 * makes no other memory reads.
 */
__attribute__((noinline)) static uint32_t board_cache_read_chunk(const volatile char *lines,
                                                                 uint32_t offset)
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
    *offset = board_cache_read_chunk(lines, *offset);
    uint64_t clocks = rdtsc() - begin;
    return clocks < UINT32_MAX ? (uint32_t)clocks : UINT32_MAX;
}

/* The median of the clocks for a chunk of lines. Each line is read once. */
static uint32_t board_cache_time_lines(const volatile char *lines)
{
    int64_t clocks[CHUNKS];
    uint32_t offset = 0;
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        uint32_t again = offset, waiting = clocks_of_chunk(lines, &offset);
        uint32_t own = clocks_of_chunk(lines, &again); /* now from the first-level cache */
        clocks[chunk] = waiting > own ? waiting - own : 0;
    }
    return board_cache_median(clocks, CHUNKS);
}

/*
 * board_cache_time_lines() after reading that much memory, which includes the lines, and after
 * calling `empty` unless it is NULL.
 */
static uint32_t board_cache_time_after(const volatile uint32_t *lines, uint32_t kb,
                                       void (*empty)(void))
{
    int64_t clocks[TRIES];
    for (unsigned try = 0; try < TRIES; try++) {
        board_cache_read_lines(lines, kb);
        if (empty)
            empty();
        clocks[try] = board_cache_time_lines((const volatile char *)lines);
    }
    return board_cache_median(clocks, TRIES);
}

/* The largest power of two up to which the lines stay cached; 0 if there is no such size. */
static uint32_t board_cache_find_kb(uint32_t room_kb, uint32_t fast)
{
    for (uint32_t kb = LEAST_KB; kb <= MOST_KB && displacing(kb) <= room_kb; kb *= 2)
        if (slower(board_cache_time_after(free_memory(), displacing(kb), NULL), fast))
            return kb;
    return 0;
}

bool board_cache_is_displaced(void)
{
    return displaced.kb;
}

void board_cache_displace(void)
{
    wbinvd();
    board_cache_read_lines(displaced.area, displaced.kb);
}

/*
 * Finds memory as large as the cache that no benchmark uses, and tests whether reading it empties
 * the cache.
 */
static bool board_cache_try_displacing(uint32_t kb, uint32_t fast)
{
    displaced.area = (const volatile uint32_t *)LOW_START;
    if (kb > LOW_KB) {
        if (memory_left() / KB < kb + SPARE_KB)
            return false;
        displaced.area = memory_allocate(kb * KB);
    }
    displaced.kb = kb;
    if (!slower(board_cache_time_after(free_memory(), LEAST_KB, board_cache_displace), fast))
        displaced.kb = 0;
    return displaced.kb;
}

/* Reports whether lines in that megabyte are still cached when they are read again. */
static bool reaches(uint32_t mb, uint32_t fast)
{
    return !slower(
        board_cache_time_after((const volatile uint32_t *)(mb * KB * KB), LEAST_KB, NULL), fast);
}

/*
 * Finds the limit of cached memory. Chip sets store few address bits per line, and many cache only
 * the first 64 MB. Returns 0 if the last megabyte is cached too; else bisects between cached and
 * uncached memory.
 */
static uint32_t board_cache_find_reach(uint32_t fast)
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
    uint32_t fast = board_cache_time_after(free_memory(), LEAST_KB, NULL);
    uint32_t kb = board_cache_find_kb(room_kb, fast);
    if (!kb)
        return (struct board_cache){.state = "none"};
    uint32_t reach_mb = board_cache_find_reach(fast);
    if (slower(board_cache_time_after(free_memory(), LEAST_KB, wbinvd), fast))
        return (struct board_cache){"flushed", kb, reach_mb};
    return (struct board_cache){board_cache_try_displacing(kb, fast) ? "displaced" : "kept", kb,
                                reach_mb};
}
