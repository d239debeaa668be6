/*
 * SPDX-License-Identifier: MIT
 * Selects the operand class on which an x87 instruction's time depends; the clocks are in
 * core/values.def.
 */
#include "sim/model/p6/p6_state.h"

void p6_x87_precision(struct model *model, unsigned bits)
{
    model->precision = bits == 24   ? P6_VALUE_SINGLE
                       : bits == 53 ? P6_VALUE_DOUBLE
                                    : P6_VALUE_EXTENDED;
}

void p6_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                    uint64_t significand)
{
    const bool power_of_two = significand << 1 == 0;

    (void)insn;
    (void)divisor;
    model->pending.run.value = (uint8_t)(zero || power_of_two ? P6_VALUE_SIMPLE : model->precision);
}

void p6_x87_root(struct model *model, const struct insn *insn, bool zero)
{
    (void)insn;
    model->pending.run.value = (uint8_t)(zero ? P6_VALUE_SIMPLE : model->precision);
}

void p6_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                 uint16_t exponent)
{
    (void)insn;
    (void)cosine;
    (void)exponent;
    model->pending.run.value = (uint8_t)(significand ? P6_VALUE_EXTENDED : P6_VALUE_ZERO);
}
