/*
 * SPDX-License-Identifier: MIT
 * The clocks of a page walk if both table entries are in the data cache, and whether the code TLB
 * stores a page of 4 MB as a whole or in pieces of 4 KB.
 *
 * Regions "pages N" read N pages in rotation, all mapped to one page of memory (memory/window.h),
 * whose entries have been read before. Regions "pieces N" jump through N pieces of a 4 MB page of
 * the kernel.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/jumps.h"
#include "bench/memory/window.h"

#define FEW_PAGES   4u
#define MANY_PAGES  256u
#define STEPS       2048u
#define TABLES      2 /* entries that a walk reads */
#define NODES_FROM  2048u
#define FEW_PIECES  8u
#define MANY_PIECES 112u
#define TURNS       8u
#define LINE        32u
#define SKEWED      (LINE + 1) /* separate lines and BTB sets */

region_name(0, "pages 4");
region_name(1, "pages 256");
region_name(2, "pieces 8");
region_name(3, "pieces 112");

static struct window window;
static char *pieces;
static bool ring_0, large;

static void setup(void)
{
    window = window_allocate();
    pieces = aligned_alloc(PAGE, MANY_PIECES * PAGE);
}

static char **node(uint32_t i)
{
    return (char **)(window_page(&window, false, i, 1) + NODES_FROM + i * sizeof(char *));
}

static void *page_ring(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        ((char **)(window.page + NODES_FROM))[i] = (char *)node(i + 1 < n ? i + 1 : 0);
    return node(0);
}

static void read_entries(void)
{
    for (uint32_t i = 0; i < MANY_PAGES; i += LINE / sizeof(uint32_t))
        keep(((volatile uint32_t *)window.table)[i]);
    keep(((volatile uint32_t *)window.directory)[WINDOW / LARGE]);
}

/*
 * Evicts the page-table entries from the data cache. A walk does not load them again, so each walk
 * is slow.
 */
static void forget_entries(void)
{
    for (uint32_t i = 0; i < MANY_PIECES * PAGE; i += LINE)
        keep(((volatile char *)pieces)[i]);
}

static const char *piece_chain(uint32_t n)
{
    for (uint32_t i = 0; i + 1 < n; i++)
        put_jump(pieces + i * (PAGE + SKEWED), pieces + i * (PAGE + SKEWED),
                 pieces + (i + 1) * (PAGE + SKEWED));
    put_tail(pieces + (n - 1) * (PAGE + SKEWED), pieces + (n - 1) * (PAGE + SKEWED), pieces);
    return pieces;
}

static void run(void)
{
    void *first;

    ring_0 = in_ring_0();
    if (!ring_0)
        return;
    large = has_large_pages();
    window_open(&window, false);
    measure_chase(0, page_ring(FEW_PAGES), STEPS, STEPS);
    first = chase(page_ring(MANY_PAGES), MANY_PAGES);
    read_entries();
    measure_chase(1, first, MANY_PAGES, STEPS);
    window_close(&window);
    if (!large)
        return;
    forget_entries();
    measure_code(2, piece_chain(FEW_PIECES), TURNS, TURNS);
    measure_code(3, piece_chain(MANY_PIECES), TURNS, TURNS);
}

/* A walk per piece takes longer than everything else in a jump. */
static void conclude_pieces(int64_t few, int64_t many)
{
    if (few == NOT_MEASURED || many == NOT_MEASURED)
        return;
    finding_text("code_in_large_page", many > 2 * few ? "pieces" : "whole");
}

static void conclude(void)
{
    if (!ring_0)
        return;
    publish("walk_in_cache", (cost(1, STEPS) - cost(0, STEPS)) / TABLES, "clocks");
    if (large)
        conclude_pieces(cost(2, FEW_PIECES * TURNS), cost(3, MANY_PIECES * TURNS));
}

BENCHMARK("page walks in the cache, and large pages of code", run, .setup = setup,
          .conclude = conclude, .memory = WINDOW_MEMORY + (MANY_PIECES + 8) * PAGE);
