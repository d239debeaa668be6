/* SPDX-License-Identifier: MIT */
#include <stdio.h>

int main(void)
{
    int lines = 0;

    for (int c; (c = getchar()) != EOF;)
        lines += c == '\n';
    printf("%d lines\n", lines);
    return 0;
}
