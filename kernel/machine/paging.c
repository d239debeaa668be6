/*
 * SPDX-License-Identifier: MIT
 * The first 4 MB, in which the image lies, by 4 KB pages; the rest by 4 MB pages, which every P5
 * has (CR4.PSE; Pentium Developer's Manual volume 3, appendix H). So it is at start, and unless an
 * experiment asks for pages of another kind. What kind is in force the directory's entries say:
 * what stood here besides them would move what linker.ld puts behind them.
 */
#include "kernel/machine/paging.h"

#include "kernel/machine/machine_state.h"

#include "boot/descriptors.h"
#include "kernel/machine/memory.h"
#include "kernel/lib/x86.h"

#define ENTRIES     1024u
#define LARGE_BYTES (4u << 20)

#define TABLES_ALIGNMENT (64 * 1024u)

#define PAGE_PRESENT  (1u << 0)
#define PAGE_WRITABLE (1u << 1)
#define PAGE_USER     (1u << 2)
#define PAGE_UNCACHED (1u << 4)
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

/* The directory's entries for 4 MB pages, which only the kernel uses. */
static void map_large(uint32_t from)
{
    for (uint32_t large = from; large < ENTRIES && large * LARGE_BYTES < memory_end(); large++)
        tables.directory[large] = large * LARGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE | PAGE_LARGE;
}

static void map_first_small(void)
{
    tables.directory[0] = (uint32_t)tables.first | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER;
}

/* How many of the directory's entries lead to memory. */
static uint32_t entries_in_use(void)
{
    uint32_t entries = memory_end() / LARGE_BYTES + (memory_end() % LARGE_BYTES != 0);
    return entries ? entries : 1;
}

/* All but the first 4 MB by tables of their own; which pages are ring 3's is for paging_share(). */
static int map_small(void)
{
    uint32_t n_tables = entries_in_use() - 1;
    if (!n_tables)
        return 0;
    uint32_t taken = (uint32_t)memory_take(n_tables * PAGE_BYTES + TABLES_ALIGNMENT);
    if (!taken)
        return -1;
    uint32_t *entry = (uint32_t *)((taken + TABLES_ALIGNMENT - 1) & ~(TABLES_ALIGNMENT - 1));
    for (uint32_t large = 1; large <= n_tables; large++) {
        tables.directory[large] = (uint32_t)entry | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER;
        for (uint32_t page = 0; page < ENTRIES; page++)
            *entry++ = (large * ENTRIES + page) * PAGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE;
    }
    return 0;
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

    map_first_small();
    if (!has_large_pages && memory_end() > LARGE_BYTES)
        memory_limit(LARGE_BYTES);
    map_large(1);

    if (has_large_pages)
        write_cr4(read_cr4() | CR4_PSE);
    write_cr3((uint32_t)tables.directory);
    descriptors_set_page_directory((uint32_t)tables.directory);
    write_cr0(read_cr0() | CR0_PG);
}

void paging_map_device(uint32_t address)
{
    uint32_t large = address / LARGE_BYTES;
    tables.directory[large] =
        large * LARGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE | PAGE_LARGE | PAGE_UNCACHED;
    if (read_cr0() & CR0_PG)
        write_cr3((uint32_t)tables.directory);
}

bool paging_can(enum pages pages)
{
    return pages != PAGES_4M || (read_cr4() & CR4_PSE);
}

int paging_use(enum pages pages)
{
    if (pages == PAGES_4K && map_small())
        return -1;
    if (pages != PAGES_4K)
        map_large(1);
    map_first_small();
    if (pages == PAGES_4M) /* ring 3's pages are among the kernel's */
        tables.directory[0] = PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER | PAGE_LARGE;
    write_cr3((uint32_t)tables.directory); /* flushes the TLBs */
    write_cr0(pages == PAGES_OFF ? read_cr0() & ~CR0_PG : read_cr0() | CR0_PG);
    return 0;
}

void paging_remove(void)
{
    write_cr0(read_cr0() & ~CR0_PG);
}

/* The table of a directory's entry; NULL where that is a page of 4 MB. */
static uint32_t *table_of(uint32_t large)
{
    uint32_t entry = tables.directory[large];
    if (large == 0)
        return tables.first; /* PAGES_4M does not look at it */
    return entry & PAGE_LARGE ? NULL : (uint32_t *)(entry & -PAGE_BYTES);
}

uint32_t paging_share(uint32_t start, uint32_t end, bool shared)
{
    uint32_t rights = PAGE_PRESENT | PAGE_WRITABLE | (shared ? PAGE_USER : 0);
    uint32_t begins = start / PAGE_BYTES * PAGE_BYTES;
    if (!table_of(start / LARGE_BYTES))
        begins = start / LARGE_BYTES * LARGE_BYTES;
    for (uint32_t at = begins, last = end - 1; at <= last;) {
        uint32_t *table = table_of(at / LARGE_BYTES);
        if (table)
            table[at / PAGE_BYTES % ENTRIES] = at | rights;
        else
            tables.directory[at / LARGE_BYTES] = at | rights | PAGE_LARGE;
        uint32_t step = table ? PAGE_BYTES : LARGE_BYTES;
        if (last - at < step)
            break;
        at += step;
    }
    write_cr3(read_cr3()); /* flushes the TLBs */
    return begins;
}

void *paging_benchmark_stack(void)
{
    return tables.stack + PAGING_STACK_BYTES;
}

bool paging_is_guard(uint32_t address)
{
    return tables.directory[0] && address - (uint32_t)tables.guard < sizeof tables.guard;
}
