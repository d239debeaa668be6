/*
 * SPDX-License-Identifier: MIT
 * State of the x87 unit. Registers are stored in their memory format, by physical number.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/insn.h"

struct fpu_register {
    uint64_t significand;
    uint16_t exponent; /* and sign, bit 15 */
} __attribute__((aligned(16)));

struct fpu {
    struct fpu_register reg[8];
    uint16_t control;
    uint16_t status; /* without TOP */
    uint8_t top;
    uint8_t valid; /* a bit for each register that is not empty */
    uint16_t code_selector, data_selector;
    uint32_t code_offset, data_offset;
    uint16_t opcode; /* eleven bits */
    bool division_flaw;
};

/* Returns the handler for opcode D8 to DF with that ModRM byte on a processor that has `isa`; NULL
 * if the encoding is undefined. */
insn_execute *fpu_decode(unsigned isa, uint8_t opcode, uint8_t modrm, struct insn *insn);

struct cpu;

/*
 * Clears the exceptions that are in both the guest's and the host's status word, so that each
 * further one is reported to the model.
 */
void fpu_forget_host_exceptions(void);
/* Sets the state after RESET and FNINIT. */
void fpu_environment_reset(struct fpu *fpu);
/* Raises #NM as CR0.EM, TS and MP require, then #MF for a pending exception if `wait` is set. */
void fpu_check(struct cpu *cpu, bool wait);
