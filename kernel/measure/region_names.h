/*
 * SPDX-License-Identifier: MIT
 * Describes a region: its name, and how it was used wrongly.
 */
#pragma once

#include <stddef.h>

#include "kernel/measure/repetition.h"

/* Uses other names than those of the image until it is called with NULL. */
void region_names_use(const struct region_name *start, const struct region_name *end);

/* Returns the name that a benchmark has given to a region, or NULL. */
const char *region_names_find(const char *bench, unsigned number);

/*
 * Returns 0 if each name of the benchmark refers to one region and each region has at most one
 * name; else -1, with a sentence in text[size].
 */
int region_names_check(const char *bench, char *text, size_t size);

/*
 * Returns the reason why the region's counts are unreliable, in a few words, or NULL. *eip, unless
 * NULL, receives the address of the probe that shows it.
 */
const char *region_names_misuse(const struct measured_region *region, uint32_t *eip);
