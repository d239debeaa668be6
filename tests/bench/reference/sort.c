/*
 * SPDX-License-Identifier: MIT
 * Sorts 8192 random numbers, 4 times the data cache, by heapsort, which jumps all over the array.
 */
#include "tests/bench/reference/reference.h"

#define COUNT 8192

static uint32_t heap[COUNT] __attribute__((aligned(4096)));

/* Lets the number at `root` sink until no child is greater. */
MEASURED static void sink(uint32_t root, uint32_t count)
{
    const uint32_t sinking = heap[root];
    uint32_t child;

    while ((child = 2 * root + 1) < count) {
        if (child + 1 < count && heap[child] < heap[child + 1])
            child++;
        if (heap[child] <= sinking)
            break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = sinking;
}

void reference_sort(void);

MEASURED void reference_sort(void)
{
    uint32_t state = 1;

    for (uint32_t i = 0; i < COUNT; i++)
        store(&heap[i], next_random(&state));
    for (uint32_t root = COUNT / 2; root-- > 0;)
        sink(root, COUNT);
    for (uint32_t last = COUNT - 1; last > 0; last--) {
        const uint32_t greatest = heap[0];
        heap[0] = heap[last];
        heap[last] = greatest;
        sink(0, last);
    }
}

static void sort(void)
{
    region_begin(0);
    reference_sort();
    region_end(0);
}

BENCHMARK("heapsort", sort);
