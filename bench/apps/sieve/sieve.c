/*
 * SPDX-License-Identifier: MIT
 * The primes below 10,000 by the sieve of Eratosthenes: a byte for each number; and a byte for each
 * odd number, with the lines read before they are written (odd.asm).
 *
 * 10,000 bytes do not fit into the data cache, and a write that misses allocates no line, so most
 * of the marks go to the bus. 5,000 bytes fit and stay in the cache after they have been read.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { LIMIT = 10000, ODD = LIMIT / 2, LINE = 32 };

static long variant; /* every, odd */
static uint8_t *composite;

region_name(0, "sieve");

/* n is a multiple of 32. */
void sieve_clear(uint8_t *bytes, unsigned n);

/* Sets from[0], from[step] and so on before `end` to 1. */
void sieve_mark(uint8_t *from, uint8_t *end, unsigned step);

static void every(void)
{
    region_begin(0);
    memset(composite, 0, LIMIT);
    for (unsigned i = 2; i * i < LIMIT; i++) {
        if (composite[i])
            continue;
        for (unsigned multiple = i * i; multiple < LIMIT; multiple += i)
            composite[multiple] = 1;
    }
    region_end(0);
}

/* Byte i represents 2 i + 1. Consecutive odd multiples of p differ by 2 p, that is p bytes. */
static void odd(void)
{
    region_begin(0);
    sieve_clear(composite, (ODD + LINE - 1) / LINE * LINE);
    for (unsigned i = 3; i * i < LIMIT; i += 2)
        if (!composite[i / 2])
            sieve_mark(composite + i * i / 2, composite + ODD, i);
    region_end(0);
}

static void setup(void)
{
    composite = malloc(LIMIT);
}

static void run(void)
{
    if (variant == 0)
        every();
    else
        odd();
}

static bool prime(unsigned n)
{
    if (variant == 0)
        return !composite[n];
    return n % 2 ? !composite[n / 2] : n == 2;
}

/* There are 1229 primes below 10,000 (OEIS A006880), and their sum is 5736396 (A046731). */
static const char *check(void)
{
    static char wrong[80];
    unsigned primes = 0, sum = 0;
    for (unsigned n = 2; n < LIMIT; n++)
        if (prime(n)) {
            primes++;
            sum += n;
        }
    if (primes == 1229 && sum == 5736396)
        return NULL;
    snprintf(wrong, sizeof wrong, "%u primes, not 1229, and their sum is %u, not 5736396", primes,
             sum);
    return wrong;
}

BENCHMARK("primes below 10,000: of all numbers, of the odd ones in the cache", run, .setup = setup,
          .check = check, .memory = LIMIT, .arguments = ARGUMENTS(ARGUMENT(variant, "every,odd")));
