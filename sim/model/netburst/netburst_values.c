/*
 * SPDX-License-Identifier: MIT
 * Selects the operand values on which an x87 instruction's clocks depend; the clocks are in
 * netburst_clocks.def.
 */
#include "sim/model/common/quadrants.h"
#include "sim/model/netburst/netburst_state.h"

void netburst_x87_precision(struct model *model, unsigned bits)
{
    model->precision = bits == 24   ? NETBURST_VALUE_SINGLE
                       : bits == 53 ? NETBURST_VALUE_DOUBLE
                                    : NETBURST_VALUE_EXTENDED;
}

static void netburst_value_choose(struct model *model, enum netburst_value value)
{
    model->pending.run.value = (uint8_t)value;
}

/* ILAT: a dividend of 0 takes 23 clocks; a divisor of 1, 2 or 1/2 does not change the time. */
void netburst_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                          uint64_t significand)
{
    (void)insn;
    (void)divisor;
    (void)significand;
    netburst_value_choose(model, zero ? NETBURST_VALUE_ZERO : model->precision);
}

/* ILAT: the root of 0 takes 23 clocks; that of 1 takes the same time as others. */
void netburst_x87_root(struct model *model, const struct insn *insn, uint64_t significand,
                       uint16_t exponent)
{
    (void)insn;
    (void)exponent;
    netburst_value_choose(model, significand ? model->precision : NETBURST_VALUE_ZERO);
}

/*
 * The polynomial for the argument's distance from the nearest multiple of pi/2, which is short up
 * to this part of pi/2, scaled by 2^32. ILAT: pi/16 differs from pi/8; the limit between them [?].
 */
#define NEAR_0 0x28be60dbu /* 1/4 */

static enum netburst_value netburst_value_polynomial(bool cosine, uint64_t significand, int power)
{
    struct quadrants quadrants = quadrants_of(significand, power);

    if (quadrants.part >= 0x7fffffffu) { /* pi/4 is rounded to this */
        quadrants.whole++;
        quadrants.part = 0u - quadrants.part;
    }
    if (cosine ^ (quadrants.whole & 1))
        return quadrants.part < NEAR_0 ? NETBURST_VALUE_COSINE_NEAR_0 : NETBURST_VALUE_COSINE;
    return quadrants.part < NEAR_0 ? NETBURST_VALUE_SINE_NEAR_0 : NETBURST_VALUE_SINE;
}

void netburst_x87_sine(struct model *model, const struct insn *insn, bool cosine,
                       uint64_t significand, uint16_t exponent)
{
    const int power = (exponent & 0x7fff) - X87_EXPONENT_BIAS;
    enum netburst_value value = NETBURST_VALUE_SINE_OF_0; /* also out of range [?] */

    (void)insn;
    if (significand && power < 63)
        value = netburst_value_polynomial(cosine, significand, power);
    netburst_value_choose(model, value);
}
