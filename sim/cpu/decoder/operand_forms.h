/*
 * SPDX-License-Identifier: MIT
 * Operand decoding by the form that the opcode map gives: the second half of the decoder.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "sim/cpu/decoder/opcodes.h"

/* State of the decoding of one instruction. */
struct decoding {
    const struct opcode *opcode;
    ZydisDecodedInstruction raw;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    bool memory;   /* ModRM encodes a memory operand */
    unsigned size; /* SIZE_8, SIZE_16, SIZE_32 */
    unsigned isa;  /* instruction sets of the processor */
    struct insn *insn;
};

/* Fills base, index, scale, displacement and segment; `override` is a segment register or -1. */
void operand_form_memory(struct decoding *d, int override);

/* Immediate number 0 or 1 of the instruction; 0 if it does not exist. */
uint32_t immediate_of(const struct decoding *d, unsigned number);

/* Fills the register operands; returns the handler, or NULL if the encoding is invalid. */
insn_execute *operand_form_handler(struct decoding *d);
