/*
 * SPDX-License-Identifier: MIT
 * The rows of timing.def, and the operand properties of its `form` column.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdint.h>

enum form {
    ANY = 0,
    LOAD = 1 << 0,   /* reads an explicit memory operand without writing it */
    STORE = 1 << 1,  /* writes it without reading it */
    RMW = 1 << 2,    /* both */
    MEMORY = 1 << 3, /* any of these */
    IMMEDIATE = 1 << 4,
    COUNT_CL = 1 << 5,         /* a shift by CL */
    COUNT_ONE = 1 << 6,        /* a shift by 1, encoded without an immediate byte */
    ACCUMULATOR = 1 << 7,      /* AL, AX or EAX is an operand */
    ACCUMULATOR_FORM = 1 << 8, /* encoded without ModRM */
    SREG = 1 << 9,
    TO_SREG = 1 << 10,
    CR = 1 << 11,
    TO_CR0 = 1 << 12,
    TO_CR4 = 1 << 13,
    DR = 1 << 14,
    ONE_OPERAND = 1 << 15,
    SIZE8 = 1 << 16, /* size of the first operand */
    SIZE16 = 1 << 17,
    SIZE32 = 1 << 18,
    SIZE80 = 1 << 19,
    FAR = 1 << 20,
    RELATIVE = 1 << 21, /* a branch with its target in the instruction */
    REPEATED = 1 << 22,
    GENERAL_REGISTER = 1 << 23,
};

struct timing_row {
    uint16_t mnemonic;  /* ZydisMnemonic */
    uint8_t pairing;    /* enum pairing_class */
    uint8_t kind;       /* enum x87_kind */
    uint32_t form;      /* all properties that must hold */
    uint16_t clocks;    /* for x87 instructions the latency */
    uint16_t parameter; /* offset of the clocks in struct model_config; 0: `clocks` applies */
    uint8_t steps_start, step;
    uint8_t integer_overlap, x87_overlap;
    uint8_t operations; /* for event flops; ROW_TRANSCENDENTAL: as configured */
    int8_t stack;
};

#define ROW_TRANSCENDENTAL 0xff

/* A mask of enum form. */
uint32_t timing_table_form(const ZydisDecodedInstruction *decoded,
                           const ZydisDecodedOperand *operands);

/*
 * Returns the first matching row; for an instruction without one, a row of one clock that never
 * pairs.
 */
const struct timing_row *timing_table_find(uint16_t mnemonic, uint32_t form);
