/*
 * SPDX-License-Identifier: MIT
 * text CHARACTERS WORDS LINES: prints the text of the benchmarks thesis/wc and thesis/lzw. It also
 * runs on Linux: `text 105196 16325 4036 > book.txt`.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/thesis/text.h"

int main(int argc, char **argv)
{
    unsigned long number[3];
    for (int i = 0; i < 3 && argc == 4; i++)
        number[i] = strtoul(argv[i + 1], NULL, 10);
    if (argc != 4 || number[2] > number[1] || number[1] > number[0] / 2) {
        fprintf(stderr, "usage: text CHARACTERS WORDS LINES; LINES <= WORDS <= CHARACTERS / 2\n");
        return 2;
    }
    char *text = malloc(number[0] + 1);
    if (!text)
        return 1;
    text_fill(text, number[0], number[1], number[2]);
    return fwrite(text, 1, number[0], stdout) != number[0];
}
