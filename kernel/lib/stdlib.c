/*
 * SPDX-License-Identifier: MIT
 * exit(): ends a run through the gate by which a routine in ring 3 returns; the gate works from
 * ring 0 too.
 */
#include "kernel/lib/stdlib.h"

#include "kernel/lib/vectors.h"

#define AT_EXIT_MAX 32

static void (*at_exit[AT_EXIT_MAX])(void);
static unsigned at_exit_count;

void exit_reset(void)
{
    at_exit_count = 0;
}

int atexit(void (*function)(void))
{
    if (at_exit_count == AT_EXIT_MAX)
        return -1;
    at_exit[at_exit_count++] = function;
    return 0;
}

void _Exit(int status)
{
    (void)status;
    for (;;)
        __asm__ volatile("int %0" : : "i"(VECTOR_RETURN));
}

void exit(int status)
{
    while (at_exit_count > 0)
        at_exit[--at_exit_count]();
    _Exit(status);
}

void abort(void)
{
    for (;;)
        __asm__ volatile("int3");
}
