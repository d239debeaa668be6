/*
 * SPDX-License-Identifier: MIT
 * malloc()'s family for programs: where memory lacks, errno is ENOMEM, and what was asked for is
 * kept for the report.
 */
#pragma once

#include <stddef.h>

void *program_malloc(size_t bytes);
void *program_calloc(size_t count, size_t bytes);
void *program_aligned_alloc(size_t alignment, size_t bytes);
void *program_realloc(void *memory, size_t bytes);
char *program_strdup(const char *s);

/* Bytes that the last call in vain asked for; 0 if there was none in this run. */
extern size_t memory_refused;
