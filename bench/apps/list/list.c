/*
 * SPDX-License-Identifier: MIT
 * Walks a list of 2048 nodes: scattered over 512 KB, one per cache line; and packed in the order of
 * the walk, four per line. Both variants use the same code (walk.asm).
 *
 * A scattered node is a miss in the data cache and often in the TLB, since the list has 128 pages
 * and the TLB 64 entries. Three in four packed nodes are in the line of the previous one. A load
 * that misses blocks a Pentium, so prefetching does not help; only the data layout does.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"

enum { NODES = 2048, SPREAD = 512 * 1024 / NODES, PACKED = 8 };

struct node {
    struct node *next;
    uint32_t value;
};

static long variant; /* scattered, packed */
static struct node *first;
static uint32_t sum;

region_name(0, "walk");

/* Returns the sum of the values; the list has at least one node. */
uint32_t list_walk(const struct node *node);

/* The list visits the slots in random order; node i has the value i^2. */
static void setup(void)
{
    static uint16_t order[NODES];
    const unsigned slot = variant ? PACKED : SPREAD;
    char *slots = malloc(NODES * slot);
    srand(5);
    for (unsigned i = 0; i < NODES; i++) {
        unsigned other = variant ? i : ((unsigned)rand() >> 2) % (i + 1);
        order[i] = order[other];
        order[other] = (uint16_t)i;
    }
    struct node **link = &first;
    for (unsigned i = 0; i < NODES; i++) {
        struct node *node = (struct node *)(slots + order[i] * slot);
        node->value = i * i;
        *link = node;
        link = &node->next;
    }
    *link = NULL;
}

static void run(void)
{
    sum = list_walk(first);
}

/* The sum of the first n squares is n (n + 1) (2 n + 1) / 6; here 3 divides 2 n + 1. */
static const char *check(void)
{
    static char wrong[80];
    const uint32_t n = NODES - 1, squares = n * (n + 1) / 2 * ((2 * n + 1) / 3);
    if (sum == squares)
        return NULL;
    snprintf(wrong, sizeof wrong, "the values add up to %u, not %u", (unsigned)sum,
             (unsigned)squares);
    return wrong;
}

static uint32_t memory_for(void)
{
    return NODES * (variant ? PACKED : SPREAD);
}

BENCHMARK("walks a list: scattered, packed in order", run, .setup = setup, .check = check,
          .memory_for = memory_for, .arguments = ARGUMENTS(ARGUMENT(variant, "scattered,packed")));
