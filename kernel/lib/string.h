/*
 * SPDX-License-Identifier: MIT
 * C11's <string.h> (7.24), with the functions of POSIX and GNU that programs use, for kernel and
 * benchmarks. memcpy, memmove, memset and memcmp must exist, because the compiler emits calls to
 * them.
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

/* The functions below are in string_copy.c and string_search.c; the kernel does not use them. */
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);

size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strpbrk(const char *s, const char *set);
char *strstr(const char *s, const char *wanted);
