/*
 * SPDX-License-Identifier: MIT
 * Families of chips: the words in the column `on` of rows.tsv, each by maker and signature.
 */
#pragma once

#include <stdbool.h>

#include "host/analysis/silicon/silicon.h"

/* Returns whether the word denotes a family. */
bool silicon_families_has(const char *word);

/* Returns whether the chip's first line names a processor, such as GenuineIntel0000525. */
bool silicon_families_known(const struct silicon_chip *chip);

/* Returns whether the chip belongs to a family of the list, which is separated by blanks. A chip
 * whose first line names no processor belongs to no family. */
bool silicon_families_include(const char *words, const struct silicon_chip *chip);
