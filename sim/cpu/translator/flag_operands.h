/*
 * SPDX-License-Identifier: MIT
 * Shared parts of flag_operands.c, which stores flags, and flag_conditions.c, which evaluates them.
 */
#pragma once

#include "sim/cpu/translator/translator.h"

/* True for AH to BH. */
bool flag_operands_is_high_byte(ZydisRegister reg);

/* True if `kind`, an enum pending_kind, is a shift; and its count, or 0 if the count is CL. */
bool flag_operands_is_shift(unsigned kind);
unsigned flag_operands_shift_count(const struct translation *t, unsigned i);

/* Loads both operands of the pending operation into R10 and R11, aligned to the top bit. */
void flag_operands_reload(struct translation *t);

/* Number of bits of 32 that the operation's size does not use. */
unsigned flag_operands_unused_bits(unsigned operation);

/*
 * Sets the host's flags to those of the pending 32-bit ADC or SBB. Emits nothing and returns false
 * if another operation is pending.
 */
bool flag_condition_carry(struct translation *t);
