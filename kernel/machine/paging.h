/*
 * SPDX-License-Identifier: MIT
 * Every address means itself; what paging adds is rights: which pages a benchmark in ring 3 may
 * use, the stack that a benchmark cannot overrun without being noticed, and page 0, the BIOS's
 * data, which is not there, so that NULL leads nowhere.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PAGE_BYTES         4096u
#define PAGING_STACK_BYTES (16 * 1024u) /* of the benchmarks' stack */

/*
 * Switches paging on, with all memory mapped to itself; where the processor has no 4 MB pages, no
 * more than the first 4 MB of it can be taken from then on.
 */
void paging_install(bool has_large_pages);

/* Switches it off: page 0 is there again. */
void paging_remove(void);

/*
 * Lets ring 3 use the memory from start to end, which is above the image, or no longer. Returns
 * where what it may use begins: from 4 MB on, rights are given by 4 MB pages.
 */
uint32_t paging_share(uint32_t start, uint32_t end, bool shared);

/* The end of the benchmarks' stack; below its start lies the guard, a page that is not there. */
void *paging_benchmark_stack(void);

/* Whether an address lies in the guard: whoever touched it has overrun the stack. */
bool paging_is_guard(uint32_t address);
