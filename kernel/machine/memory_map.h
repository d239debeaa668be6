/*
 * SPDX-License-Identifier: MIT
 * The map of memory that a loader has got from the BIOS (INT 15h, AX=E820h, or what stands in for
 * it) and hands over (Multiboot Specification 0.6.96, section 3.3, mmap_*).
 */
#pragma once

#include <stdint.h>

/* How an entry begins; the next one is `size` bytes and 4 further on. */
struct memory_map_entry {
    uint32_t size;
    uint64_t base, length;
    uint32_t type;
} __attribute__((packed));

#define MEMORY_AVAILABLE 1

/*
 * One past the last byte of the available memory that goes on without a gap from `address`; 0 where
 * the map has none there.
 */
uint64_t memory_map_end(const void *map, uint32_t bytes, uint32_t address);
