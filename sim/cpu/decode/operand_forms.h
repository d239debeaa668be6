/*
 * SPDX-License-Identifier: MIT
 * The second half of decoding: operands by the form that the opcode map gives.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "sim/cpu/decode/opcodes.h"

/* What is known of an instruction while it is being decoded. */
struct decoding {
    const struct opcode *opcode;
    ZydisDecodedInstruction raw;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    bool memory;   /* ModRM names memory */
    unsigned size; /* SIZE_8, SIZE_16, SIZE_32 */
    unsigned isa;  /* what the processor has */
    struct insn *insn;
};

/* Fills base, index, scale, displacement and segment; `override` is a segment register or -1. */
void take_memory(struct decoding *d, int override);

/* The instruction's immediate `number`, 0 or 1; 0 where it has none. */
uint32_t immediate_of(const struct decoding *d, unsigned number);

/* Fills the register operands; returns the handler, or NULL where there is no such encoding. */
insn_execute *form_handler(struct decoding *d);
