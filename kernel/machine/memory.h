/*
 * SPDX-License-Identifier: MIT
 * Allocates the memory above the kernel image, in order; releases everything after a mark at once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "boot/multiboot.h"

/*
 * Source of the end of memory: the loader's map, the loader's count of KB above 1 MB, the CMOS of
 * the clock, or an assumption. Loaders that predate such maps get the count from INT 15h too.
 */
enum memory_source { MEMORY_MAP, MEMORY_UPPER, MEMORY_CMOS, MEMORY_ASSUMED };

/* Makes the memory between the image, or the last boot module, and the end of memory available. */
enum memory_source memory_install(const struct multiboot_info *info);

/* Returns `bytes` bytes of zeros, aligned to 16, or NULL if too little memory is left. */
void *memory_allocate(size_t bytes);

size_t memory_left(void);

/* KB above 1 MB that the CMOS reports; 0: unknown. */
uint32_t memory_cmos_upper_kb(void);

/* memory_end() is the address after the last byte of memory; memory_limit() changes it. */
uint32_t memory_end(void);
void memory_limit(uint32_t end);

/* memory_release() frees everything allocated since the mark. */
uintptr_t memory_mark(void);
void memory_release(uintptr_t mark);
