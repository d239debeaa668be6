/*
 * SPDX-License-Identifier: MIT
 * Finds an option's value in a table of the allowed ones.
 */
#pragma once

#include <stddef.h>

/*
 * Returns the index of the row with that name, or -1 after a message with the closest name or all
 * of them: "--format: 'jsn' is not a form; did you mean json?". Each of the n rows has `size` bytes
 * and begins with its name, a const char *.
 */
int choice_find(const char *option, const char *kind, const char *name, const void *rows, size_t n,
                size_t size);
