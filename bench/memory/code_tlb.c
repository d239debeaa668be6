/*
 * SPDX-License-Identifier: MIT
 * Finds the number of pages that the code TLB holds, and its ways: chains of jumps with one jump
 * per page. All pages are mapped to one page of memory, in which each jump has its own line, so the
 * code cache always hits.
 *
 * Regions "pages N" have N adjacent pages, regions "apart N" N pages so far apart that all map to
 * one set.
 */
#include "bench/memory/infer.h"
#include "bench/memory/jumps.h"
#include "bench/memory/window.h"

#define LINE        32u
#define TURNS       16u
#define PAGES_APART 64u /* at least the number of sets */

enum { PAGES = 19, WAYS = 13, APART = PAGES };
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
region_name(14, "pages 32");
region_name(15, "pages 40");
region_name(16, "pages 48");
region_name(17, "pages 64");
region_name(18, "pages 96");
region_name(19, "apart 1");
region_name(20, "apart 2");
region_name(21, "apart 3");
region_name(22, "apart 4");
region_name(23, "apart 5");
region_name(24, "apart 6");
region_name(25, "apart 7");
region_name(26, "apart 8");
region_name(27, "apart 9");
region_name(28, "apart 16");
region_name(29, "apart 17");
region_name(30, "apart 32");
region_name(31, "apart 33");

#define JUMPS(n)                                                                                   \
    {                                                                                              \
        n, (n)*TURNS                                                                               \
    }
static const struct point pages[PAGES] = {JUMPS(1),  JUMPS(2),  JUMPS(3),  JUMPS(4),  JUMPS(5),
                                          JUMPS(6),  JUMPS(7),  JUMPS(8),  JUMPS(10), JUMPS(12),
                                          JUMPS(14), JUMPS(16), JUMPS(20), JUMPS(24), JUMPS(32),
                                          JUMPS(40), JUMPS(48), JUMPS(64), JUMPS(96)};
static const struct point ways[WAYS] = {JUMPS(1),  JUMPS(2),  JUMPS(3), JUMPS(4), JUMPS(5),
                                        JUMPS(6),  JUMPS(7),  JUMPS(8), JUMPS(9), JUMPS(16),
                                        JUMPS(17), JUMPS(32), JUMPS(33)};

static struct window window;
static bool ring_0; /* set by run(); conclude() always runs in ring 0 */

static void setup(void)
{
    window = window_allocate();
}

/* The offset in a line varies, since a branch target buffer is indexed by the address too. */
static uint32_t place(uint32_t i)
{
    return i * LINE + i / 2 * 5 % (LINE - TAIL_BYTES);
}

static const char *runs_at(uint32_t i, uint32_t apart)
{
    return window_page(&window, false, i, apart) + place(i);
}

static const char *put_chain(uint32_t n, uint32_t apart)
{
    for (uint32_t i = 0; i + 1 < n; i++)
        put_jump(window.page + place(i), runs_at(i, apart), runs_at(i + 1, apart));
    put_tail(window.page + place(n - 1), runs_at(n - 1, apart), runs_at(0, apart));
    return runs_at(0, apart);
}

static void run(void)
{
    ring_0 = in_ring_0();
    if (!ring_0)
        return;
    window_open(&window, false);
    for (unsigned i = 0; i < PAGES; i++)
        measure_code(i, put_chain(pages[i].value, 1), TURNS, TURNS);
    for (unsigned i = 0; i < WAYS; i++)
        measure_code(APART + i, put_chain(ways[i].value, PAGES_APART), TURNS, TURNS);
    window_close(&window);
}

static void conclude(void)
{
    if (!ring_0) {
        finding_text("code_tlb_entries", "needs ring 0");
        return;
    }
    publish("code_tlb_entries", holds(0, pages, PAGES, 4), "entries");
    publish("code_tlb_ways", holds(APART, ways, WAYS, 4), "ways");
}

BENCHMARK("entries and ways of the code TLB", run, .setup = setup, .conclude = conclude,
          .memory = WINDOW_MEMORY + 4 * PAGE);
