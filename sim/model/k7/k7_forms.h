/*
 * SPDX-License-Identifier: MIT
 * Finds the row of the measured table for an instruction, and the unit that it occupies.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>

#include "sim/model/k7/k7_rows.h"

enum k7_unit {
    K7_ALU,
    K7_AGU,
    K7_LOAD,
    K7_STORE,
    K7_MULTIPLY,
    K7_FADD,
    K7_FMUL,
    K7_FSTORE,
    K7_RENAMED,
    K7_BOOKED, /* units below this one have a limited capacity in each clock */
    K7_FADD_OR_FMUL = K7_BOOKED,
    K7_CHAINED,
    K7_CHAINED_X87,
    K7_VECTOR,
};

struct k7_form {
    const struct k7_row *row;   /* NULL: unknown, one clock of the ALU is assumed */
    const struct k7_row *step;  /* row of each iteration of a repeated string instruction */
    const struct k7_row *other; /* MUL: row of the upper half; XCHG: row with one register */
    enum k7_unit unit;
    bool loads_first; /* the row has a register where this reads memory */
};

struct k7_form k7_form_of(const ZydisDecodedInstruction *decoded,
                          const ZydisDecodedOperand *operands);
