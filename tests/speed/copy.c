/*
 * SPDX-License-Identifier: MIT
 * Copies 1 MB there and back by the kernel's memcpy, a REP MOVSD: more than both caches hold.
 */
#include "kernel/lib/string.h"
#include "tests/speed/speed.h"

#define WORDS  (1024 * 1024 / 4)
#define ROUNDS 32

static uint32_t here[WORDS], there[WORDS];

/* The sum of 0 to WORDS - 1, and of 1 to ROUNDS: the copy back includes what a round added. */
uint32_t work(void)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < WORDS; i++)
        here[i] = i;
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        memcpy(there, here, sizeof there);
        there[round] += round;
        memcpy(here, there, sizeof here);
    }
    for (uint32_t i = 0; i < WORDS; i++)
        sum += here[i];
    return sum;
}
