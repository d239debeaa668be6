/*
 * SPDX-License-Identifier: MIT
 * Sorts 512 numbers of 32 bits: by quicksort, and by their bytes from the lowest on (radix sort),
 * whose loops (radix.asm) have no branch that depends on the data.
 *
 * Quicksort's comparisons have random outcomes, which no branch target buffer can predict; each
 * misprediction costs 3 or 4 clocks. Numbers and counts are 5 KB and fit into the data cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { COUNT = 512, BYTES = 4 * COUNT, STEP = 8000009 }; /* 512 steps fill 32 bits */

static long variant; /* quicksort, radix */
static uint32_t *shuffled, *numbers, *spare;

uint32_t sort_places[256];

region_name(0, "sort");

/* Both read one number past the end but do not use it. */
void sort_count(const uint32_t *from, unsigned n, unsigned byte);
void sort_place(const uint32_t *from, unsigned n, unsigned byte, uint32_t *to);

static void quicksort(uint32_t *first, uint32_t *last)
{
    while (first < last) {
        uint32_t pivot = first[(last - first) / 2], *up = first, *down = last;
        while (up <= down) {
            while (*up < pivot)
                up++;
            while (*down > pivot)
                down--;
            if (up <= down) {
                uint32_t swapped = *up;
                *up++ = *down;
                *down-- = swapped;
            }
        }
        quicksort(first, down);
        first = up;
    }
}

static void radix(uint32_t *from, uint32_t *to)
{
    for (unsigned byte = 0; byte < 4; byte++) {
        uint32_t place = 0, *swapped = from;
        memset(sort_places, 0, sizeof sort_places);
        sort_count(from, COUNT, byte);
        for (unsigned i = 0; i < 256; i++) {
            uint32_t here = sort_places[i];
            sort_places[i] = place;
            place += here;
        }
        sort_place(from, COUNT, byte, to);
        from = to;
        to = swapped;
    }
}

/* The multiples of STEP, once each, in random order. */
static void setup(void)
{
    shuffled = malloc(BYTES);
    numbers = malloc(BYTES);
    spare = malloc(BYTES + 32);
    srand(4);
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned other = (unsigned)rand() % (i + 1);
        shuffled[i] = shuffled[other];
        shuffled[other] = i * STEP;
    }
}

static void restore(void)
{
    memcpy(numbers, shuffled, BYTES);
}

static void run(void)
{
    region_begin(0);
    if (variant == 0)
        quicksort(numbers, numbers + COUNT - 1);
    else
        radix(numbers, spare);
    region_end(0);
}

/* The sorted numbers are 0, STEP, 2 STEP and so on. */
static const char *check(void)
{
    static char wrong[80];
    for (unsigned i = 0; i < COUNT; i++) {
        if (numbers[i] == i * STEP)
            continue;
        snprintf(wrong, sizeof wrong, "number %u is %u, not %u", i, (unsigned)numbers[i], i * STEP);
        return wrong;
    }
    return NULL;
}

BENCHMARK("sorts 512 numbers: quicksort, radix sort", run, .setup = setup, .restore = restore,
          .check = check, .memory = 3 * BYTES + 32,
          .arguments = ARGUMENTS(ARGUMENT(variant, "quicksort,radix")));
