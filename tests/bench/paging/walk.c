/*
 * SPDX-License-Identifier: MIT
 * Reads each of 65 adjacent pages once, in region 0, for tests/virtual/test_pages.py.
 */
#include <stdlib.h>

#include "bench/bench.h"

#define PAGE  4096u
#define LINE  32u
#define PAGES 65u

static const volatile char *first;

static void setup(void)
{
    char *pages = aligned_alloc(PAGE, PAGES * PAGE);

    for (unsigned i = 0; i < PAGES * PAGE; i += LINE)
        pages[i] = 1;
    first = pages;
}

static void run(void)
{
    const volatile char *at = first, *const end = at + PAGES * PAGE;
    int sum = 0;

    __asm__ volatile("" : "+r"(at), "+r"(sum));
    region_begin(0);
    for (; at < end; at += PAGE + LINE)
        sum += *at;
    region_end(0);
    keep(sum);
}

BENCHMARK("one read of each of 65 pages", run, .setup = setup, .memory = (PAGES + 1) * PAGE);
