/*
 * SPDX-License-Identifier: MIT
 * The kernel's side of malloc() (kernel/lib/stdlib.h): sets the memory that malloc() hands out, and
 * releases allocations.
 */
#pragma once

#include <stddef.h>

/*
 * Size of the header before each block. If an arena begins this many bytes before a page, the first
 * block handed out is at the start of that page.
 */
#define ARENA_HEADER 8

/*
 * Extra bytes to reserve in an arena: room for the headers of 25 blocks, each aligned to a cache
 * line.
 */
#define ARENA_SLACK 1024

/*
 * Makes malloc() hand out these bytes from now on. The same calls get the same addresses,
 * regardless of earlier allocations. Start and size are multiples of 8. Nothing is written before
 * malloc() is called; afterwards any byte may be written.
 */
void arena_set_memory(void *start, size_t bytes);

/*
 * Makes the current allocations permanent: a later free() of them does nothing. Memory that is free
 * at this time is handed out again only if it is above all permanent blocks.
 */
void arena_mark(void);

/*
 * Frees everything allocated since arena_mark(), or since arena_set_memory() if arena_mark() was
 * not called.
 */
void arena_release(void);
