/*
 * SPDX-License-Identifier: MIT
 * Shared parts of flag_use.c, which stores flags, and flag_ask.c, which evaluates them.
 */
#pragma once

#include "sim/cpu/translate/translator.h"

/* True for AH to BH. */
bool flags_is_high_byte(ZydisRegister reg);

/* True if `kind`, an enum pending_kind, is a shift; and its count, or 0 if the count is CL. */
bool flags_is_shift(unsigned kind);
unsigned flags_count_of(const struct translation *t, unsigned i);

/* Loads both operands of the pending operation into R10 and R11, aligned to the top bit. */
void flags_operands_back(struct translation *t);

/* Number of bits of 32 that the operation's size does not use. */
unsigned flags_unused_bits(unsigned operation);

/*
 * Sets the host's flags to those of the pending 32-bit ADC or SBB. Emits nothing and returns false
 * if another operation is pending.
 */
bool flags_with_carry_again(struct translation *t);
