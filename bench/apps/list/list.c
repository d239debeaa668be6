/*
 * SPDX-License-Identifier: MIT
 * Walks a list of 2048 nodes: scattered over 512 KB, one a line; and packed in the order of the
 * walk, four a line. The walk (walk.asm) is the same code for both.
 *
 * Scattered, each node is a miss in the data cache, and with 128 pages for 64 entries often one in
 * the TLB. Packed, three nodes of four come with the one before. A load that misses blocks the
 * Pentium, so there is no hint to give it: where the data lies is all that helps.
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

/* The sum of the values; the list has one node at least. */
uint32_t list_walk(const struct node *node);

/* The walk goes in random order through the slots; node i has the value i^2. */
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

/* The sum of the first n squares, n (n + 1) (2 n + 1) / 6, where 3 divides 2 n + 1. */
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
