/*
 * SPDX-License-Identifier: MIT
 * Page tables of a benchmark's own: from WINDOW on, every page is the same one page of memory. So a
 * walk over any number of pages needs no more than that page, and no more of the caches than it
 * uses. Everything below is mapped as the kernel has it. Only ring 0 can do this; the kernel puts
 * CR3 back after each repetition, and window_close() before.
 */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include "bench/bench.h"

#define WINDOW         0x80000000u
#define PAGE           4096u
#define LARGE          (4u << 20)
#define WINDOW_ENTRIES 512u /* of the page directory: 2 GB */
#define WINDOW_MEMORY  (4 * PAGE + 256)

/* Page directory and table entries, CR4: Pentium Developer's Manual volume 3, chapter 11. */
#define PAGE_RIGHTS   0x067u /* present, writable, user, accessed, dirty: no walk needs to write */
#define PAGE_IS_LARGE 0x080u
#define CR4_HAS_PSE   0x010u

struct window {
    uint32_t *directory, *table;
    char *page;
    uint32_t kernel_directory;
};

static inline bool in_ring_0(void)
{
    uint32_t cs;

    __asm__("movl %%cs, %0" : "=r"(cs));
    return !(cs & 3);
}

/* In ring 0: whether the kernel has large pages on. */
static inline bool has_large_pages(void)
{
    uint32_t cr4;

    __asm__ volatile("movl %%cr4, %0" : "=r"(cr4));
    return cr4 & CR4_HAS_PSE;
}

static inline void set_directory(uint32_t directory)
{
    __asm__ volatile("movl %0, %%cr3" : : "r"(directory) : "memory");
}

static inline struct window window_allocate(void)
{
    return (struct window){
        .directory = aligned_alloc(PAGE, PAGE),
        .table = aligned_alloc(PAGE, PAGE),
        .page = aligned_alloc(PAGE, PAGE),
    };
}

/* Of 4 KB pages, or of 4 MB ones that all hold the page at the same place. */
static inline void window_open(struct window *window, bool large)
{
    const uint32_t page = (uint32_t)window->page;
    const uint32_t entry = large ? (page & ~(LARGE - 1)) | PAGE_RIGHTS | PAGE_IS_LARGE
                                 : (uint32_t)window->table | PAGE_RIGHTS;

    __asm__ volatile("movl %%cr3, %0" : "=r"(window->kernel_directory));
    for (unsigned i = 0; i < PAGE / 4; i++) {
        window->directory[i] = ((uint32_t *)window->kernel_directory)[i];
        window->table[i] = page | PAGE_RIGHTS;
    }
    for (unsigned i = 0; i < WINDOW_ENTRIES; i++)
        window->directory[WINDOW / LARGE + i] = entry;
    set_directory((uint32_t)window->directory);
}

static inline void window_close(const struct window *window)
{
    set_directory(window->kernel_directory);
}

/* Where page i begins, `apart` pages from one to the next. */
static inline char *window_page(const struct window *window, bool large, uint32_t i, uint32_t apart)
{
    if (!large)
        return (char *)(WINDOW + i * apart * PAGE);
    return (char *)(WINDOW + i * apart * LARGE + ((uint32_t)window->page & (LARGE - 1)));
}
