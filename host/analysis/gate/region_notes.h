/*
 * SPDX-License-Identifier: MIT
 * The names of regions in an executable, from its notes (pmc/program/bareprobe/region.h).
 */
#pragma once

#include "host/analysis/gate/program_image.h"

/* Returns 0, or -1 with a sentence: a region has two names, a name has two regions, or a record
 * cannot contain it. Damaged notes are left to the kernel. */
int region_notes_check(const struct program_image *image, char reason[IMAGE_REASON_BYTES]);
