/*
 * SPDX-License-Identifier: MIT
 * wc [-lwc] [FILE]...: counts lines, words and bytes.
 */
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

struct counts {
    unsigned long lines, words, bytes;
};

static int show_lines, show_words, show_bytes, failed;

static void counts_read(struct counts *counts, FILE *from)
{
    int inside = 0, c;
    while ((c = getc(from)) != EOF) {
        counts->bytes++;
        counts->lines += c == '\n';
        if (isspace(c))
            inside = 0;
        else if (!inside)
            inside = 1, counts->words++;
    }
}

static void counts_print(const struct counts *counts, const char *name)
{
    if (show_lines)
        printf("%7lu ", counts->lines);
    if (show_words)
        printf("%7lu ", counts->words);
    if (show_bytes)
        printf("%7lu ", counts->bytes);
    printf("%s\n", name);
}

static void count_file(const char *name, struct counts *total)
{
    struct counts counts = {0};
    FILE *file = fopen(name, "r");
    if (!file) {
        perror(name);
        failed = 1;
        return;
    }
    counts_read(&counts, file);
    fclose(file);
    counts_print(&counts, name);
    total->lines += counts.lines;
    total->words += counts.words;
    total->bytes += counts.bytes;
}

int main(int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "lwc")) != -1) {
        if (option == '?')
            return 2;
        show_lines |= option == 'l';
        show_words |= option == 'w';
        show_bytes |= option == 'c';
    }
    if (!show_lines && !show_words && !show_bytes)
        show_lines = show_words = show_bytes = 1;
    struct counts total = {0};
    for (int i = optind; i < argc; i++)
        count_file(argv[i], &total);
    if (optind == argc) {
        counts_read(&total, stdin);
        counts_print(&total, "-");
    } else if (optind + 1 < argc) {
        counts_print(&total, "total");
    }
    return failed;
}
