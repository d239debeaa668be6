/*
 * SPDX-License-Identifier: MIT
 * The cost of a page walk with the kernel's pages (`paging=`), in either ring: one read of each of
 * N adjacent pages, and as many reads of one page. Each read is of another line, which is in the
 * data cache if it is warm, so that only the data TLB differs.
 */

/*
 * WORK, with pages of 4 KB and a TLB of 16 sets of 4 ways: of 32 pages 2 map to each set, which has
 * room for them besides the stack's and the probes'. Of 128 pages 8 map to each set: a pseudo-LRU
 * tree replaces all four ways in four misses, so that the four pages before a page have displaced
 * it when it is read again, and each read misses. They displace the stack's page too, which the end
 * of the region needs. No read misses with pages of 4 MB or without paging.
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

BENCHMARK("cost of a read whose page is not in the TLB, with the pages of the run", run,
          .setup = setup, .conclude = conclude, .memory = (LINES + 1) * PAGE);
