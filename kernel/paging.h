/*
 * SPDX-License-Identifier: MIT
 * Every address means itself; what paging adds is rights: which pages a benchmark in ring 3 may
 * use, and the stack that a benchmark cannot overrun without being noticed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PAGE_BYTES 4096u

/*
 * Switches paging on, with all memory mapped to itself; where the processor has no 4 MB pages, no
 * more than the first 4 MB of it can be taken from then on. -1 where the kernel does not lie in the
 * first 4 MB, or memory for the tables is lacking.
 */
int paging_install(bool has_large_pages);

/* The end of the benchmarks' stack: 16 KB down from it, a page that is not there begins. */
void *paging_benchmark_stack(void);
