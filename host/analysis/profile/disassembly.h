/*
 * SPDX-License-Identifier: MIT
 * Disassembles instructions of an image as text in Intel syntax; near branches name their function.
 */
#pragma once

#include <stdint.h>

#include "host/analysis/fault/debug_image.h"

#define INSTRUCTION_TEXT 128

/* Returns the length of the instruction at the address; 1, with the text "(undefined)", if there is
 * no valid instruction. */
unsigned disassembly_text(const struct debug_image *image, uint32_t address,
                          char text[INSTRUCTION_TEXT]);
