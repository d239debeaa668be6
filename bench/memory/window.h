/*
 * SPDX-License-Identifier: MIT
 * Page tables of a benchmark: from WINDOW on, every page maps to the same page of memory. A walk
 * over any number of pages then needs only that page, and only the part of the caches that it uses.
 * Lower addresses are mapped as in the kernel. Only ring 0 can do this. window_close() restores
 * CR3, and the kernel restores it too after each repetition.
 */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include "bench/bench.h"

#define WINDOW         0x80000000u
#define PAGE           4096u
#define LARGE          (4u << 20)
#define WINDOW_ENTRIES 512u /* entries of the page directory: 2 GB */
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

/* In ring 0: reports whether the kernel has enabled large pages. */
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

/* Maps pages of 4 KB, or of 4 MB that all contain the page at the same offset. */
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

/* The address of page i; pages are `apart` pages apart. */
static inline char *window_page(const struct window *window, bool large, uint32_t i, uint32_t apart)
{
    if (!large)
        return (char *)(WINDOW + i * apart * PAGE);
    return (char *)(WINDOW + i * apart * LARGE + ((uint32_t)window->page & (LARGE - 1)));
}
