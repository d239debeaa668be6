/*
 * SPDX-License-Identifier: MIT
 * Instructions of a kernel's or program's file, decoded with all their operands.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "host/analysis/fault/debug_image.h"

struct image_instruction {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

/* Decodes the instruction at an address of memory. Returns false if the file has none there. */
bool image_instruction_decode(const struct debug_image *image, uint32_t address,
                              struct image_instruction *decoded);
