/*
 * SPDX-License-Identifier: MIT
 * longjmp() out of nested calls, and the values that survive it; exit() after it.
 */
#include "bench/bench.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf state;

static void dive(int depth)
{
    if (depth == 0)
        longjmp(state, 0); /* setjmp() returns it as 1 */
    if (depth > 0)
        dive(depth - 1);
    printf("came back to depth %d\n", depth);
}

static void last(void)
{
    printf("last\n");
}

static void run(void)
{
    volatile int kept = 41;
    int value;

    kept++;
    value = setjmp(state);
    printf("setjmp: %d, kept %d\n", value, kept);
    if (value == 0)
        dive(5);
    if (value == 1)
        longjmp(state, 7);
    atexit(last);
    exit(3);
    printf("came back from exit\n");
}

BENCHMARK("longjmp and exit", run);
