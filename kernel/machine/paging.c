/*
 * SPDX-License-Identifier: MIT
 * Maps the first 4 MB, which contain the image, in 4 KB pages and the rest in 4 MB pages, which
 * every P5 has (CR4.PSE; Pentium Developer's Manual volume 3, appendix H), unless an experiment
 * requests another mode. The current mode is recorded only in the entries of the directory: an
 * additional variable here would move everything that linker.ld places after it.
 */
#include "kernel/machine/paging.h"

#include "kernel/machine/machine_state.h"

#include "boot/descriptors.h"
#include "boot/wrapped_stack.h"
#include "kernel/machine/memory.h"
#include "kernel/lib/x86.h"

#define ENTRIES     1024u
#define LARGE_BYTES (4u << 20)

#define TABLES_ALIGNMENT (64 * 1024u)

/*
 * The benchmarks' stack is used at a second address, below which nothing is mapped: no frame, of
 * any size, reaches the image, the BIOS's data or the screen. The address has the same place in the
 * sets of caches and TLBs, since only its bits above 21 differ.
 */
#define STACK_WINDOW       0x78000000u
#define STACK_WINDOW_ENTRY (STACK_WINDOW / LARGE_BYTES)
#define MOST_OVERRUN       0x10000000u /* a larger distance from the stack is no overrun */

#define PAGE_PRESENT  (1u << 0)
#define PAGE_WRITABLE (1u << 1)
#define PAGE_USER     (1u << 2)
#define PAGE_UNCACHED (1u << 4)
#define PAGE_ACCESSED (1u << 5)
#define PAGE_DIRTY    (1u << 6)
#define PAGE_LARGE    (1u << 7)

/* Accessed and dirty are set, so that no walk in a region writes them. */
#define STACK_PAGE (PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER | PAGE_ACCESSED | PAGE_DIRTY)

/* The bounds of the memory that ring 3 may access, from linker.ld. */
extern char user_code_start[], user_code_end[], user_data_start[], user_data_end[];

/* The probes' code and data in it. */
extern char probe_code_start[], probe_code_end[], probe_data_start[], probe_data_end[];

/* Tables and stack, on separate pages. */
static struct tables {
    uint32_t directory[ENTRIES];
    uint32_t first[ENTRIES];
    uint32_t window[ENTRIES]; /* maps the stack; not mapped itself, since it is below the stack */
    char stack[PAGING_STACK_BYTES];
} tables __attribute__((aligned(PAGE_BYTES)));

/*
 * The window is in use. The tables are not read for it, since a line of them would be in the
 * board's cache in cold runs. It is not in .bss, where it would move the tables by a page.
 */
static bool guards_stack __attribute__((section(".data")));

static void paging_grant(const char *start, const char *end, uint32_t rights)
{
    uint32_t last = ((uint32_t)end + PAGE_BYTES - 1) / PAGE_BYTES;
    for (uint32_t page = (uint32_t)start / PAGE_BYTES; page < last; page++)
        tables.first[page] = page * PAGE_BYTES | rights;
}

/* Fills the directory's entries for 4 MB pages, which only the kernel uses. */
static void map_large(uint32_t from)
{
    for (uint32_t large = from; large < ENTRIES && large * LARGE_BYTES < memory_end(); large++)
        tables.directory[large] = large * LARGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE | PAGE_LARGE;
}

static void map_first_small(void)
{
    tables.directory[0] = (uint32_t)tables.first | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER;
    tables.directory[STACK_WINDOW_ENTRY] =
        (uint32_t)tables.window | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER;
}

/* Fills the window's table, which must be accessible: paging is off, or maps it in a large page. */
static void paging_fill_window(void)
{
    for (uint32_t page = 0; page < ENTRIES; page++)
        tables.window[page] = 0;
    for (uint32_t at = 0; at < PAGING_STACK_BYTES; at += PAGE_BYTES) {
        uint32_t physical = (uint32_t)tables.stack + at;
        tables.window[physical / PAGE_BYTES] = physical | STACK_PAGE;
    }
}

static bool paging_reaches_window(void)
{
    return !(read_cr0() & CR0_PG) || tables.directory[0] & PAGE_LARGE;
}

/* Returns the number of directory entries that map memory. */
static uint32_t entries_in_use(void)
{
    uint32_t entries = memory_end() / LARGE_BYTES + (memory_end() % LARGE_BYTES != 0);
    return entries ? entries : 1;
}

/*
 * Maps everything except the first 4 MB through page tables. paging_share() grants pages to ring 3.
 */
static int paging_map_small(void)
{
    uint32_t n_tables = entries_in_use() - 1;
    if (!n_tables)
        return 0;
    uint32_t taken = (uint32_t)memory_allocate(n_tables * PAGE_BYTES + TABLES_ALIGNMENT);
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

static void paging_grant_benchmarks(void)
{
    paging_grant(user_code_start, user_code_end, PAGE_PRESENT | PAGE_USER);
    paging_grant(user_data_start, user_data_end, PAGE_PRESENT | PAGE_USER | PAGE_WRITABLE);
    paging_grant(tables.stack, tables.stack + PAGING_STACK_BYTES,
                 PAGE_PRESENT | PAGE_USER | PAGE_WRITABLE);
}

void paging_install(bool has_large_pages)
{
    for (uint32_t page = 0; page < ENTRIES; page++)
        tables.first[page] = page * PAGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE;
    paging_grant_benchmarks();
    paging_fill_window();
    tables.first[(uint32_t)tables.window / PAGE_BYTES] = 0;
    tables.first[0] = 0; /* traps accesses through NULL */

    map_first_small();
    if (!has_large_pages && memory_end() > LARGE_BYTES)
        memory_limit(LARGE_BYTES);
    if (memory_end() > STACK_WINDOW - MOST_OVERRUN)
        memory_limit(STACK_WINDOW - MOST_OVERRUN);
    map_large(1);

    if (has_large_pages)
        write_cr4(read_cr4() | CR4_PSE);
    write_cr3((uint32_t)tables.directory);
    descriptors_set_page_directory((uint32_t)tables.directory);
    write_cr0(read_cr0() | CR0_PG);
    guards_stack = true;
}

void paging_unmap(const char *page)
{
    tables.first[(uint32_t)page / PAGE_BYTES] = 0;
    write_cr3((uint32_t)tables.directory);
}

bool paging_map_device(uint32_t address)
{
    if (!(read_cr4() & CR4_PSE))
        return false;
    uint32_t large = address / LARGE_BYTES;
    uint32_t entry =
        large * LARGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE | PAGE_LARGE | PAGE_UNCACHED;
    uint32_t ignored = PAGE_ACCESSED | PAGE_DIRTY;
    if ((tables.directory[large] | ignored) == (entry | ignored))
        return true;
    tables.directory[large] = entry;
    if (read_cr0() & CR0_PG)
        write_cr3((uint32_t)tables.directory);
    return true;
}

bool paging_can(enum pages pages)
{
    return pages != PAGES_4M || (read_cr4() & CR4_PSE);
}

int paging_use(enum pages pages)
{
    if (pages == PAGES_4K && paging_map_small())
        return -1;
    if (pages != PAGES_4K)
        map_large(1);
    if (paging_reaches_window()) /* a benchmark may have overwritten it */
        paging_fill_window();
    map_first_small();
    if (pages == PAGES_4M) { /* ring 3's pages are among the kernel's */
        tables.directory[0] = PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER | PAGE_LARGE;
        tables.directory[STACK_WINDOW_ENTRY] = 0;
    }
    write_cr3((uint32_t)tables.directory); /* flushes the TLBs */
    write_cr0(pages == PAGES_OFF ? read_cr0() & ~CR0_PG : read_cr0() | CR0_PG);
    guards_stack = pages_guard(pages);
    if (wrapped_stack_guard)
        wrapped_stack_guard(pages);
    return 0;
}

void paging_use_table(uint32_t large, uint32_t *table)
{
    tables.directory[large] =
        table ? (uint32_t)table | PAGE_PRESENT | PAGE_WRITABLE | PAGE_USER | PAGE_ACCESSED : 0;
    write_cr3(read_cr3());
}

bool paging_is_taken(uint32_t large)
{
    const uint32_t entry = tables.directory[large];
    return large * LARGE_BYTES < memory_end() || large == STACK_WINDOW_ENTRY ||
           (entry & PAGE_PRESENT && entry & PAGE_LARGE);
}

void paging_hide_kernel(bool hidden)
{
    const uint32_t entries[] = {0, STACK_WINDOW_ENTRY};
    for (unsigned i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        uint32_t *entry = &tables.directory[entries[i]];
        *entry = hidden ? *entry & ~PAGE_USER : *entry | PAGE_USER;
    }
    write_cr3(read_cr3());
}

void paging_show_probes(const char *slots, const char *slots_end, bool only)
{
    const uint32_t kernels = PAGE_PRESENT | PAGE_WRITABLE;
    paging_grant_benchmarks();
    if (only) {
        paging_grant(user_code_start, user_data_end, kernels);
        paging_grant(tables.stack, tables.stack + PAGING_STACK_BYTES, kernels);
        paging_grant(probe_code_start, probe_code_end, PAGE_PRESENT | PAGE_USER);
        paging_grant(probe_data_start, probe_data_end, kernels | PAGE_USER);
        paging_grant(slots, slots_end, kernels | PAGE_USER);
    }
    tables.directory[STACK_WINDOW_ENTRY] &= ~PAGE_USER;
    if (!only && guards_stack)
        tables.directory[STACK_WINDOW_ENTRY] |= PAGE_USER;
    write_cr3(read_cr3());
}

void paging_remove(void)
{
    write_cr0(read_cr0() & ~CR0_PG);
    guards_stack = false;
}

/* Returns the page table of a directory entry, or NULL for a 4 MB page. */
static uint32_t *table_of(uint32_t large)
{
    uint32_t entry = tables.directory[large];
    if (large == 0)
        return tables.first; /* PAGES_4M ignores it */
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

bool paging_guards_stack(void)
{
    return guards_stack;
}

void *paging_benchmark_stack(void)
{
    uint32_t window = paging_guards_stack() ? STACK_WINDOW : 0;
    return (void *)(window + (uint32_t)tables.stack + PAGING_STACK_BYTES);
}

uint32_t paging_stack_overrun(uint32_t address)
{
    uint32_t bytes = (uint32_t)paging_benchmark_stack() - address; /* modulo 4 GB */
    return bytes > PAGING_STACK_BYTES && bytes <= MOST_OVERRUN ? bytes : 0;
}
