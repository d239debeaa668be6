/*
 * SPDX-License-Identifier: MIT
 * Sorting and searching. Heap sort: n log n comparisons for any input, no recursion, and no access
 * outside the array even if the comparison contradicts itself.
 */
#include <stdint.h>

#include "kernel/lib/stdlib.h"

static void qsort_swap(uint8_t *a, uint8_t *b, size_t bytes)
{
    if (bytes % 4 == 0 && ((uintptr_t)a | (uintptr_t)b) % 4 == 0)
        for (; bytes > 0; bytes -= 4, a += 4, b += 4) {
            uint32_t kept = *(uint32_t *)a;

            *(uint32_t *)a = *(uint32_t *)b;
            *(uint32_t *)b = kept;
        }
    for (; bytes > 0; bytes--, a++, b++) {
        uint8_t kept = *a;

        *a = *b;
        *b = kept;
    }
}

/* Lets the member at `hole` sink below its larger children, within the first `count` members. */
static void qsort_sink(uint8_t *base, size_t hole, size_t count, size_t bytes,
                       int (*compare)(const void *, const void *))
{
    for (size_t child; (child = 2 * hole + 1) < count; hole = child) {
        uint8_t *larger = base + child * bytes;

        if (child + 1 < count && compare(larger, larger + bytes) < 0) {
            larger += bytes;
            child++;
        }
        if (compare(base + hole * bytes, larger) >= 0)
            return;
        qsort_swap(base + hole * bytes, larger, bytes);
    }
}

void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *))
{
    for (size_t root = count / 2; root-- > 0;)
        qsort_sink(base, root, count, bytes, compare);
    while (count-- > 1) {
        qsort_swap(base, (uint8_t *)base + count * bytes, bytes);
        qsort_sink(base, 0, count, bytes, compare);
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *))
{
    while (count > 0) {
        const uint8_t *middle = (const uint8_t *)base + count / 2 * bytes;
        int order = compare(key, middle);

        if (order == 0)
            return (void *)(uintptr_t)middle;
        if (order > 0) {
            base = middle + bytes;
            count--;
        }
        count /= 2;
    }
    return NULL;
}
