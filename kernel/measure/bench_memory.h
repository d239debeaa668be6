/*
 * SPDX-License-Identifier: MIT
 * Allocates the memory that a benchmark requests, at the top of the machine's first 64 MB.
 */
#pragma once

#include <stddef.h>

/* Memory that the harness reserves for samples and results. */
#define BENCH_MEMORY_LEFT (256 * 1024u)

/* The most memory that a benchmark can get now. */
size_t bench_memory_free(void);

/*
 * Allocates 0 to bench_memory_free() bytes that the benchmark may use in either ring. They begin at
 * the same address modulo 64 KB on each machine, and are below 64 MB if they fit there. Until they
 * are released, the harness allocates no memory that ring 3 could reach through them.
 */
void bench_memory_allocate(size_t bytes);
void bench_memory_release(void);

/* Allocates another number of bytes instead, and returns the former. The content is lost. */
size_t bench_memory_exchange(size_t bytes);

/* Hands the memory to malloc(), all of it free. */
void bench_memory_renew(void);
