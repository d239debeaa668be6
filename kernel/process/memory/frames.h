/*
 * SPDX-License-Identifier: MIT
 * The physical memory of a program: pages of 4 KB, which are all freed before each run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define FRAME_BYTES 4096u

/*
 * Makes the memory from start to end, multiples of FRAME_BYTES that the kernel maps to itself, the
 * memory of the program. Everything that was allocated is free again.
 */
void frames_install(uint32_t start, uint32_t end);

/* Returns that many contiguous pages of zeros, or NULL if too few are left. */
void *frames_allocate(uint32_t pages);

/* Frees one page. */
void frames_free(void *page);

/* Returns the largest number of pages that were in use at once since frames_install(). */
uint32_t frames_most_in_use(void);

/* Returns the number of free pages. */
uint32_t frames_left(void);

/*
 * Reports whether that many pages are left, not necessarily contiguous. A request that is refused
 * for lack of memory is noted, if no earlier one lacked more.
 */
bool frames_suffice(uint32_t pages);

struct frames_refused {
    uint32_t wanted, left; /* pages; 0 wanted: nothing was refused since frames_install() */
};
struct frames_refused frames_refused(void);
