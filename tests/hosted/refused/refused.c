/*
 * SPDX-License-Identifier: MIT
 * A program that requests more memory than there is.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *memory = malloc(300000);

    (void)argc;
    if (memory == NULL && errno == ENOMEM && strcmp(argv[1], "status") == 0)
        return 3;
    memory[0x7fffffff] = 1; /* unmapped in either ring */
    return 0;
}
