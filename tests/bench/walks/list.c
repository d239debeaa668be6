/*
 * SPDX-License-Identifier: MIT
 * Follows a list one node too far, two calls below run(), to test how a fault's callers are found.
 * tests/host/test_fault_places.py finds the lines by their comments.
 */
#include <string.h>

#include "bench/bench.h"

struct node {
    const struct node *next;
    long value;
};

__attribute__((noinline)) static long sum_list(const struct node *node, int times)
{
    long sum = 0;
    while (times-- > 0) {
        sum += node->value; /* faults */
        node = node->next;
    }
    return sum;
}

/* Inlined: the compiled code does not call it. */
static inline __attribute__((always_inline)) long twice(const struct node *node)
{
    return 2 * sum_list(node, 3); /* calls */
}

static void run(void)
{
    char room[40]; /* makes the frame larger than the saved registers */
    region("sum up")
    {
        struct node last = {NULL, 3}, first = {&last, 2};
        memset(room, (int)twice(&first), sizeof room); /* inlines */
        keep(room);
    }
}

BENCHMARK("follows a list too far", run);
