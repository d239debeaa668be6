/*
 * SPDX-License-Identifier: MIT
 * starts: what a C library does before and after main: constructors, destructors, atexit, variables
 * of a thread with their alignment, arguments, environment and the auxiliary vector.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

extern char **environ;

static _Thread_local int set = 5, unset;
static _Thread_local _Alignas(64) char aligned[64] = "aligned";
static int order[8], n_order;

static void note(int number)
{
    order[n_order++] = number;
}

__attribute__((constructor(102))) static void second(void)
{
    note(2);
}

__attribute__((constructor(101))) static void first(void)
{
    note(1);
}

__attribute__((constructor)) static void third(void)
{
    note(3);
}

__attribute__((destructor)) static void destroy(void)
{
    puts("destructor");
}

static void at_exit_first(void)
{
    puts("registered first");
}

static void at_exit_second(void)
{
    puts("registered second");
}

int main(int argc, char **argv)
{
    atexit(at_exit_first);
    atexit(at_exit_second);
    printf("constructors %d %d %d\n", order[0], order[1], order[2]);
    set++;
    unset += 2;
    printf("thread %d %d %s %u\n", set, unset, aligned, (unsigned)((uintptr_t)aligned % 64));
    for (int i = 0; i < argc; i++)
        printf("argument %d '%s'\n", i, argv[i]);
    for (char **variable = environ; *variable; variable++)
        printf("environment '%s'\n", *variable);
    const uint8_t *random = (const uint8_t *)getauxval(AT_RANDOM);
    printf("page %lu ticks %lu random %d\n", getauxval(AT_PAGESZ), getauxval(AT_CLKTCK),
           random != NULL);
    return 3;
}
