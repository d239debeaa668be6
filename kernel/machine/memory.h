/*
 * SPDX-License-Identifier: MIT
 * The memory above the kernel image, handed out in order and given back all at once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "boot/multiboot.h"

/*
 * Where the end of memory is known from: the loader's map, its count of KB above 1 MB, the CMOS of
 * the clock, or from nowhere. A loader of a time before such maps has the count from INT 15h too.
 */
enum memory_source { MEMORY_MAP, MEMORY_UPPER, MEMORY_CMOS, MEMORY_ASSUMED };

/* Takes what lies between the image, or the last boot module, and the end of memory. */
enum memory_source memory_install(const struct multiboot_info *info);

/* n bytes of zeros, aligned to 16; NULL where so much is not left. */
void *memory_take(size_t bytes);

size_t memory_left(void);

/* One past the last byte of memory; and another end of it from now on. */
uint32_t memory_end(void);
void memory_limit(uint32_t end);

/* A place to go back to: everything taken since is free again. */
uintptr_t memory_mark(void);
void memory_release(uintptr_t mark);
