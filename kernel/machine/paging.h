/*
 * SPDX-License-Identifier: MIT
 * Every address means itself; what paging adds is rights: which pages a benchmark in ring 3 may
 * use, the stack that a benchmark cannot overrun without being noticed, and page 0, the BIOS's
 * data, which is not there, so that NULL leads nowhere.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/pages.h"

#define PAGE_BYTES         4096u
#define PAGING_STACK_BYTES (16 * 1024u) /* of the benchmarks' stack */

/*
 * Switches paging on as PAGES_MIXED, with all memory mapped to itself; where the processor has no
 * 4 MB pages, no more than the first 4 MB of it can be taken from then on.
 */
void paging_install(bool has_large_pages);

/* The 4 MB of addresses round that one, beyond memory, for the kernel alone and past the caches. */
void paging_map_device(uint32_t address);

/* Whether paging_use() can do that on this processor, once paging is installed. */
bool paging_can(enum pages pages);

/*
 * From now on pages are such ones. What machine_keep() has kept is no longer true. PAGES_4K takes
 * memory, 4 KB for each 4 MB behind the first, and up to 64 KB so that the tables begin at the same
 * place in a board's cache everywhere; it is in use until another kind is. -1: there is too little,
 * and nothing has changed.
 */
int paging_use(enum pages pages);

/* Switches it off: page 0 is there again. */
void paging_remove(void);

/*
 * Lets ring 3 use the memory from start to end, which is above the image, or no longer. Returns
 * where what it may use begins: in a page of 4 MB that is where the page does.
 */
uint32_t paging_share(uint32_t start, uint32_t end, bool shared);

/* The end of the benchmarks' stack; below its start lies the guard, a page that is not there. */
void *paging_benchmark_stack(void);

/* Whether an address lies in the guard: whoever touched it has overrun the stack. */
bool paging_is_guard(uint32_t address);
