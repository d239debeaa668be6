/*
 * SPDX-License-Identifier: MIT
 * What jansson lacks: numbers that may be none, texts that may be no UTF-8, the fewest digits.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

/* An integer where it is one, null for what is no number. */
json_t *json_from_number(double value);

/* null for NULL; what is not UTF-8 has question marks. */
json_t *json_from_text(const char *text);

/* Writes with the fewest digits that read back as the same, and gives the value up. */
void json_print(json_t *value, size_t flags, FILE *to);
