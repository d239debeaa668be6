/*
 * SPDX-License-Identifier: MIT
 * Allocates memory. If memory runs out, each function prints a message and ends the program with
 * status 3.
 */
#pragma once

#include <stddef.h>

void *allocate_zeroed(size_t bytes); /* zeroed */
void *allocation_resize(void *memory, size_t bytes);
char *allocate_copy(const char *text); /* returns a copy */
__attribute__((format(printf, 1, 2))) char *allocate_text(const char *format, ...);

/* Appends to an allocated text, after the separator if it is not empty. NULL is an empty text. */
void allocate_appended(char **text, const char *separator, const char *more);

/*
 * Appends one zeroed element to an array of `count` elements and returns the element's address.
 * *array may move. The capacity doubles and is always the next power of 2, so that `count` is all a
 * caller needs to store.
 */
void *allocate_element(void *array_address, unsigned *count, size_t element_bytes);
