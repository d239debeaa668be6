/*
 * SPDX-License-Identifier: MIT
 * A program with the arguments that CountIt expects: the last but one is the register file, the
 * last is its name without extension, which names the program's results. It sorts numbers and
 * measures each call.
 */
#include <stdio.h>
#include <stdlib.h>

#include "p4pm.h"

enum { NUMBERS = 1000 };

static int numbers[NUMBERS];

static int ascending(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
    static const char *const orders[] = {"random", "sorted"};
    char *registers = argv[argc - 2], *name = argv[argc - 1], file[100];
    initialize(registers);
    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = rand();
    for (int i = 0; i < 2; i++) {
        begin_count();
        qsort(numbers, NUMBERS, sizeof *numbers, ascending);
        sprintf(file, "%s.%s.txt", name, orders[i]);
        end_count_file(file);
    }
    write_files();
    return 0;
}
