/*
 * SPDX-License-Identifier: MIT
 * C11's <stdlib.h> (7.22) for benchmarks.
 */
#pragma once

#include <stddef.h>

#include "kernel/lib/program_override.h"

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX     0x7FFFFFFF

/*
 * Ends the benchmark's run as if its routine had returned, after calling the functions of atexit().
 */
void exit(int status) __attribute__((noreturn));
void _Exit(int status) __attribute__((noreturn)); /* without those calls */
int atexit(void (*function)(void));               /* at most 32 */

/* Raises INT3, an exception in either ring, so that the benchmark fails. */
void abort(void) PROGRAM_OVERRIDE(abort) __attribute__((noreturn));

/*
 * Allocates from the memory that the benchmark requested (BENCHMARK's .memory); returns NULL if too
 * little is left. Addresses are multiples of 8, those of blocks of 256 bytes or more multiples of a
 * cache line. free() or realloc() of an address that malloc() has not returned, or that was freed
 * before, prints a message and calls abort().
 */
void *malloc(size_t bytes) PROGRAM_OVERRIDE(malloc);
void *calloc(size_t count, size_t bytes) PROGRAM_OVERRIDE(calloc);
/* alignment is a power of 2. */
void *aligned_alloc(size_t alignment, size_t bytes) PROGRAM_OVERRIDE(aligned_alloc);
void *realloc(void *memory, size_t bytes)
    PROGRAM_OVERRIDE(realloc); /* 0 bytes: free(), returns NULL */
void free(void *memory);

/* Heap sort: not stable. */
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *));

long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);

/* Correctly rounded. Only hosted programs read hexadecimal numbers. */
double strtod(const char *restrict text, char **restrict end) PROGRAM_OVERRIDE(strtod);
double atof(const char *text) PROGRAM_OVERRIDE(atof);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);

/* The upper half of Knuth's 64-bit linear congruential generator; the initial state is srand(1). */
int rand(void);
void srand(unsigned seed);

int abs(int value);
long labs(long value);
long long llabs(long long value);

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
div_t div(int a, int b);
ldiv_t ldiv(long a, long b);
lldiv_t lldiv(long long a, long long b);

char *getenv(const char *name);  /* always NULL */
int system(const char *command); /* starts no command: -1, or 0 for NULL */
void quick_exit(int status) __attribute__((noreturn));
int at_quick_exit(void (*function)(void)); /* at most 32 */

/* In the "C" locale a character is a byte. */
#define MB_CUR_MAX 1
int mblen(const char *s, size_t n);
int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n);
int wctomb(char *s, wchar_t wide);
size_t mbstowcs(wchar_t *restrict to, const char *restrict s, size_t n);
size_t wcstombs(char *restrict to, const wchar_t *restrict s, size_t n);

/*
 * A function that exit() calls instead of ending the run: bench/hosted.h uses it to end the open
 * region. stdio_reset(), which precedes every run, calls exit_reset(), which clears the hook and
 * the functions of atexit() that an interrupted run has left.
 */
extern void (*exit_hook)(int status);
void exit_reset(void);
