/*
 * SPDX-License-Identifier: MIT
 * Parses the memory map. Entries have any order, may overlap, and may divide adjacent memory.
 */
#include "kernel/machine/memory_map.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/string.h"

#define SIZE_BYTES  sizeof(uint32_t)
#define ENTRY_BYTES (sizeof(struct memory_map_entry) - SIZE_BYTES)

/* Scans the map once: returns the end of an entry that contains `end`. */
static uint64_t memory_map_reach(const char *map, uint32_t bytes, uint64_t end)
{
    struct memory_map_entry entry;
    for (uint32_t at = 0; bytes - at >= sizeof entry; at += entry.size + (uint32_t)SIZE_BYTES) {
        memcpy(&entry, map + at, sizeof entry);
        if (entry.type == MEMORY_AVAILABLE && entry.base <= end && end - entry.base < entry.length)
            return entry.base + entry.length;
        if (entry.size < ENTRY_BYTES || entry.size > bytes - at - SIZE_BYTES)
            break;
    }
    return 0;
}

uint64_t memory_map_next(const void *map, uint32_t bytes, uint64_t end)
{
    struct memory_map_entry entry;
    uint64_t next = UINT64_MAX;
    for (uint32_t at = 0; bytes >= sizeof entry && at <= bytes - sizeof entry;
         at += entry.size + (uint32_t)SIZE_BYTES) {
        memcpy(&entry, (const char *)map + at, sizeof entry);
        if (entry.base >= end && entry.base < next)
            next = entry.base;
        if (entry.size < ENTRY_BYTES || entry.size > bytes - at - SIZE_BYTES)
            break;
    }
    return next;
}

uint64_t memory_map_end(const void *map, uint32_t bytes, uint32_t address)
{
    uint64_t end = memory_map_reach(map, bytes, address), further = end;
    while (further) {
        end = further;
        further = memory_map_reach(map, bytes, end);
    }
    return end;
}
