/*
 * SPDX-License-Identifier: MIT
 * C11's <stdlib.h> (7.22) for benchmarks.
 */
#pragma once

#include <stddef.h>

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
void abort(void) __attribute__((noreturn));

/*
 * Allocates from the memory that the benchmark requested (BENCHMARK's .memory); returns NULL if too
 * little is left. Addresses are multiples of 8, those of blocks of 256 bytes or more multiples of a
 * cache line. free() or realloc() of an address that malloc() has not returned, or that was freed
 * before, prints a message and calls abort().
 */
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
/* alignment is a power of 2. */
void *aligned_alloc(size_t alignment, size_t bytes);
void *realloc(void *memory, size_t bytes); /* 0 bytes: free(), returns NULL */
void free(void *memory);

/* Heap sort: not stable. */
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *));

int atoi(const char *text);
long long atoll(const char *text);

/* The upper half of Knuth's 64-bit linear congruential generator; the initial state is srand(1). */
int rand(void);
void srand(unsigned seed);

int abs(int value);
long labs(long value);
long long llabs(long long value);

/* Forgets the functions of atexit(). */
void exit_reset(void);
