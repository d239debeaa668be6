/*
 * SPDX-License-Identifier: MIT
 * The first 4 MB, in which the image lies, by 4 KB pages; the rest, which only the kernel uses, by
 * 4 MB pages, which every P5 has (CR4.PSE; Pentium Developer's Manual volume 3, appendix H).
 */
#include "kernel/machine/paging.h"

#include "kernel/machine/machine_state.h"

#include "boot/descriptors.h"
#include "kernel/machine/memory.h"
#include "kernel/lib/x86.h"

#define ENTRIES     1024u
#define LARGE_BYTES (4u << 20)

#define PAGE_PRESENT  (1u << 0)
#define PAGE_WRITABLE (1u << 1)
#define PAGE_USER     (1u << 2)
#define PAGE_LARGE    (1u << 7)

/* The bounds of what ring 3 may touch: linker.ld. */
extern char user_code_start[], user_code_end[], user_data_start[], user_data_end[];

/* In pages of their own. */
static struct tables {
    uint32_t directory[ENTRIES];
    uint32_t first[ENTRIES];
    char guard[PAGE_BYTES]; /* a page that is not there, below the stack */
    char stack[PAGING_STACK_BYTES];
} tables __attribute__((aligned(PAGE_BYTES)));

static void give(const char *start, const char *end, uint32_t rights)
{
    uint32_t last = ((uint32_t)end + PAGE_BYTES - 1) / PAGE_BYTES;
    for (uint32_t page = (uint32_t)start / PAGE_BYTES; page < last; page++)
        tables.first[page] = page * PAGE_BYTES | rights;
}

void paging_install(bool has_large_pages)
{
    for (uint32_t page = 0; page < ENTRIES; page++)
        tables.first[page] = page * PAGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE;
    give(user_code_start, user_code_end, PAGE_PRESENT | PAGE_USER);
    give(user_data_start, user_data_end, PAGE_PRESENT | PAGE_USER | PAGE_WRITABLE);
    give(tables.stack, tables.stack + PAGING_STACK_BYTES, PAGE_PRESENT | PAGE_USER | PAGE_WRITABLE);
    tables.first[(uint32_t)tables.guard / PAGE_BYTES] = 0;
    tables.first[0] = 0; /* NULL */

    tables.directory[0] = (uint32_t)tables.first | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER;
    if (!has_large_pages && memory_end() > LARGE_BYTES)
        memory_limit(LARGE_BYTES);
    for (uint32_t large = 1; large < ENTRIES && large * LARGE_BYTES < memory_end(); large++)
        tables.directory[large] = large * LARGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE | PAGE_LARGE;

    if (has_large_pages)
        write_cr4(read_cr4() | CR4_PSE);
    write_cr3((uint32_t)tables.directory);
    descriptors_set_page_directory((uint32_t)tables.directory);
    write_cr0(read_cr0() | CR0_PG);
}

void paging_remove(void)
{
    write_cr0(read_cr0() & ~CR0_PG);
}

uint32_t paging_share(uint32_t start, uint32_t end, bool shared)
{
    uint32_t rights = PAGE_PRESENT | PAGE_WRITABLE | (shared ? PAGE_USER : 0);
    uint32_t small_end = end < LARGE_BYTES ? end : LARGE_BYTES;
    for (uint32_t page = start / PAGE_BYTES; page * PAGE_BYTES < small_end; page++)
        tables.first[page] = page * PAGE_BYTES | rights;
    uint32_t large = start < LARGE_BYTES ? 1 : start / LARGE_BYTES;
    for (; large < ENTRIES && large * LARGE_BYTES < end; large++)
        tables.directory[large] = large * LARGE_BYTES | rights | PAGE_LARGE;
    write_cr3(read_cr3()); /* flushes the TLBs */
    return start < LARGE_BYTES ? start : start / LARGE_BYTES * LARGE_BYTES;
}

void *paging_benchmark_stack(void)
{
    return tables.stack + PAGING_STACK_BYTES;
}

bool paging_is_guard(uint32_t address)
{
    return tables.directory[0] && address - (uint32_t)tables.guard < sizeof tables.guard;
}
