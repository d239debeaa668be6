/*
 * SPDX-License-Identifier: MIT
 * Evaluates every function of <math.h> at eight points: prints argument and result, which
 * tests/virtual/test_lib.py compares with the host's.
 */
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>

#define OF(name) #name, name

static const struct {
    const char *name;
    double (*function)(double);
} functions[] = {{OF(sqrt)}, {OF(sin)}, {OF(cos)}, {OF(fabs)}};

static const double places[] = {0.015625, 0.1, 0.25, 0.5, 0.7071, 0.99, 1e22, 1.7e308};

static char buffer[32 * 1024];

static void run(void)
{
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++)
        for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
            printf("%s %.17g %.17g\n", functions[f].name, places[i],
                   functions[f].function(places[i]));
}

BENCHMARK("each function of <math.h>", run);
