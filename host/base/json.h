/*
 * SPDX-License-Identifier: MIT
 * Helpers for jansson: numbers that may be missing, strings that may not be UTF-8, and reals with
 * as few digits as possible.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

/* Returns an integer if the value is whole, and null if it is NaN or infinite. */
json_t *json_from_number(double value);

/* Returns null for NULL. In a string that is not UTF-8, bytes above 7Fh become question marks. */
json_t *json_from_text(const char *text);

/* Writes the value with the fewest digits that read back as the same value, and releases it. */
void json_print(json_t *value, size_t flags, FILE *to);
