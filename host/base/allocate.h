/*
 * SPDX-License-Identifier: MIT
 * Memory for a program that has nothing better to do without it than to say so and end (status 3).
 */
#pragma once

#include <stddef.h>

void *memory_get(size_t bytes); /* zeroed */
void *memory_resize(void *memory, size_t bytes);
char *memory_text(const char *text); /* a copy */
__attribute__((format(printf, 1, 2))) char *memory_print(const char *format, ...);

/*
 * An array that has `count` elements and gets one more: grown by doubling, the new element zeroed.
 * *array may move. The room is always the next power of 2, so nothing but `count` need be kept.
 */
void *memory_add(void *array_address, unsigned *count, size_t element_bytes);
