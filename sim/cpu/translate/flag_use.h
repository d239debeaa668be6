/*
 * SPDX-License-Identifier: MIT
 * What keeping flags and asking for them have in common.
 */
#pragma once

#include "sim/cpu/translate/translator.h"

/* AH to BH. */
bool flags_is_high_byte(ZydisRegister reg);

/* A shift, of enum pending_kind, and its count, or 0 where that is CL's. */
bool flags_is_shift(unsigned kind);
unsigned flags_count_of(const struct translation *t, unsigned i);

/* Both operands of the pending operation, its bits uppermost, in R10 and R11. */
void flags_operands_back(struct translation *t);

/* Bits of 32 that the operation's size leaves. */
unsigned flags_unused_bits(unsigned operation);

/*
 * The host's flags are those of the pending ADC or SBB of 32 bits; false, and nothing emitted,
 * where the pending operation is another.
 */
bool flags_with_carry_again(struct translation *t);
