/*
 * SPDX-License-Identifier: MIT
 * Makes a program of a benchmark's source that has no regions: main() calls its routine once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define BENCHMARK(text, run, ...)                                                                  \
    int main(void)                                                                                 \
    {                                                                                              \
        run();                                                                                     \
        return 0;                                                                                  \
    }                                                                                              \
    extern int bench_ends_here

#define region_end(number) (void)0
