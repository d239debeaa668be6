/*
 * SPDX-License-Identifier: MIT
 * The page tables of a program. The kernel sees each page at its physical address, since pages and
 * tables come from memory that it maps to itself.
 */
#include "kernel/process/memory/address_space.h"

#include <stddef.h>

#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/linux_errno.h"

#define TABLE_ENTRIES 1024u
#define TABLE_SPAN    (TABLE_ENTRIES * SPACE_PAGE_BYTES)
#define DIRECTORY     1024u

/*
 * Page table entries (Intel SDM volume 3, figure 3-14). Bits 9 and 10 are free for software: BACKED
 * marks an entry that has a page, RESERVED one without a page.
 */
#define ENTRY_PRESENT  (1u << 0)
#define ENTRY_WRITABLE (1u << 1)
#define ENTRY_USER     (1u << 2)
#define ENTRY_BACKED   (1u << 9)
#define ENTRY_RESERVED (1u << 10)
#define ENTRY_PAGE     (~(SPACE_PAGE_BYTES - 1))

/* Accessed and dirty, so that no walk of a counted run writes them. */
#define ENTRY_TOUCHED (1u << 5 | 1u << 6)

static uint32_t *table[DIRECTORY];
static uint32_t lowest = SPACE_END;

void space_clear(uint32_t start)
{
    for (uint32_t large = 0; large < DIRECTORY; large++) {
        if (table[large])
            paging_use_table(large, NULL);
        table[large] = NULL;
    }
    lowest = start;
}

uint32_t space_start(void)
{
    return lowest;
}

/* Returns the entry of a page, or NULL if its table does not exist and cannot or shall not. */
static uint32_t *space_entry(uint32_t address, bool make)
{
    uint32_t large = address / TABLE_SPAN;
    if (address < lowest || address >= SPACE_END || paging_is_taken(large))
        return NULL;
    if (!table[large] && make) {
        table[large] = frames_allocate(1);
        if (table[large])
            paging_use_table(large, table[large]);
    }
    return table[large] ? &table[large][address / SPACE_PAGE_BYTES % TABLE_ENTRIES] : NULL;
}

static void space_set(uint32_t *entry, uint32_t address, uint32_t value)
{
    *entry = value;
    x86_invalidate_page(address);
}

static uint32_t space_rights(unsigned rights)
{
    if (!rights)
        return 0;
    return ENTRY_PRESENT | ENTRY_USER | ENTRY_TOUCHED | (rights & SPACE_WRITE ? ENTRY_WRITABLE : 0);
}

static void space_free(uint32_t entry)
{
    if (entry & ENTRY_BACKED)
        frames_free((void *)(uintptr_t)(entry & ENTRY_PAGE));
}

/* Backs an entry without a page. */
static int space_back(uint32_t *entry, uint32_t address, unsigned rights)
{
    void *page = frames_allocate(1);
    if (!page)
        return -1;
    space_set(entry, address, (uint32_t)(uintptr_t)page | ENTRY_BACKED | space_rights(rights));
    return 0;
}

int space_map(uint32_t address, uint32_t bytes, unsigned rights)
{
    for (uint32_t at = 0; at < bytes; at += SPACE_PAGE_BYTES) {
        uint32_t *entry = space_entry(address + at, true);
        if (!entry)
            return -1;
        space_free(*entry);
        *entry = 0; /* if no page is left */
        if (!rights)
            space_set(entry, address + at, ENTRY_RESERVED);
        else if (space_back(entry, address + at, rights))
            return -1;
    }
    return 0;
}

/* Returns the bytes from an address to the end of its table's span. */
static uint32_t space_span_left(uint32_t address)
{
    return TABLE_SPAN - address % TABLE_SPAN;
}

void space_unmap(uint32_t address, uint32_t bytes)
{
    for (uint32_t at = 0, step; at < bytes; at += step) {
        uint32_t *entry = space_entry(address + at, false);
        step = entry ? SPACE_PAGE_BYTES : space_span_left(address + at);
        if (entry) {
            space_free(*entry);
            space_set(entry, address + at, 0);
        }
        if (bytes - at <= step)
            break;
    }
}

int32_t space_protect(uint32_t address, uint32_t bytes, unsigned rights)
{
    for (uint32_t at = 0; at < bytes; at += SPACE_PAGE_BYTES) {
        uint32_t *entry = space_entry(address + at, false);
        if (!entry || !*entry)
            return -LINUX_ENOMEM;
        if (*entry & ENTRY_BACKED)
            space_set(entry, address + at,
                      (*entry & ENTRY_PAGE) | ENTRY_BACKED | space_rights(rights));
        else if (rights && space_back(entry, address + at, rights))
            return -LINUX_ENOMEM;
    }
    return 0;
}

int space_move(uint32_t from, uint32_t to)
{
    uint32_t *source = space_entry(from, false), *target = space_entry(to, true);
    if (!source || !target || !*source)
        return -1;
    space_set(target, to, *source);
    space_set(source, from, 0);
    return 0;
}

bool space_is_free(uint32_t address, uint32_t bytes)
{
    if (address < lowest || address > SPACE_END || bytes > SPACE_END - address)
        return false;
    for (uint32_t at = 0; at < bytes; at += SPACE_PAGE_BYTES) {
        const uint32_t *entry = space_entry(address + at, false);
        if ((entry && *entry) || paging_is_taken((address + at) / TABLE_SPAN))
            return false;
    }
    return true;
}

bool space_allows(uint32_t address, unsigned rights)
{
    const uint32_t *entry = space_entry(address, false);
    if (!entry || !*entry)
        return false;
    uint32_t needed = space_rights(rights) & ~ENTRY_TOUCHED;
    return (*entry & needed) == needed;
}

uint8_t *space_kernel_address(uint32_t address)
{
    const uint32_t *entry = space_entry(address, false);
    if (!entry || !(*entry & ENTRY_BACKED))
        return NULL;
    return (uint8_t *)(uintptr_t)((*entry & ENTRY_PAGE) + address % SPACE_PAGE_BYTES);
}

uint32_t space_find_free(uint32_t bytes, uint32_t below)
{
    uint32_t found = 0;
    for (uint32_t at = below, step; at > lowest; at -= step) {
        const uint32_t last = at - SPACE_PAGE_BYTES, large = last / TABLE_SPAN;
        const bool whole = !table[large] && large * TABLE_SPAN >= lowest; /* all or nothing */
        step = whole ? at - large * TABLE_SPAN : SPACE_PAGE_BYTES;
        if (whole ? paging_is_taken(large) : !space_is_free(last, SPACE_PAGE_BYTES))
            found = 0;
        else if (bytes - found <= step)
            return at - (bytes - found);
        else
            found += step;
    }
    return 0;
}
