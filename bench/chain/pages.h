/*
 * SPDX-License-Identifier: MIT
 * Where the pages of a chain lie in memory: as the kernel maps all of it, by 4 MB where the
 * processor can; or from WINDOW on by pages of 4 KB, each of which has a frame of its own.
 * Frames are given to those pages alone that hold a node, in the order of addresses, as an
 * operating system gives them when they are first touched: the next frame, or any of those of the
 * next colour.
 */
#pragma once

#include "bench/memory/window.h"

enum { PAGES_WHOLE, PAGES_ORDERED, PAGES_COLOURED };
#define PAGES_VALUES "whole,ordered,coloured"

#define COLOURS      64u         /* frames from one of a colour to the next: 256 KB, as if that */
#define COLOURS_SPAN (256 << 10) /* were a cache in which no two of them shall meet */
#define POOL_LEAST   (4u << 20)  /* bytes that coloured frames are drawn from */
/* Numbers of rand() passed over. Behind 31 the draw of 4 MB is nearest to what the table of
 * p55c-200 shows: of 128 pages 62 share their place in a cache of 512 KB with another, of 256 pages
 * 7 in 8. */
#define PLACEMENT  31u
#define GROUPS_MAX 64u
#define TABLES_MAX 4u /* of 4 MB each: a chain has 16 MB at most, 64 frames a colour */

struct pages {
    char *frames;                 /* the lowest */
    uint32_t count;               /* of frames */
    char *nodes;                  /* where the chain's addresses begin */
    uint32_t *directory, *tables; /* NULL: as the kernel maps it */
    uint32_t given;               /* frames, so far */
    uint8_t groups[COLOURS]
                  [GROUPS_MAX]; /* of each colour its frames in the order they are given in */
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

/* Each colour's frames in an order of chance: rand() begins anew with each setup(). */
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

/* In setup(), in ring 0 unless `how` is PAGES_WHOLE: frames for all nodes `apart` bytes apart. */
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

/* From here on the nodes are there; returns what pages_close() puts back. */
static inline uint32_t pages_open(struct pages *pages)
{
    uint32_t kernel;

    if (!pages->directory)
        return 0;
    __asm__ volatile("movl %%cr3, %0" : "=r"(kernel));
    for (uint32_t i = 0; i < PAGE / 4; i++)
        pages->directory[i] = ((uint32_t *)kernel)[i];
    if (has_large_pages()) /* so that all entries for small ones are the chain's */
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
