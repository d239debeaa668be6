/*
 * SPDX-License-Identifier: MIT
 * Sorts 32768 random numbers by quicksort, repeatedly: unpredictable branches, recursion.
 */
#include "tests/speed/speed.h"

#define COUNT  32768
#define ROUNDS 16

static uint32_t numbers[COUNT];

static void fill(uint32_t seed)
{
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525 + 1013904223; /* Numerical Recipes, section 7.1 */
        numbers[i] = seed;
    }
}

/* Hoare's partition around the middle element; the ends are included. */
static void sort(int low, int high)
{
    const uint32_t pivot = numbers[(low + high) / 2];
    int i = low, j = high;

    while (i <= j) {
        while (numbers[i] < pivot)
            i++;
        while (numbers[j] > pivot)
            j--;
        if (i <= j) {
            const uint32_t swapped = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j--] = swapped;
        }
    }
    if (low < j)
        sort(low, j);
    if (i < high)
        sort(i, high);
}

uint32_t work(void)
{
    uint32_t disorder = 0, sum = 0;

    for (uint32_t round = 1; round <= ROUNDS; round++) {
        fill(round);
        sort(0, COUNT - 1);
        for (int i = 1; i < COUNT; i++)
            disorder += numbers[i - 1] > numbers[i];
        sum += numbers[COUNT / 2];
    }
    return disorder ? 0 : sum;
}
