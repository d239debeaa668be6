/*
 * SPDX-License-Identifier: MIT
 * Opcode map format: the operation of an opcode and the encoding of its operands.
 */
#pragma once

#include "sim/cpu/operation.h"

/* Operand forms in the manual's letters: E ModRM register or memory, G ModRM register, I
 * immediate. */
enum form {
    FORM_UNDEFINED,
    FORM_NONE, /* no operand, or implied ones */
    FORM_E,
    FORM_EG,
    FORM_GE,
    FORM_EI,
    FORM_E1, /* shift by one */
    FORM_EGI,
    FORM_GEI,
    FORM_AI, /* accumulator, immediate */
    FORM_AO, /* accumulator, memory at an offset in the instruction */
    FORM_OA,
    FORM_R, /* register in the opcode's low bits */
    FORM_RI,
    FORM_RA, /* register in the opcode's low bits, and the accumulator */
    FORM_I,
    FORM_RELATIVE,
    FORM_FAR,   /* selector:offset in the instruction */
    FORM_FRAME, /* ENTER: two immediates */
    FORM_STRING,
    FORM_SEGMENT, /* segment register in bits 3 to 5 of the opcode */
    FORM_ES,      /* E, segment register in ModRM.reg */
    FORM_POINTER, /* G from a far pointer; the segment register follows from the opcode */
    FORM_CONTROL, /* 32-bit register in ModRM.rm, control or debug register in ModRM.reg */
    FORM_X87,
    FORM_GROUP,        /* ModRM.reg selects one of eight in `group` */
    FORM_GROUP_BY_MOD, /* one of sixteen: the second eight apply to a register operand */
};

enum opcode_size {
    SIZE_V, /* by the operand size */
    SIZE_B, /* bytes */
    SIZE_W, /* words, regardless of the operand size */
    SIZE_D, /* doublewords, regardless of the operand size */
};

struct opcode {
    const struct operation *operation;
    const struct opcode *group;
    uint8_t form;
    uint8_t size;
    bool ends;    /* always the last instruction of its block */
    bool bare;    /* prefixes 66, F2 and F3 would select other, later instructions */
    uint16_t isa; /* bits of enum isa: the processor must have one of them; 0: all processors */
};

extern const struct opcode opcode_map[256];    /* one byte */
extern const struct opcode opcode_map_0f[256]; /* 0F and one byte */
/* Maps after a prefix 66, F2 or F3 that makes 0F and the byte an instruction of SSE, SSE2 or
 * SSE3. */
extern const struct opcode opcode_map_66[256];
extern const struct opcode opcode_map_f2[256];
extern const struct opcode opcode_map_f3[256];

extern const struct opcode opcode_map_3dnow[256]; /* 0F 0F, by the byte after the operands */
