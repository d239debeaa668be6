/*
 * SPDX-License-Identifier: MIT
 * Places the pages of a chain in memory: as the kernel maps all memory, by 4 MB pages if the
 * processor has them; or from WINDOW on by pages of 4 KB, each with its own frame.
 *
 * Only pages that contain a node get a frame, in the order of addresses, as an operating system
 * allocates them on first use: the next frame, or any free frame of the next colour.
 */
#pragma once

#include "bench/memory/window.h"

enum { PAGES_WHOLE, PAGES_ORDERED, PAGES_COLOURED };
#define PAGES_VALUES "whole,ordered,coloured"

#define COLOURS      64u         /* distance in frames of two of one colour; */
#define COLOURS_SPAN (256 << 10) /* in bytes, as in a cache of 256 KB */
#define POOL_LEAST   (4u << 20)  /* bytes from which coloured frames are drawn */
/*
 * Number of rand() values skipped. After 31 the draw of 4 MB is nearest to the table of p55c-200:
 * of 128 pages 62 share their place in a cache of 512 KB with another page, of 256 pages 7 in 8.
 */
#define PLACEMENT  31u
#define GROUPS_MAX 64u
#define TABLES_MAX 4u /* of 4 MB each: a chain has at most 16 MB, 64 frames per colour */

struct pages {
    char *frames;                 /* the lowest */
    uint32_t count;               /* number of frames */
    char *nodes;                  /* first address of the chain */
    uint32_t *directory, *tables; /* NULL: mapped by the kernel */
    uint32_t given;               /* number of frames in use */
    uint8_t groups[COLOURS]
                  [GROUPS_MAX]; /* frames of each colour, in the order of their allocation */
};

static inline uint32_t pages_bytes(long how, uint32_t size)
{
    size = (size + PAGE - 1) & ~(PAGE - 1);
    return how == PAGES_COLOURED && size < POOL_LEAST ? POOL_LEAST : size;
}

static inline uint32_t pages_memory(long how, uint32_t size)
{
    return pages_bytes(how, size) + COLOURS_SPAN + (how == PAGES_WHOLE ? 0 : 5 * PAGE) + PAGE;
}

static inline uint32_t pages_frame(struct pages *pages, long how)
{
    const uint32_t n = pages->given++;
    const uint32_t colour = n % COLOURS;

    if (how == PAGES_ORDERED)
        return n;
    return pages->groups[colour][n / COLOURS] * COLOURS + colour;
}

/* Puts each colour's frames in random order; rand() restarts with each setup(). */
static inline void pages_shuffle(struct pages *pages)
{
    const uint32_t groups = pages->count / COLOURS;

    for (uint32_t colour = 0; colour < COLOURS; colour++) {
        uint8_t *order = pages->groups[colour];

        for (uint32_t i = 0; i < groups; i++) {
            const uint32_t other = (uint32_t)rand() % (i + 1);

            order[i] = order[other];
            order[other] = (uint8_t)i;
        }
    }
}

/*
 * Allocates frames for nodes `apart` bytes apart. Called in setup(), in ring 0 unless `how` is
 * PAGES_WHOLE.
 */
static inline void pages_make(struct pages *pages, long how, uint32_t size, uint32_t apart)
{
    pages->frames = aligned_alloc(COLOURS_SPAN, pages_bytes(how, size));
    pages->count = pages_bytes(how, size) / PAGE;
    pages->nodes = pages->frames;
    pages->directory = pages->tables = NULL;
    pages->given = 0;
    if (how == PAGES_WHOLE)
        return;
    for (unsigned i = PLACEMENT; i; i--)
        rand();
    pages_shuffle(pages);
    pages->nodes = (char *)WINDOW;
    pages->directory = aligned_alloc(PAGE, PAGE);
    pages->tables = aligned_alloc(PAGE, TABLES_MAX * PAGE);
    for (uint32_t at = 0; at < size; at += apart < PAGE ? PAGE : apart)
        pages->tables[at / PAGE] =
            (uint32_t)(pages->frames + pages_frame(pages, how) * PAGE) | PAGE_RIGHTS;
}

/* Maps the nodes; returns the page directory that pages_close() restores. */
static inline uint32_t pages_open(struct pages *pages)
{
    uint32_t kernel;

    if (!pages->directory)
        return 0;
    __asm__ volatile("movl %%cr3, %0" : "=r"(kernel));
    for (uint32_t i = 0; i < PAGE / 4; i++)
        pages->directory[i] = ((uint32_t *)kernel)[i];
    if (has_large_pages()) /* leaves all TLB entries for small pages to the chain */
        pages->directory[0] = PAGE_RIGHTS | PAGE_IS_LARGE;
    for (uint32_t i = 0; i < TABLES_MAX; i++)
        pages->directory[WINDOW / LARGE + i] =
            (uint32_t)(pages->tables + i * PAGE / 4) | PAGE_RIGHTS;
    set_directory((uint32_t)pages->directory);
    return kernel;
}

static inline void pages_close(const struct pages *pages, uint32_t kernel)
{
    if (pages->directory)
        set_directory(kernel);
}
