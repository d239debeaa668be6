/*
 * SPDX-License-Identifier: MIT
 * malloc() and related functions for hosted programs, with errno and the size of a failed request.
 */
#include "kernel/lib/program/program_memory.h"

#include <stdint.h>

#include "kernel/lib/errno.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

size_t memory_refused;

/* Returns the memory; on failure sets errno and records the requested size. */
static void *program_memory_checked(void *memory, size_t bytes)
{
    if (memory)
        return memory;
    errno = ENOMEM;
    memory_refused = bytes;
    return NULL;
}

void *program_malloc(size_t bytes)
{
    return program_memory_checked(malloc(bytes), bytes);
}

void *program_calloc(size_t count, size_t bytes)
{
    size_t all;

    if (__builtin_mul_overflow(count, bytes, &all))
        all = SIZE_MAX;
    return program_memory_checked(calloc(count, bytes), all);
}

void *program_aligned_alloc(size_t alignment, size_t bytes)
{
    return program_memory_checked(aligned_alloc(alignment, bytes), bytes);
}

void *program_realloc(void *memory, size_t bytes)
{
    void *moved = realloc(memory, bytes);

    return bytes > 0 ? program_memory_checked(moved, bytes) : moved;
}

char *program_strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = program_malloc(size);

    return copy ? memcpy(copy, s, size) : NULL;
}
