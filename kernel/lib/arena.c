/*
 * SPDX-License-Identifier: MIT
 * malloc() by first fit. Blocks are contiguous, and each one stores its own size and that of the
 * block before it, so that a freed block merges with free neighbours at once. Everything after the
 * last block, from `top`, is free.
 */
#include "kernel/lib/arena.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/stdio.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#define GRAIN      8u /* sizes and addresses of blocks are multiples of this */
#define CACHE_LINE 32u
#define LARGE      256u /* blocks of at least this size begin on a cache line */

struct arena_block {
    uint32_t size;   /* including this header; odd while the block is in use */
    uint32_t before; /* size of the block before this one, 0 for the first */
};
_Static_assert(sizeof(struct arena_block) == ARENA_HEADER, "the header begins an arena");

struct free_block {
    struct arena_block block;
    struct free_block *next, **link; /* link is the pointer that points to this block */
};

#define IN_USE   1u
#define SMALLEST ((uint32_t)sizeof(struct free_block))

static struct {
    char *start, *end;
    char *first;   /* blocks before it are permanent */
    char *top;     /* end of the last block */
    uint32_t last; /* size of the last block, 0 if the arena is empty */
    struct free_block *free;
} arena;

void arena_set_memory(void *start, size_t bytes)
{
    arena.start = arena.first = start;
    arena.end = (char *)start + bytes;
    arena_release();
}

void arena_mark(void)
{
    arena.first = arena.top;
    arena_release();
}

void arena_release(void)
{
    arena.top = arena.first;
    arena.last = 0;
    arena.free = NULL;
}

static uint32_t arena_block_size(const struct arena_block *block)
{
    return block->size & ~IN_USE;
}

static struct arena_block *arena_next_block(const struct arena_block *block)
{
    return (struct arena_block *)((char *)block + arena_block_size(block));
}

static struct arena_block *arena_previous_block(const struct arena_block *block)
{
    return (struct arena_block *)((char *)block - block->before);
}

/* Returns the place that stores this block's size: in the next block, or in the arena. */
static uint32_t *arena_size_slot(const struct arena_block *block)
{
    return (char *)arena_next_block(block) == arena.top ? &arena.last
                                                        : &arena_next_block(block)->before;
}

static void arena_set_size(struct arena_block *block, uint32_t size)
{
    block->size = size;
    *arena_size_slot(block) = size;
}

static void arena_list_free(struct arena_block *block)
{
    struct free_block *entry = (struct free_block *)block;

    entry->next = arena.free;
    entry->link = &arena.free;
    if (entry->next)
        entry->next->link = &entry->next;
    arena.free = entry;
}

static void arena_unlist_free(struct arena_block *block)
{
    struct free_block *entry = (struct free_block *)block;

    *entry->link = entry->next;
    if (entry->next)
        entry->next->link = entry->link;
}

/* Shortens the block to its first `size` bytes and returns the rest as another block. */
static struct arena_block *arena_split_block(struct arena_block *block, uint32_t size)
{
    uint32_t left = block->size - size;
    struct arena_block *rest;

    block->size = size;
    rest = arena_next_block(block);
    rest->before = size;
    arena_set_size(rest, left);
    return rest;
}

/* Returns the bytes to skip for the alignment: 0, or enough for a block. */
static uint32_t arena_gap(const void *block, uint32_t alignment)
{
    uint32_t bytes = -(uint32_t)((uintptr_t)block + ARENA_HEADER) & (alignment - 1);

    while (bytes > 0 && bytes < SMALLEST)
        bytes += alignment;
    return bytes;
}

static struct arena_block *arena_allocate_free(uint32_t size, uint32_t alignment)
{
    for (struct free_block *entry = arena.free; entry; entry = entry->next)
        if (entry->block.size >= arena_gap(entry, alignment) + size) {
            arena_unlist_free(&entry->block);
            return &entry->block;
        }
    return NULL;
}

static struct arena_block *arena_allocate_top(uint32_t size, uint32_t alignment)
{
    struct arena_block *block = (struct arena_block *)arena.top;

    size += arena_gap(block, alignment);
    if (size > (size_t)(arena.end - arena.top))
        return NULL;
    block->before = arena.last;
    arena.top += size;
    arena_set_size(block, size);
    return block;
}

static void *arena_allocate(size_t bytes, uint32_t alignment)
{
    struct arena_block *block;
    uint32_t size, front;

    if (bytes > (size_t)(arena.end - arena.first) || alignment > (1u << 30))
        return NULL;
    size = ((uint32_t)bytes + ARENA_HEADER + GRAIN - 1) & -GRAIN;
    if (size < SMALLEST)
        size = SMALLEST;
    block = arena_allocate_free(size, alignment);
    if (!block)
        block = arena_allocate_top(size, alignment);
    if (!block)
        return NULL;
    front = arena_gap(block, alignment);
    if (front > 0) {
        struct arena_block *rest = arena_split_block(block, front);
        arena_list_free(block);
        block = rest;
    }
    if (block->size - size >= SMALLEST)
        arena_list_free(arena_split_block(block, size));
    block->size |= IN_USE;
    return block + 1;
}

void *malloc(size_t bytes)
{
    return arena_allocate(bytes, bytes < LARGE ? GRAIN : CACHE_LINE);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return arena_allocate(bytes, alignment < GRAIN ? GRAIN : (uint32_t)alignment);
}

void *calloc(size_t count, size_t bytes)
{
    size_t all;
    void *zeros;

    if (__builtin_mul_overflow(count, bytes, &all))
        return NULL;
    zeros = malloc(all);
    return zeros ? memset(zeros, 0, all) : NULL;
}

static bool arena_is_permanent(const void *memory)
{
    return (const char *)memory >= arena.start && (const char *)memory < arena.first;
}

/*
 * Reports whether malloc() has returned this block and it is not yet freed: its neighbours must be
 * consistent with it.
 */
static bool arena_is_block(const struct arena_block *block)
{
    const char *place = (const char *)block;

    if (place < arena.first || place >= arena.top || (uintptr_t)place % GRAIN != 0 ||
        block->size % GRAIN != IN_USE || arena_block_size(block) > (size_t)(arena.top - place) ||
        *arena_size_slot(block) != arena_block_size(block) || block->before % GRAIN != 0)
        return false;
    if (block->before == 0)
        return place == arena.first;
    return block->before <= (size_t)(place - arena.first) &&
           arena_block_size(arena_previous_block(block)) == block->before;
}

static struct arena_block *arena_block_of(const char *who, void *memory)
{
    struct arena_block *block = (struct arena_block *)memory - 1;

    if (!arena_is_permanent(memory) && !arena_is_block(block)) {
        printf("%s(%p): the address is not from malloc(), or was freed earlier\n", who, memory);
        abort();
    }
    return block;
}

void free(void *memory)
{
    struct arena_block *block, *next;

    if (!memory || arena_is_permanent(memory))
        return;
    block = arena_block_of("free", memory);
    arena_set_size(block, arena_block_size(block));
    next = arena_next_block(block);
    if ((char *)next != arena.top && !(next->size & IN_USE)) {
        arena_unlist_free(next);
        arena_set_size(block, block->size + next->size);
    }
    if (block->before > 0 && !(arena_previous_block(block)->size & IN_USE)) {
        uint32_t size = block->size;

        block = arena_previous_block(block);
        arena_unlist_free(block);
        arena_set_size(block, block->size + size);
    }
    if ((char *)arena_next_block(block) == arena.top) {
        arena.top = (char *)block;
        arena.last = block->before;
    } else {
        arena_list_free(block);
    }
}

void *realloc(void *memory, size_t bytes)
{
    size_t held;
    void *moved;

    if (!memory)
        return malloc(bytes);
    if (bytes == 0) {
        free(memory);
        return NULL;
    }
    held = arena_block_size(arena_block_of("realloc", memory)) - ARENA_HEADER;
    if (bytes <= held)
        return memory;
    moved = malloc(bytes);
    if (moved) {
        memcpy(moved, memory, held);
        free(memory);
    }
    return moved;
}
