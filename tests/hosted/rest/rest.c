/*
 * SPDX-License-Identifier: MIT
 * A program that calls the rest of the library for programs, with a line of output per header.
 */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <memory.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static sig_atomic_t heard;
static jmp_buf aborted;

static void hear(int number)
{
    heard = number;
}

static void on_abort(int number)
{
    longjmp(aborted, number);
}

static void signals(void)
{
    printf("%d", signal(SIGTERM, hear) == SIG_DFL);
    printf(" %d", raise(SIGTERM));
    printf(" %d", (int)heard);
    printf(" %d", signal(SIGTERM, SIG_IGN) == SIG_DFL);
    printf(" %d", raise(SIGTERM));
    printf(" %d\n", signal(99, hear) == SIG_ERR && errno == EINVAL);
    signal(SIGABRT, on_abort);
    if (setjmp(aborted) == 0)
        abort();
    else
        printf("aborted, and back\n");
}

static void locales(void)
{
    char text[4];

    printf("%s %d %s %s\n", setlocale(LC_ALL, ""), setlocale(LC_ALL, "de_DE") == NULL,
           setlocale(LC_NUMERIC, "POSIX"), localeconv()->decimal_point);
    printf("%d %d %s\n", strcoll("a", "b") < 0, (int)strxfrm(text, "abcdef", sizeof text), text);
}

static void strings(void)
{
    char words[] = "one,,two;three", *rest, *word, *next = words;

    for (word = strtok_r(words, ",;", &rest); word; word = strtok_r(NULL, ",;", &rest))
        printf("%s.", word);
    strcpy(words, "a,,b");
    while ((word = strsep(&next, ",")))
        printf("[%s]", word);
    printf("%d %d %s\n", strcasecmp("HeLLo", "hEllO"), strncasecmp("abX", "ABy", 3) < 0,
           strndup("duplicate", 3));
    printf("%s; %s; %s\n", strerror(EEXIST), strerror(ENOENT), strerror(12345));
}

static void times(void)
{
    time_t second = 854640140;
    struct tm *tm = gmtime(&second);
    struct timespec now;
    char text[64];

    strftime(text, sizeof text, "%A %d %B %Y, week %V, %T %Z", tm);
    tm->tm_mday += 31;
    printf("%s; %d later ", text, (int)(mktime(tm) - second));
    printf("%s", asctime(tm));
    timespec_get(&now, TIME_UTC);
    printf("%d %d\n", now.tv_sec - time(NULL) <= 1, clock_gettime(CLOCK_MONOTONIC, &now));
}

static void numbers(void)
{
    float f;
    double d;
    int i, n;
    unsigned char byte;
    char word[80];
    wchar_t wide[4];

    printf("%d", sscanf("12 0x1.8p1 2.5e-3 ff!", "%d%lf%f%hhx%n", &i, &d, &f, &byte, &n));
    printf(" %d %g %g %d %d\n", i, d, f, byte, n);
    printf("%d", scanf("%d%79s", &i, word));
    printf(" %s %d %d\n", word, i, getchar() == '\n');
    printf("%g %g %ld\n", strtod("-0x.8p4", NULL), strtof("0.1", NULL), lrint(2.5));
    printf("%" PRId64 " %" PRIx32 " %d\n", INT64_C(-5), UINT32_C(0xabc), (int)imaxabs(-7));
    printf("%d", (int)mbstowcs(wide, "ab", 4));
    printf(" %d", wide[1] == 'b');
    printf(" %d %d\n", system(NULL), getenv("HOME") == NULL);
}

int main(void)
{
    assert(sizeof(time_t) == 8);
    signals();
    locales();
    strings();
    times();
    numbers();
    quick_exit(0);
}
