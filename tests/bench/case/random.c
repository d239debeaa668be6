/*
 * SPDX-License-Identifier: MIT
 * Uses random numbers, which must be the same each time setup() runs.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"

static long time; /* setup() runs once for each */
static int numbers[2];

static void setup(void)
{
    numbers[time] = rand();
    if (time == 0)
        numbers[1] = numbers[0];
}

static void run(void)
{
    region_begin(0);
    keep(numbers[time]);
    region_end(0);
}

static const char *check(void)
{
    static char wrong[80];
    if (numbers[1] == numbers[0])
        return NULL;
    snprintf(wrong, sizeof wrong, "rand() gave %d, then %d", numbers[0], numbers[1]);
    return wrong;
}

BENCHMARK("random numbers are the same each time", run, .setup = setup, .check = check,
          .arguments = ARGUMENTS(ARGUMENT(time, "first,second")));
