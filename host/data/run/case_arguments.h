/*
 * SPDX-License-Identifier: MIT
 * Parses the arguments in a case's name, as the kernel writes it: "memory/read:size=4K:by=dword".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define ARGUMENT_BYTES 40 /* for a name and for a value; longer ones are truncated */

/* Returns whether both are cases of the same benchmark. */
bool case_argument_same_bench(const char *a, const char *b);

/* Copies the argument at an index, counted from 0; returns false past the last one. */
bool case_argument_at(const char *bench, unsigned place, char name[ARGUMENT_BYTES],
                      char value[ARGUMENT_BYTES]);

/* Copies the value of the named argument; returns false if the case lacks it. */
bool case_argument_value(const char *bench, const char *name, char value[ARGUMENT_BYTES]);

/* Converts a value: "4K" is 4096. Returns 0 unless it is a number above 0. */
double case_argument_number(const char *value);

/* Copies the case's name without one of its arguments: "memory/read by=dword". */
void case_argument_without(const char *bench, const char *name, char *rest, size_t size);
