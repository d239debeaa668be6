/*
 * SPDX-License-Identifier: MIT
 * A program that reads given files, and writes, seeks in, renames and removes its own.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order;

__attribute__((constructor(200))) static void second(void)
{
    order = order * 10 + 2;
}

__attribute__((constructor(101))) static void first(void)
{
    order = order * 10 + 1;
}

__attribute__((constructor)) static void third(void)
{
    order = order * 10 + 3;
}

__attribute__((destructor)) static void gone(void)
{
    printf("destructor\n");
}

static void read_given(void)
{
    char line[80];
    FILE *file = fopen("given.txt", "r");

    while (fgets(line, sizeof line, file))
        printf("at %ld behind %s", ftell(file), line);
    printf("end: %d\n", feof(file) != 0);
    fseek(file, -5, SEEK_END);
    printf("%c", getc(file));
    printf(" at %ld\n", ftell(file));
    fputs("cannot", file);
    printf("%s: %d\n", strerror(errno), ferror(file) != 0);
    fclose(file);
    file = fopen("bytes", "rb");
    for (int i = 0; i < 4; i++)
        printf("%d ", getc(file));
    fclose(file);
    file = freopen("source", "r", stdin);
    printf("%s", fgets(line, sizeof line, file));
}

static void write_own(void)
{
    char line[80];
    FILE *file = fopen("own", "r"), *other;

    printf("%s\n", file ? "left over" : strerror(errno));
    file = fopen("own", "w+");
    fprintf(file, "%d lines\n", 2);
    fputs("the second\n", file);
    other = fopen("own", "a");
    for (int i = 0; i < 500; i++)
        fprintf(other, "%04d\n", i);
    fclose(other);
    rewind(file);
    while (fgets(line, sizeof line, file))
        ;
    printf("%ld bytes, at the end %s", ftell(file), line);
    fseek(file, 8, SEEK_SET);
    fputc('|', file);
    rewind(file);
    fread(line, 1, 12, file);
    printf("%.12s\n", line);
    fseek(file, 2600, SEEK_SET);
    fputc('x', file);
    fseek(file, -2, SEEK_CUR);
    for (int i = 0; i < 3; i++)
        printf("%d ", getc(file));
    fclose(file);
    printf("%p\n", (void *)fopen("own", "wx"));
    printf("%d", rename("own", "given.txt"));
    printf(" %d", remove("own"));
    printf(" %d\n", remove("given.txt"));
}

int main(void)
{
    FILE *nameless;

    printf("order %d\n", order);
    read_given();
    write_own();
    nameless = tmpfile();
    fputs("found again", nameless);
    fseek(nameless, 6, SEEK_SET);
    printf("%c", getc(nameless));
    printf("%c", ungetc('?', nameless));
    printf(" at %ld\n", ftell(nameless));
    printf("%c", getc(nameless));
    printf(" at %ld\n", ftell(nameless));
    fclose(nameless);
    return 0;
}
