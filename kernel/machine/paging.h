/*
 * SPDX-License-Identifier: MIT
 * Identity paging. It adds access rights: pages that a benchmark in ring 3 may use, and an unmapped
 * page 0 (the BIOS's data), so that accesses through NULL fault. Only the benchmarks' stack has a
 * second address, with unmapped memory below, which detects an overrun of any size.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/pages.h"

#define PAGE_BYTES         4096u
#define PAGING_STACK_BYTES (16 * 1024u) /* size of the benchmarks' stack */

/*
 * Enables paging as PAGES_MIXED, with all memory mapped to itself. On a processor without 4 MB
 * pages, only the first 4 MB of memory can be allocated from then on.
 */
void paging_install(bool has_large_pages);

/*
 * Maps the 4 MB around that address, beyond memory, for the kernel only and uncached. Returns false
 * on a processor without 4 MB pages.
 */
bool paging_map_device(uint32_t address);

/* Unmaps a page of the image, below 4 MB, in every mode that has 4 KB pages there. */
void paging_unmap(const char *page);

/* Reports whether paging_use() supports that mode on this processor, once paging is installed. */
bool paging_can(enum pages pages);

/*
 * Switches to a paging mode; machine_state_save_control() must then save the control registers
 * again. PAGES_4K allocates 4 KB for each 4 MB after the first, and up to 64 KB so that the tables
 * begin at the same place in every board's cache; the memory is in use until the mode changes.
 * Returns -1, without a change, if too little memory is left.
 */
int paging_use(enum pages pages);

/*
 * Maps the 4 MB of directory entry `large`, above memory, through a page table, for ring 3 too;
 * NULL unmaps them. The table is at a physical address that the kernel maps to itself.
 */
void paging_use_table(uint32_t large, uint32_t *table);

/* Reports whether the directory entry maps memory, the benchmarks' stack or a device. */
bool paging_is_taken(uint32_t large);

/*
 * Sets whether ring 3 has no access to the first 4 MB and to the benchmarks' stack, even if their
 * pages grant it. paging_use() grants access again.
 */
void paging_hide_kernel(bool hidden);

/*
 * Sets whether ring 3 may access only the code and data of the probes and their slots; otherwise
 * all that belongs to benchmarks. The first 4 MB must be in 4 KB pages.
 */
void paging_show_probes(const char *slots, const char *slots_end, bool only);

/* Switches paging off: page 0 is accessible again. */
void paging_remove(void);

/*
 * Sets whether ring 3 may use the memory from start to end, which is above the image. Returns the
 * start of the shared memory: the start of the page, which may have 4 MB.
 */
uint32_t paging_share(uint32_t start, uint32_t end, bool shared);

/*
 * Reports whether the benchmarks' stack is at a separate address, with no memory below:
 * PAGES_MIXED and PAGES_4K. In other modes only a segment can limit it (boot/stack_limit.h).
 */
bool paging_guards_stack(void);

/* Returns the end of the benchmarks' stack. */
void *paging_benchmark_stack(void);

/*
 * Returns the bytes between the end of the stack and an address below its start, so that an access
 * to it is a stack overrun; 0 for any other address.
 */
uint32_t paging_stack_overrun(uint32_t address);
