/*
 * SPDX-License-Identifier: MIT
 * Straight code for the cores alone: decoded, and what it accesses. Nothing is computed: registers
 * hold the addresses that they begin with, but for ESP, ESI and EDI, which move as the stack and
 * strings move them.
 *
 * Cases come from standard input, each three dwords (bytes of a prologue, bytes of a body, a number
 * that the program knows) and the two stretches of code.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>

enum { STRAIGHT_INSNS = 512, STRAIGHT_REGISTERS = 8, STRAIGHT_ACCESSES = 16 };

struct straight_insn {
    ZydisDecodedInstruction insn;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

struct straight_code {
    struct straight_insn insns[STRAIGHT_INSNS];
    unsigned count;
};

struct straight_access {
    uint32_t address;
    unsigned bytes;
    bool write;
};

struct straight_machine {
    uint32_t address; /* of the next instruction */
    uint32_t registers[STRAIGHT_REGISTERS];
};

struct straight_case {
    struct straight_code prologue, body;
    unsigned number;
};

/* The next case; false behind the last. What cannot be decoded or is cut off ends the program. */
bool straight_read(const char *program, struct straight_case *next);

void straight_begin(struct straight_machine *machine);

/* What the instruction accesses, in its order; moves the registers that it moves. How many. */
unsigned straight_accesses(struct straight_machine *machine, const struct straight_insn *insn,
                           struct straight_access accesses[STRAIGHT_ACCESSES]);
