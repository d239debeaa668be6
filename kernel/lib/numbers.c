/*
 * SPDX-License-Identifier: MIT
 * Integer arithmetic and random numbers of <stdlib.h>.
 */
#include <stdint.h>

#include "kernel/lib/stdlib.h"

/* Knuth, The Art of Computer Programming, volume 2, 3.3.4, table 1, line 26 ("MMIX"). */
#define RANDOM_FACTOR    6364136223846793005u
#define RANDOM_INCREMENT 1442695040888963407u

static uint64_t random = 1;

int rand(void)
{
    random = random * RANDOM_FACTOR + RANDOM_INCREMENT;
    return (int)(random >> 33);
}

void srand(unsigned seed)
{
    random = seed;
}

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

long long atoll(const char *text)
{
    unsigned long long value = 0;
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    const char *digit = text + (*text == '-' || *text == '+');
    for (; *digit >= '0' && *digit <= '9'; digit++)
        value = value * 10 + (unsigned)(*digit - '0');
    return (long long)(*text == '-' ? -value : value);
}

int atoi(const char *text)
{
    return (int)atoll(text);
}
