/*
 * SPDX-License-Identifier: MIT
 * wc [-lwc] [FILE]: counts the lines, words and characters of a file or of its input; -l, -w and -c
 * select some of them. The thesis's first case study (section 5.6) as a program.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static int show_lines, show_words, show_characters;
static long lines, words, characters;

static void read_options(char *option)
{
    while (*++option != '\0')
        if (*option == 'l')
            show_lines = 1;
        else if (*option == 'w')
            show_words = 1;
        else if (*option == 'c')
            show_characters = 1;
        else {
            fprintf(stderr, "usage: wc [-lwc]\n");
            exit(2);
        }
}

static void count(void)
{
    int c, inside = 0;

    while ((c = getchar()) != EOF) {
        characters++;
        if (c == '\n')
            lines++;
        if (isspace(c))
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
}

int main(int argc, char *argv[])
{
    while (--argc > 0 && **++argv == '-')
        read_options(*argv);
    if (!show_lines && !show_words && !show_characters)
        show_lines = show_words = show_characters = 1;
    if (argc > 0 && freopen(*argv, "r", stdin) == NULL) {
        perror(*argv);
        return 1;
    }
    count();
    if (show_lines)
        printf("%7ld", lines);
    if (show_words)
        printf("%8ld", words);
    if (show_characters)
        printf("%8ld", characters);
    printf(argc > 0 ? " %s\n" : "\n", *argv);
    return 0;
}
