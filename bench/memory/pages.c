/*
 * SPDX-License-Identifier: MIT
 * What a page walk costs with pages as they are (`paging=`), in either ring: one read of each of so
 * many pages side by side, and as many reads of one page. Each read is of a line of its own, which
 * is in the data cache where that is warm, so all that differs is the data TLB.
 *
 * Work, with pages of 4 KB and a TLB of 16 sets of 4 ways: of 32 pages 2 fall into each set, where
 * there is room for them beside the stack's and the probes'. Of 128 pages 8 fall into each set: a
 * tree of pseudo-LRU replaces all four ways in four misses, so that when a page's turn comes again
 * the four before it have displaced it, and each read misses. They displace the stack's page too,
 * which the end of the region needs. With pages of 4 MB, or none, none misses.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"

#define PAGE  4096u
#define LINE  32u
#define LINES (PAGE / LINE)

enum { ONE, FEW, FULL, OVER, MANY, REGIONS_HERE };
static const uint32_t reads[REGIONS_HERE] = {
    [ONE] = LINES, [FEW] = 32, [FULL] = 64, [OVER] = 72, [MANY] = LINES};

region_name(0, "one page");
region_name(1, "32 pages");
region_name(2, "64 pages");
region_name(3, "72 pages");
region_name(4, "128 pages");

static char *pages;

static void setup(void)
{
    pages = aligned_alloc(PAGE, LINES * PAGE);
}

/* Line i of page i, or of the first one. */
static void *through(uint32_t n, uint32_t apart)
{
    return ring(pages, n, apart + LINE);
}

static void run(void)
{
    for (unsigned region = 0; region < REGIONS_HERE; region++)
        measure_chase(region, through(reads[region], region == ONE ? 0 : PAGE), reads[region],
                      reads[region]);
}

static void conclude(void)
{
    const int64_t hit = cost(ONE, LINES), miss = cost(MANY, LINES);

    publish("page_walk_as_paged", hit > 0 && miss >= hit + hit / 4 ? miss - hit : -1, "clocks");
}

BENCHMARK("what a read costs whose page is not in the TLB, with pages as they are", run,
          .setup = setup, .conclude = conclude, .memory = (LINES + 1) * PAGE);
