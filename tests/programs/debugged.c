/* SPDX-License-Identifier: MIT
 * A program for a debugger: variables, calls, a deep stack, a handler of a signal, and an end as
 * its argument says: by exit, by a fault, by abort, or never. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int caught;
int counter;
double half = 0.5;

static void handler(int number)
{
    caught = number;
}

static int deep(int n)
{
    char room[4096];
    memset(room, n, sizeof room);
    return n ? deep(n - 1) + room[7] : room[3];
}

static int square(int n)
{
    return n * n;
}

int main(int argc, char **argv)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    counter = square(argc);
    half *= counter;
    int sum = deep(40);
    printf("caught %d, sum %d\n", caught, sum);
    fflush(stdout);
    if (!strcmp(argv[1], "fault"))
        *(volatile int *)8 = 5;
    if (!strcmp(argv[1], "abort"))
        abort();
    if (!strcmp(argv[1], "loop"))
        for (;;)
            counter++;
    return 3;
}
