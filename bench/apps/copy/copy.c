/*
 * SPDX-License-Identifier: MIT
 * Copies memory in eight ways (ways.asm), with sizes that fit into the data cache and sizes that do
 * not.
 *
 * A Pentium allocates no line for a write that misses. Stores to a destination that has not been
 * read go to the bus one by one, however small they are. Storing 8 bytes at once through the x87 is
 * faster, and reading each line of the destination before writing it is faster still.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

static long size;    /* bytes, a multiple of 1 KB */
static long variant; /* in the order of ways[] */
static uint8_t *from, *to;

region_name(0, "copy");

typedef void copy(void *destination, const void *source, unsigned bytes);

copy copy_movsb, copy_bytes, copy_movsd, copy_dwords, copy_pairs, copy_x87, copy_ahead,
    copy_allocate;

static uint8_t byte_at(unsigned i)
{
    return (uint8_t)(i * 7 + (i >> 8) * 13 + 1);
}

static void setup(void)
{
    from = malloc((size_t)size);
    to = malloc((size_t)size);
    for (unsigned i = 0; i < (unsigned)size; i++)
        from[i] = byte_at(i);
    memset(to, 0, (size_t)size);
}

static void run(void)
{
    static copy *const ways[] = {copy_movsb, copy_bytes, copy_movsd, copy_dwords,
                                 copy_pairs, copy_x87,   copy_ahead, copy_allocate};
    ways[variant](to, from, (unsigned)size);
}

/* Verifies both sides against byte_at(), which the copy routines do not use. */
static const char *check(void)
{
    static char wrong[80];
    for (unsigned i = 0; i < (unsigned)size; i++) {
        if (to[i] == byte_at(i) && from[i] == byte_at(i))
            continue;
        snprintf(wrong, sizeof wrong, "byte %u is %u in the copy and %u in the original, not %u", i,
                 to[i], from[i], byte_at(i));
        return wrong;
    }
    return NULL;
}

static uint32_t memory_for(void)
{
    return 2 * (uint32_t)size;
}

BENCHMARK("copies memory in eight ways", run, .setup = setup, .check = check,
          .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, "2K,16K"),
                                 ARGUMENT(variant,
                                          "movsb,bytes,movsd,dwords,pairs,x87,ahead,allocate")));
