/*
 * SPDX-License-Identifier: MIT
 * Finds the entries and ways of the data TLB and the cost of a page walk, with pages of 4 KB and 4
 * MB: rings of pointers with one node per page. All pages are mapped to one piece of memory, in
 * which each node has its own word, so the data cache always hits.
 */

/*
 * Regions "pages N" have N adjacent pages, regions "apart N" N pages so far apart that all map to
 * one set.
 *
 * WORK: each step is one read. Its page is not in the TLB if there are 256 pages, and is if there
 * are 4; the line is in the cache. 256 small pages displace the stack's too, which the PUSHA at the
 * end of the region needs again.
 */
#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/window.h"

#define STEPS       1024u
#define SMALL_APART 64u /* at least the number of sets */
#define LARGE_APART 8u

enum { PAGES = 24, WAYS = 15, APART = PAGES };
/* Small pages on processors that overlap: there may be a second level. */
enum { MORE_PAGES = 3, MORE = APART + WAYS, MORE_WAYS = 3, MORE_APART = MORE + MORE_PAGES };

region_name(0, "pages 1");
region_name(1, "pages 2");
region_name(2, "pages 3");
region_name(3, "pages 4");
region_name(4, "pages 5");
region_name(5, "pages 6");
region_name(6, "pages 7");
region_name(7, "pages 8");
region_name(8, "pages 10");
region_name(9, "pages 12");
region_name(10, "pages 14");
region_name(11, "pages 16");
region_name(12, "pages 20");
region_name(13, "pages 24");
region_name(14, "pages 28");
region_name(15, "pages 32");
region_name(16, "pages 40");
region_name(17, "pages 48");
region_name(18, "pages 56");
region_name(19, "pages 64");
region_name(20, "pages 80");
region_name(21, "pages 96");
region_name(22, "pages 128");
region_name(23, "pages 256");
region_name(24, "apart 1");
region_name(25, "apart 2");
region_name(26, "apart 3");
region_name(27, "apart 4");
region_name(28, "apart 5");
region_name(29, "apart 6");
region_name(30, "apart 7");
region_name(31, "apart 8");
region_name(32, "apart 9");
region_name(33, "apart 16");
region_name(34, "apart 17");
region_name(35, "apart 32");
region_name(36, "apart 33");
region_name(37, "apart 64");
region_name(38, "apart 65");

WORK("region=3 data_read=1024 data_tlb_miss=0 data_read_miss=0");
WORK("if page=4K region=23 data_read=1024 data_tlb_miss=1024+1 data_read_miss=0");
WORK("if page=4M region=23 data_read=1024 data_tlb_miss=1024 data_read_miss=0");

region_name(39, "pages 256, again");
region_name(40, "pages 384");
region_name(41, "pages 512");
region_name(42, "apart 20");
region_name(43, "apart 24");
region_name(44, "apart 28");

static const struct point pages[PAGES] = {
    {1, STEPS},  {2, STEPS},  {3, STEPS},  {4, STEPS},  {5, STEPS},   {6, STEPS},
    {7, STEPS},  {8, STEPS},  {10, STEPS}, {12, STEPS}, {14, STEPS},  {16, STEPS},
    {20, STEPS}, {24, STEPS}, {28, STEPS}, {32, STEPS}, {40, STEPS},  {48, STEPS},
    {56, STEPS}, {64, STEPS}, {80, STEPS}, {96, STEPS}, {128, STEPS}, {256, STEPS},
};
static const struct point ways[WAYS] = {
    {1, STEPS},  {2, STEPS},  {3, STEPS},  {4, STEPS},  {5, STEPS},
    {6, STEPS},  {7, STEPS},  {8, STEPS},  {9, STEPS},  {16, STEPS},
    {17, STEPS}, {32, STEPS}, {33, STEPS}, {64, STEPS}, {65, STEPS},
};

static const struct point more_pages[MORE_PAGES] = {{256, STEPS}, {384, STEPS}, {512, STEPS}};
static const struct point more_ways[MORE_WAYS] = {{20, STEPS}, {24, STEPS}, {28, STEPS}};

static long page;
static struct window window;
static bool more;   /* the larger sizes are measured too */
static bool ring_0; /* set by run(); conclude() always runs in ring 0 */

static void setup(void)
{
    window = window_allocate();
    more = page == PAGE && work_overlaps();
}

static bool can_measure(void)
{
    ring_0 = in_ring_0();
    return ring_0 && (page == PAGE || has_large_pages());
}

static char *node(uint32_t i, uint32_t apart)
{
    return window_page(&window, page == LARGE, i, apart) + i * sizeof(char *);
}

static void *page_ring(uint32_t n, uint32_t apart)
{
    for (uint32_t i = 0; i < n; i++)
        ((char **)window.page)[i] = node(i + 1 < n ? i + 1 : 0, apart);
    return node(0, apart);
}

static void run(void)
{
    const uint32_t apart = page == PAGE ? SMALL_APART : LARGE_APART;
    const unsigned most_ways = page == PAGE ? WAYS : WAYS - 2; /* the window is 512 large pages */

    if (!can_measure())
        return;
    window_open(&window, page == LARGE);
    for (unsigned i = 0; i < PAGES; i++)
        measure_chase(i, page_ring(pages[i].value, 1), STEPS / 2, STEPS);
    for (unsigned i = 0; i < most_ways; i++)
        measure_chase(APART + i, page_ring(ways[i].value, apart), STEPS / 2, STEPS);
    for (unsigned i = 0; more && i < MORE_PAGES; i++)
        measure_chase(MORE + i, page_ring(more_pages[i].value, 1), STEPS, STEPS);
    for (unsigned i = 0; more && i < MORE_WAYS; i++)
        measure_chase(MORE_APART + i, page_ring(more_ways[i].value, apart), STEPS / 2, STEPS);
    window_close(&window);
}

/* If 17 pages of a set stay and 32 do not, returns the largest number between that stays. */
static int64_t more_that_stay(int64_t found)
{
    const int64_t low = cost(APART, STEPS), high = cost(APART + WAYS - 1, STEPS);

    for (unsigned i = 0; more && found >= 17000 && found < 32000 && i < MORE_WAYS; i++) {
        if (cost(MORE_APART + i, STEPS) > low + (high - low) / 4)
            break;
        found = (int64_t)more_ways[i].value * 1000;
    }
    return found;
}

static void conclude_for(const char *entries, const char *ways_name, const char *walk)
{
    const unsigned most_ways = page == PAGE ? WAYS : WAYS - 2;
    const unsigned step = step_at(0, pages, PAGES, 4);

    const int64_t second = more && !step ? holds(MORE, more_pages, MORE_PAGES, 4) : -1;

    publish(entries, step ? holds(0, pages, PAGES, 4) : second, "entries");
    publish(ways_name, more_that_stay(holds(APART, ways, most_ways, 4)), "ways");
    publish(walk,
            step         ? cost(PAGES - 1, STEPS) - cost(0, STEPS)
            : second > 0 ? cost(MORE + MORE_PAGES - 1, STEPS) - cost(0, STEPS)
                         : -1,
            "clocks");
}

static void conclude(void)
{
    if (!ring_0)
        finding_text(page == PAGE ? "data_tlb_entries" : "data_tlb_large_entries", "needs ring 0");
    else if (page == LARGE && !has_large_pages())
        finding_text("data_tlb_large_entries", "needs 4 MB pages");
    else if (page == PAGE)
        conclude_for("data_tlb_entries", "data_tlb_ways", "page_walk");
    else
        conclude_for("data_tlb_large_entries", "data_tlb_large_ways", "page_walk_large");
}

BENCHMARK("entries and ways of the data TLB", run, .setup = setup, .conclude = conclude,
          .memory = WINDOW_MEMORY + 4 * PAGE, .arguments = ARGUMENTS(ARGUMENT(page, "4K,4M")));
