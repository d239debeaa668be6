/*
 * SPDX-License-Identifier: MIT
 * C11's <stdlib.h> (7.22) for benchmarks.
 */
#pragma once

#include <stddef.h>

/* Ends the benchmark's run as if its routine had returned. Nobody looks at the status. */
void exit(int status) __attribute__((noreturn));

/* Ends the run by a breakpoint exception, so that the benchmark fails. */
void abort(void) __attribute__((noreturn));

/*
 * From the memory that the benchmark asked for (BENCHMARK's .memory); NULL where too little is
 * left. Aligned to 8 bytes, and blocks of 256 bytes or more to a cache line. What malloc() has not
 * returned, or was freed before, ends in a message and abort().
 */
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *aligned_alloc(size_t alignment, size_t bytes); /* a power of 2 */
void *realloc(void *memory, size_t bytes);           /* with 0 bytes: free(), and NULL */
void free(void *memory);
