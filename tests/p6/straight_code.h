/*
 * SPDX-License-Identifier: MIT
 * Straight-line code for tests of a core alone: decoding and memory accesses. Nothing is computed:
 * registers keep their initial addresses, except ESP, ESI and EDI, which stack and string
 * instructions move.
 *
 * Cases come from standard input. Each is three dwords (bytes of a prologue, bytes of a body, a
 * number that the program interprets) followed by the prologue and the body.
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

/* Reads the next case; returns false after the last one. Code that cannot be decoded or is
 * truncated ends the program with an error. */
bool straight_read(const char *program, struct straight_case *next);

void straight_begin(struct straight_machine *machine);

/* Stores the instruction's memory accesses in their order and returns their number. Updates the
 * registers that the instruction moves. */
unsigned straight_accesses(struct straight_machine *machine, const struct straight_insn *insn,
                           struct straight_access accesses[STRAIGHT_ACCESSES]);

/* Updates the register that ADD, SUB, INC, DEC or LEA with constant operands moves, so that a loop
 * advances through memory. Others are taken to leave addresses alone. */
void straight_update_pointers(struct straight_machine *machine, const struct straight_insn *insn);
