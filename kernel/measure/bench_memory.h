/*
 * SPDX-License-Identifier: MIT
 * Allocates the memory that a benchmark requests, at the top of the machine's first 64 MB, and that
 * of its static arrays.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Large static arrays of a benchmark. The build moves them out of the image's .bss, so that every
 * machine can load the image; they all begin at one address above the kernel's own memory
 * (tools/localize.sh, tools/link_image.sh), and exist while their benchmark is measured.
 */
struct static_arrays {
    const char *bench; /* "mine/stream" */
    char *start, *end;
};

/* Returns the arrays of a benchmark; NULL if it has none outside the image. */
const struct static_arrays *static_arrays_find(const char *bench);

static inline size_t static_arrays_bytes(const struct static_arrays *arrays)
{
    return arrays ? (size_t)(arrays->end - arrays->start) : 0;
}

/* Memory that the harness reserves for samples and results. */
#define BENCH_MEMORY_LEFT (256 * 1024u)

/*
 * The most memory that a benchmark can get now, its static arrays included. `arrays` are NULL if it
 * has none outside the image.
 */
size_t bench_memory_free(const struct static_arrays *arrays);

/*
 * Allocates `bytes` for malloc() and the static arrays, together at most bench_memory_free() bytes,
 * that the benchmark may use in either ring. Those for malloc() begin at the same address modulo
 * 64 KB on each machine, and are below 64 MB if they fit there. The arrays are zeros. Until they
 * are released, the harness allocates no memory that ring 3 could reach through them.
 */
void bench_memory_allocate(size_t bytes, const struct static_arrays *arrays);
void bench_memory_release(void);

/*
 * Allocates another number of bytes for malloc() instead, or none if they do not fit, and returns
 * the former. The content is lost; the static arrays keep theirs.
 */
size_t bench_memory_exchange(size_t bytes);

/*
 * Allocates `extra` bytes, or as many of them as fit, that the benchmark may use but malloc()
 * does not hand out; 0 releases them. The content of all memory for malloc() is lost. Returns their
 * number and stores their address. Not in the small image.
 */
size_t bench_memory_add(size_t extra, char **place);

/* For bench_memory_add(). */
extern struct bench_memory {
    uint32_t start, end;  /* including the bytes that are not malloc()'s; 0: none */
    uint32_t machine_end; /* memory_end() before the allocation; 0: nothing is allocated */
    size_t bytes;         /* for malloc(), and its overhead; 0: none */
    const struct static_arrays *arrays;
} bench_memory_taken;
void bench_memory_place(size_t bytes, size_t extra, const struct static_arrays *arrays);

/* malloc()'s overhead beyond the requested bytes. */
#define BENCH_MEMORY_HEADERS 1024u

/* Hands the memory to malloc(), all of it free. */
void bench_memory_renew(void);
