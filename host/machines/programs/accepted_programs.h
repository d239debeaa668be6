/*
 * SPDX-License-Identifier: MIT
 * Remembers the large executables that the gate has accepted, in the file accepted_programs of the
 * user's cache directory, so that it checks each of them once.
 */
#pragma once

#include <stdbool.h>

#include "host/analysis/gate/program_image.h"

/* Returns whether this build of the gate has accepted the same bytes for these sets of
 * instructions, as program_gate_sets() returns them. */
bool accepted_programs_contain(const struct program_image *image, unsigned sets);

/* Remembers it. A file that cannot be written is ignored: the gate will check the program again. */
void accepted_programs_add(const struct program_image *image, unsigned sets);
