/*
 * SPDX-License-Identifier: MIT
 * files: what a C library does with files and signals. It writes, appends, seeks, renames and
 * removes files by streams and by descriptors, scans its input, and leaves a handler by a jump.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static sigjmp_buf back;

static void leave(int signal)
{
    siglongjmp(back, signal);
}

static void streams(void)
{
    char line[80] = "";
    FILE *file = fopen("own", "w+"), *more;

    fprintf(file, "%d lines\nthe second\n", 2);
    fflush(file);
    more = fopen("own", "a");
    for (int i = 0; i < 400; i++)
        fprintf(more, "%04d\n", i);
    fclose(more);
    rewind(file);
    while (fgets(line, sizeof line, file))
        continue;
    printf("%ld bytes, last line %s", ftell(file), line);
    fseek(file, -6, SEEK_END);
    printf("%c %c", getc(file), getc(file));
    fseek(file, 8, SEEK_SET);
    fputc('|', file);
    rewind(file);
    printf(" %zu %.12s\n", fread(line, 1, 12, file), line);
    fclose(file);
    printf("%d %s\n", fopen("own", "wx") == NULL, strerror(errno));
    printf("%d %d %d\n", rename("own", "moved"), remove("own"), errno == ENOENT);
}

static void descriptors(void)
{
    struct stat status;
    char text[16] = "";
    int own = open("kept", O_RDWR | O_CREAT | O_EXCL, 0644);
    FILE *stream = fdopen(own, "r+");

    printf("%zd %ld\n", write(own, "0123456789", 10), (long)lseek(own, -4, SEEK_END));
    fprintf(stream, "six");
    fclose(stream);
    printf("%d %d %ld\n", close(own), errno == EBADF,
           stat("kept", &status) ? 0 : (long)status.st_size);
    printf("%d %d\n", link("kept", "twin"), unlink("kept"));
    own = open("twin", O_RDONLY);
    printf("%zd %s\n", read(own, text, sizeof text - 1), text);
    close(own);
    stream = tmpfile();
    fputs("found again", stream);
    fseek(stream, 6, SEEK_SET);
    printf("%c", getc(stream));
    printf("%c", ungetc('?', stream));
    printf(" at %ld %c\n", ftell(stream), getc(stream));
    fclose(stream);
}

static void input(void)
{
    double number;
    char word[20];
    int n;

    while ((n = scanf("%19[a-z] %lf ", word, &number)) == 2)
        printf("%s=%g ", word, number);
    printf("%d %d\n", n, feof(stdin) != 0);
}

static void signals(void)
{
    int from = sigsetjmp(back, 1);

    if (from == 0) {
        signal(SIGFPE, leave);
        signal(SIGALRM, leave);
        raise(SIGFPE);
    }
    printf("%d ", from);
    if (from == SIGFPE) {
        alarm(1);
        printf("%u ", alarm(1));
        pause();
    }
    puts("back");
}

int main(void)
{
    const time_t then = 854640140;
    char text[80];

    streams();
    descriptors();
    input();
    signals();
    strftime(text, sizeof text, "%A %d %B %Y, week %V, %T", gmtime(&then));
    return puts(text) < 0;
}
