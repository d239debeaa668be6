/*
 * SPDX-License-Identifier: MIT
 * x87 clocks that depend on operand values. InstLatx64's measurements of a P54C and a P55C agree.
 *
 * FDIV in extended precision: 41 by 1 and by 2, without overlap; 39 by 1/2, as documented, with
 * the documented overlap. The check that an instruction is safe, which lets the next one start
 * early, uses only exponents. The model therefore uses the divisor's exponent and treats all
 * divisors of at least 1 as unsafe; the real limit between 1/2 and 1 is not known. At lower
 * precision the two clocks were not seen.
 *
 * FSIN and FCOS: 16 for 0, otherwise a polynomial of the argument after subtracting a multiple of
 * pi/2. Measurements, minus the FADD that follows (3):
 *   sine by argument        pi/32 and pi/16 63, pi/8 81, 0.571 (FCOS of 1) 86, pi/4 88
 *   cosine                  pi/32 and pi/16 63, pi/8 83, 0.571 (FSIN of 1) 88, 0.739 83, pi/4 86
 *   cost of the reduction   pi/2 8, pi 9, 2 pi 9, 4 pi 10; FCOS of pi 5 more, unexplained
 *   0                       16; FSIN and FADD 17, FCOS and FADD 19
 * The result of FSIN of 0 is its operand: an FADD can use it x87.sine_zero_early clocks before the
 * end of FSIN, and the next FSIN or FCOS starts at the end. Other microcoded instructions after
 * FSIN of 0 do not wait for it: no measurement is known.
 * The limits of the ranges are an assumption: eighths, as in a table indexed by leading bits.
 */
#include "sim/model/common/quadrants.h"
#include "sim/model/p5/p5_state.h"

#define EXPONENT       0x7fffu
#define DIVIDE_CLOCKS  39 /* in extended precision, as documented */
#define COSINE_OF_HALF 5u /* for FCOS of pi and similar arguments */

/*
 * Delays the result of the last division or root by `result` clocks and the unit by `unit` clocks.
 */
static void x87_operands_shift_times(struct model *model, int result, int unit)
{
    uint64_t *ready = &model->x87_ready[model->x87_result];

    *ready += (uint64_t)(int64_t)result;
    model->x87_free += (uint64_t)(int64_t)unit;
}

void p5_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                    uint64_t significand)
{
    (void)significand;
    const struct x87_config *config = &model->config.x87;
    const int overlap = insn->timing.x87.latency - insn->timing.x87.busy;
    const unsigned saved = model->x87_divide_saved;
    int change = (int)config->divide_unsafe;

    if (!config->by_value)
        return;
    if (zero)
        change = (int)(config->divide_zero + saved) - DIVIDE_CLOCKS;
    else if (saved || !change || (divisor & EXPONENT) < X87_EXPONENT_BIAS)
        return;
    x87_operands_shift_times(model, change, change + overlap);
    model->divider_free = model->x87_ready[model->x87_result];
}

void p5_x87_root(struct model *model, const struct insn *insn, uint64_t significand,
                 uint16_t exponent)
{
    const int change = (int)model->config.x87.root_zero - insn->timing.x87.latency;

    (void)exponent;
    if (!model->config.x87.by_value || significand)
        return;
    x87_operands_shift_times(model, change, change);
    model->divider_free += (uint64_t)(int64_t)change;
}

/*
 * Clocks of the polynomial for a fraction of pi/2, scaled by 2^32: up to 1/4, 1/2, 5/8, 3/4, pi/4.
 */
static unsigned x87_operands_polynomial(uint32_t part, bool cosine)
{
    static const uint32_t ends[] = {0x28be60db, 0x517cc1b7, 0x65dbf225, 0x7a3b2293};
    static const uint8_t clocks[][2] = {{63, 63}, {81, 83}, {86, 88}, {87, 83}, {88, 86}};
    unsigned i = 0;

    while (i < 4 && part >= ends[i])
        i++;
    return clocks[i][cosine];
}

static unsigned x87_operands_reduction(uint64_t whole, bool cosine)
{
    const unsigned bits = whole ? 64 - (unsigned)__builtin_clzll(whole) : 0;

    if (!whole)
        return 0;
    return 8 + bits / 2 + (cosine && (whole & 3) == 2 ? COSINE_OF_HALF : 0);
}

static unsigned x87_operands_sine_clocks(const struct model *model, bool cosine,
                                         uint64_t significand, int power)
{
    struct quadrants quadrants;

    if (!model->config.x87.by_value)
        return model->config.x87.sine;
    if (significand == 0 || power >= 63) /* out of range, which is known immediately */
        return 0;
    quadrants = quadrants_of(significand, power);
    if (quadrants.part > 0x80000000u) {
        quadrants.whole++;
        quadrants.part = 0u - quadrants.part;
    }
    return x87_operands_polynomial(quadrants.part, cosine ^ (quadrants.whole & 1)) +
           x87_operands_reduction(quadrants.whole, cosine);
}

void p5_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                 uint16_t exponent)
{
    const unsigned least = insn->timing.x87.latency;
    const unsigned clocks = x87_operands_sine_clocks(
        model, cosine, significand, (int)(exponent & EXPONENT) - X87_EXPONENT_BIAS);
    const bool early = model->config.x87.by_value && !cosine && significand == 0;
    const uint64_t start = model->x87_free - insn->timing.x87.busy;
    uint64_t more = clocks > least ? clocks - least : 0;

    if (model->sine_end > start)
        more += model->sine_end - start;
    model->x87_ready[model->x87_result] += more;
    model->x87_free += more;
    model->clock += more; /* the pipes wait as long */
    model->sine_end = model->x87_free;
    if (early)
        x87_operands_shift_times(model, -(int)model->config.x87.sine_zero_early,
                                 -(int)model->config.x87.sine_zero_early);
}
