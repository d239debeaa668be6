/*
 * SPDX-License-Identifier: MIT
 * malloc() and related functions for hosted programs: on failure errno is ENOMEM, and the requested
 * size is stored for the report.
 */
#pragma once

#include <stddef.h>

void *program_malloc(size_t bytes);
void *program_calloc(size_t count, size_t bytes);
void *program_aligned_alloc(size_t alignment, size_t bytes);
void *program_realloc(void *memory, size_t bytes);
char *program_strdup(const char *s);

/* Bytes requested by the last failed call in this run; 0 if no call has failed. */
extern size_t memory_refused;
