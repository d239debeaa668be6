/*
 * SPDX-License-Identifier: MIT
 * The C library's memory and string functions (C11, 7.24), for kernel and benchmarks.
 * memcpy, memmove, memset and memcmp must exist: the compiler calls them by itself.
 */
#pragma once

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int value, size_t n);

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
