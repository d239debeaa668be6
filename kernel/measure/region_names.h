/*
 * SPDX-License-Identifier: MIT
 * What is said of a region besides its counts: its name, and how it was used wrongly.
 */
#pragma once

#include <stddef.h>

#include "kernel/measure/repetition.h"

/* The name a benchmark has given to one of its regions; NULL where it has none. */
const char *regions_name(const char *bench, unsigned number);

/*
 * 0 where each name of the benchmark's stands for one region and each region has one name at most;
 * else -1 and a sentence in text[size].
 */
int regions_check_names(const char *bench, char *text, size_t size);

/*
 * Why nothing that the region counted can be trusted, in a few words; NULL where it can. *eip,
 * where it is wanted, becomes the address of the probe that tells.
 */
const char *regions_broken(const struct measured_region *region, uint32_t *eip);
