/*
 * SPDX-License-Identifier: MIT
 * sort [-n] [-r]: sorts the lines of standard input, by bytes or by number.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_number, direction = 1;

static int compare(const void *first, const void *second)
{
    const char *a = *(char *const *)first, *b = *(char *const *)second;
    if (by_number) {
        double x = strtod(a, NULL), y = strtod(b, NULL);
        if (x != y)
            return direction * (x < y ? -1 : 1);
    }
    return direction * strcmp(a, b);
}

int main(int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "nr")) != -1) {
        if (option == '?')
            return 2;
        by_number |= option == 'n';
        if (option == 'r')
            direction = -1;
    }
    char **lines = NULL, *line = NULL;
    size_t n = 0, size = 0;
    while (getline(&line, &size, stdin) > 0) {
        lines = realloc(lines, (n + 1) * sizeof *lines);
        lines[n++] = strdup(line);
    }
    qsort(lines, n, sizeof *lines, compare);
    for (size_t i = 0; i < n; i++) {
        fputs(lines[i], stdout);
        free(lines[i]);
    }
    free(lines);
    free(line);
    return 0;
}
