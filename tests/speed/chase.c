/*
 * SPDX-License-Identifier: MIT
 * Follows a chain of pointers through 512 pages at random, a node in each, with paging on: eight
 * times the entries of the data TLB, and twice the lines of the data cache.
 */
#include "tests/speed/speed.h"

#define PAGES      512
#define PAGE_BYTES 4096
#define LINE_BYTES 32
#define ROUNDS     10000

struct node {
    struct node *next;
    uint32_t number;
};

static _Alignas(PAGE_BYTES) uint8_t memory[PAGES][PAGE_BYTES];
static uint16_t order[PAGES];

/* Uses another line in each page, so that they are spread over the sets of the cache. */
static struct node *node_of(uint32_t page)
{
    const uint32_t line = page * 37 % (PAGE_BYTES / LINE_BYTES);

    return (struct node *)(void *)(memory[page] + line * LINE_BYTES);
}

/* One ring through all pages: Sattolo's shuffle of their order. */
static struct node *make_ring(void)
{
    uint32_t seed = 1;

    for (uint32_t i = 0; i < PAGES; i++)
        order[i] = (uint16_t)i;
    for (uint32_t i = PAGES - 1; i > 0; i--) {
        seed = seed * 1664525 + 1013904223; /* Numerical Recipes, section 7.1 */
        const uint32_t other = (seed >> 16) % i;
        const uint16_t kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
    for (uint32_t page = 0; page < PAGES; page++)
        *node_of(page) = (struct node){.next = node_of(order[page]), .number = page};
    return node_of(0);
}

/* Returns the sum of all pages' numbers, ROUNDS times: the ring omits no page. */
uint32_t work(void)
{
    const struct node *node = make_ring();
    uint32_t sum = 0;

    for (uint32_t i = 0; i < ROUNDS * PAGES; i++) {
        sum += node->number;
        node = node->next;
    }
    return sum;
}
