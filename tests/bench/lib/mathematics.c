/*
 * SPDX-License-Identifier: MIT
 * Evaluates every function of <math.h> with one argument, and pow, atan2 and fmod, at a dozen
 * points: prints argument and result, which tests/virtual/test_lib.py compares with the host's.
 */
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>

#define OF(name) #name, name

static const struct {
    const char *name;
    double (*function)(double);
} functions[] = {
    {OF(sqrt)}, {OF(cbrt)},  {OF(sin)},   {OF(cos)},  {OF(tan)},  {OF(asin)},
    {OF(acos)}, {OF(atan)},  {OF(exp)},   {OF(exp2)}, {OF(log)},  {OF(log10)},
    {OF(log2)}, {OF(sinh)},  {OF(cosh)},  {OF(tanh)}, {OF(fabs)}, {OF(floor)},
    {OF(ceil)}, {OF(trunc)}, {OF(round)}, {OF(rint)},
};

static const struct {
    const char *name;
    double (*function)(double, double);
} of_two[] = {{OF(pow)}, {OF(atan2)}, {OF(fmod)}, {OF(hypot)}, {OF(copysign)}};

static const double places[] = {0.015625, 0.1, 0.25, 0.5, 0.7071, 0.99};

static char buffer[32 * 1024];

static void run(void)
{
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++)
        for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
            printf("%s %.17g %.17g\n", functions[f].name, places[i],
                   functions[f].function(places[i]));
    for (unsigned f = 0; f < sizeof of_two / sizeof *of_two; f++)
        for (unsigned i = 1; i < sizeof places / sizeof *places; i++)
            printf("%s %.17g %.17g %.17g\n", of_two[f].name, 9 * places[i], -4 * places[i - 1],
                   of_two[f].function(9 * places[i], -4 * places[i - 1]));
}

BENCHMARK("each function of <math.h>", run);
