/*
 * SPDX-License-Identifier: MIT
 * Families of chips: the words in the column `on` of rows.tsv, each by maker and signature, which a
 * table's first line contains: GenuineIntel0000525.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Parse the first line without its comment sign; false and 0 if it does not begin with them. */
bool silicon_families_maker_is(const char *source, const char *maker);
uint32_t silicon_families_signature(const char *source);

/* Returns whether the first line begins with a processor's maker and signature. */
bool silicon_families_known(const char *source);

/* Returns whether the chip belongs to a family of the list, which is separated by blanks. A chip
 * whose first line names no processor belongs to no family. */
bool silicon_families_include(const char *words, const char *source);
