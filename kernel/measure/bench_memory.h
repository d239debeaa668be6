/*
 * SPDX-License-Identifier: MIT
 * The memory that a benchmark asks for, at the top of the machine's first 64 MB.
 */
#pragma once

#include <stddef.h>

/* What the harness keeps for samples and results. */
#define BENCH_MEMORY_LEFT (256 * 1024u)

/* The most a benchmark can get now. */
size_t bench_memory_free(void);

/*
 * Takes that many bytes, at most bench_memory_free() and none too, for the benchmark to use in
 * either ring; they begin at the same address modulo 64 KB on each machine. Until they are given
 * back, the harness takes no memory that ring 3 might reach by them. They lie below 64 MB, unless
 * so much does not fit there.
 */
void bench_memory_take(size_t bytes);
void bench_memory_give_back(void);

/* Hands them to malloc(), all free. */
void bench_memory_renew(void);
