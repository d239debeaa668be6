/*
 * SPDX-License-Identifier: MIT
 * Paging modes while a benchmark runs. In every mode each linear address equals its physical
 * address.
 */
#pragma once

enum pages {
    PAGES_MIXED, /* the first 4 MB, which hold the image, in 4 KB pages; the rest in 4 MB pages */
    PAGES_OFF,   /* CR0.PG clear */
    PAGES_4K,    /* everything in 4 KB pages, as in operating systems of the time */
    PAGES_4M,    /* everything in 4 MB pages */
    PAGES_KINDS
};

/*
 * Reports whether the mode protects the kernel from ring 3, and traps accesses to NULL and beyond
 * the stack.
 */
static inline int pages_guard(enum pages pages)
{
    return pages == PAGES_MIXED || pages == PAGES_4K;
}
