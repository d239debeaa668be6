/*
 * SPDX-License-Identifier: MIT
 * Arguments in a case's name, as the kernel writes it: "memory/read:size=4K:by=dword".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define ARGUMENT_BYTES 40 /* of a name and of a value; longer ones are cut */

/* Whether two are cases of one benchmark. */
bool argument_same_bench(const char *a, const char *b);

/* The argument in that place, from 0; false where there are no more. */
bool argument_at(const char *bench, unsigned place, char name[ARGUMENT_BYTES],
                 char value[ARGUMENT_BYTES]);

/* The value of an argument by its name; false where the case has none such. */
bool argument_value(const char *bench, const char *name, char value[ARGUMENT_BYTES]);

/* "4K" as 4096; 0 for what is no number above 0. */
double argument_number(const char *value);

/* The case's name without one of its arguments: "memory/read by=dword". */
void argument_without(const char *bench, const char *name, char *rest, size_t size);
