/*
 * SPDX-License-Identifier: MIT
 * Parses the memory map that a loader gets from the BIOS (INT 15h, AX=E820h, or a substitute) and
 * passes on (Multiboot Specification 0.6.96, section 3.3, mmap_*).
 */
#pragma once

#include <stdint.h>

/* Start of an entry; the next entry is `size` + 4 bytes later. */
struct memory_map_entry {
    uint32_t size;
    uint64_t base, length;
    uint32_t type;
} __attribute__((packed));

#define MEMORY_AVAILABLE 1

/*
 * Returns the address after the last byte of the available memory that extends without a gap from
 * `address`; 0 if the map has none there.
 */
uint64_t memory_map_end(const void *map, uint32_t bytes, uint32_t address);

/*
 * Returns the lowest address from `end` on at which an entry of any type begins, or UINT64_MAX.
 * More memory at `end` may not extend beyond it.
 */
uint64_t memory_map_next(const void *map, uint32_t bytes, uint64_t end);
