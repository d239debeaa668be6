/*
 * SPDX-License-Identifier: MIT
 * Reads standard input, the file of its first argument and a variable of its environment, and exits
 * with the number of those that are missing.
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    return !file + !getenv("NAME") + (getchar() == EOF);
}
