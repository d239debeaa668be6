/*
 * SPDX-License-Identifier: MIT
 * Properties of an instruction that the models without pairing read from Zydis's decoding.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/model/timing.h"

/* Returns whether a register operand, also an implicit one, is of this class. */
bool decoded_insn_uses(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       ZydisRegisterClass class);
/* Returns the number, in encoding order, of the 32-bit register that contains a general register.
 */
unsigned decoded_insn_general_register(ZydisRegister reg);

bool decoded_insn_is_string(const ZydisDecodedInstruction *decoded);
bool decoded_insn_is_x87(const ZydisDecodedInstruction *decoded);
/* Returns whether it is an XOR or SUB of a register with itself. */
bool decoded_insn_zeroes(const ZydisDecodedInstruction *decoded,
                         const ZydisDecodedOperand *operands);
/* Returns whether it always serialises. Moves to control and debug registers are not included. */
bool decoded_insn_serialises(const ZydisDecodedInstruction *decoded);
/* Returns the register that an FXCH exchanges with ST0. */
uint8_t decoded_insn_exchanged(const ZydisDecodedOperand *operands);

/* Fills `timing` for a model without pairing. */
void decoded_insn_set_timing(const ZydisDecodedInstruction *decoded,
                             const ZydisDecodedOperand *operands, unsigned plan,
                             struct insn_timing *timing);
