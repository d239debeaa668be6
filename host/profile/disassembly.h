/*
 * SPDX-License-Identifier: MIT
 * Instructions of an image as text, in Intel's syntax, near branches by function.
 */
#pragma once

#include <stdint.h>

#include "host/fault/debug_image.h"

#define INSTRUCTION_TEXT 128

/* The length of the instruction at the address; 1, and "(undefined)", where there is none. */
unsigned instruction_text(const struct debug_image *image, uint32_t address,
                          char text[INSTRUCTION_TEXT]);
