/*
 * SPDX-License-Identifier: MIT
 * Selects the operand class on which an instruction's time depends; the clocks are in
 * core/values.def.
 */
#include "sim/model/common/quadrants.h"
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

/* Measured for 0 and 1; that it holds for 4 and 1/4, whose root is as short, is an assumption. */
void p6_x87_root(struct model *model, const struct insn *insn, uint64_t significand,
                 uint16_t exponent)
{
    const bool power_of_four = significand << 1 == 0 && (exponent & 1);

    (void)insn;
    model->pending.run.value =
        (uint8_t)(!significand || power_of_four ? P6_VALUE_SIMPLE : model->precision);
}

/*
 * A half has two lanes; the slower one is assumed to determine its time. The measured operands are
 * the same in all lanes.
 */
void p6_sse_values(struct model *model, unsigned simple)
{
    struct p6_run *run = &model->pending.run;

    run->value = (simple & 3) == 3 ? P6_VALUE_SIMPLE : P6_VALUE_EXTENDED;
    run->value_high = (simple >> 2 & 3) == 3 ? P6_VALUE_SIMPLE : P6_VALUE_EXTENDED;
}

/* The polynomial is shorter up to this part of pi/2, scaled by 2^32. Measured: pi/16 is short, pi/8
 * long; the limit between them is that of a P54C. [?] */
#define NEAR_0 0x28be60dbu /* 1/4 */

static enum p6_value p6_value_polynomial(bool cosine, uint64_t significand, int power)
{
    struct quadrants quadrants = quadrants_of(significand, power);

    if (quadrants.part >= 0x7fffffffu) { /* pi/4 is rounded to this */
        quadrants.whole++;
        quadrants.part = 0u - quadrants.part;
    }
    if (cosine ^ (quadrants.whole & 1))
        return quadrants.part < NEAR_0 ? P6_VALUE_COSINE_NEAR_0 : P6_VALUE_COSINE;
    return quadrants.part < NEAR_0 ? P6_VALUE_SINE_NEAR_0 : P6_VALUE_SINE;
}

void p6_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                 uint16_t exponent)
{
    const int power = (exponent & 0x7fff) - X87_EXPONENT_BIAS;
    enum p6_value value = P6_VALUE_ZERO; /* also out of range, which is known at once [?] */

    (void)insn;
    if (significand && power < 63)
        value = p6_value_polynomial(cosine, significand, power);
    model->pending.run.value = (uint8_t)value;
}
