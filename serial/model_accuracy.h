/*
 * SPDX-License-Identifier: MIT
 * States the accuracy of the virtual machine's numbers for its processor model.
 */
#pragma once

#include <stdint.h>

/*
 * Returns a sentence for a person; NULL for a Pentium, whose model is validated against real chips
 * throughout. Not in the small image.
 */
const char *model_accuracy(const char *vendor, uint32_t signature);
