/*
 * SPDX-License-Identifier: MIT
 * The kernel's side of malloc() (kernel/lib/stdlib.h): what memory it hands out, and when that is
 * taken back.
 */
#pragma once

#include <stddef.h>

/*
 * Lies in front of each block. An arena that begins so far in front of a page hands out that page
 * first.
 */
#define ARENA_HEADER 8

/* To be given beyond what was promised: the headers of 25 blocks, each moved up to a cache line. */
#define ARENA_SLACK 1024

/*
 * malloc() hands out these bytes from now on: the same calls get the same addresses, whatever was
 * handed out before. Start and size are multiples of 8. Nothing is written before malloc() is
 * called, and all of it may be written then.
 */
void arena_give(void *start, size_t bytes);

/*
 * What is allocated now stays so, and a later free() of it does nothing. What has been freed by now
 * is handed out again only where it lies behind all that is kept.
 */
void arena_keep(void);

/* All that was allocated since arena_keep(), or without one since arena_give(), is free again. */
void arena_back(void);
