/*
 * SPDX-License-Identifier: MIT
 * Selects the measured row that depends on operand values of an x87 instruction, or on a CPUID
 * leaf; otherwise the row with the nearest values.
 */
#include "sim/model/k7/k7_state.h"

static void k7_value_choose(struct model *model, const char *key)
{
    model->pending.run.value = k7_row_find(key);
}

void k7_cpuid(struct model *model, uint32_t leaf)
{
    k7_value_choose(model, leaf ? "cpuid(eax=1)" : "cpuid(eax=0)");
}

void k7_x87_precision(struct model *model, unsigned bits)
{
    model->precision = bits;
}

void k7_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                    uint64_t significand)
{
    const bool power_of_two = significand << 1 == 0;

    (void)insn;
    (void)divisor;
    k7_value_choose(model, zero                     ? "fdiv80(0.0l/x)"
                           : power_of_two           ? "fdiv80(x/2.0l)"
                           : model->precision == 24 ? "fdiv32st(i),st"
                           : model->precision == 53 ? "fdiv64st(i),st"
                                                    : "fdiv80st(i),st");
}

void k7_x87_root(struct model *model, const struct insn *insn, uint64_t significand,
                 uint16_t exponent)
{
    (void)insn;
    (void)exponent;
    k7_value_choose(model, !significand             ? "fsqrt80(0.0l)"
                           : model->precision == 24 ? "fsqrt32st"
                           : model->precision == 53 ? "fsqrt64st"
                                                    : "fsqrt80st");
}

/* The measured arguments, by exponent and significand (of 1 or of pi). */
#define PI  0xc90fdaa22168c235ull
#define ONE 0x8000000000000000ull
static const struct {
    uint16_t exponent;
    uint64_t significand;
    const char *sine, *cosine;
} arguments[] = {
    {0x3fff, ONE, "fsin80(1.0)+fadd", "fcos80(1.0)+fadd"},
    {0x4002, PI, "fsin80(4pi)+fadd", "fcos80(4pi)+fadd"},
    {0x4001, PI, "fsin80(2pi)+fadd", "fcos80(2pi)+fadd"},
    {0x4000, PI, "fsin80(pi)+fadd", "fcos80(pi)+fadd"},
    {0x3fff, PI, "fsin80(pi/2)+fadd", "fcos80(pi/2)+fadd"},
    {0x3ffe, PI, "fsin80(pi/4)+fadd", "fcos80(pi/4)+fadd"},
    {0x3ffd, PI, "fsin80(pi/8)+fadd", "fcos80(pi/8)+fadd"},
    {0x3ffc, PI, "fsin80(pi/16)+fadd", "fcos80(pi/16)+fadd"},
    {0x3ffb, PI, "fsin80(pi/32)+fadd", "fcos80(pi/32)+fadd"},
};

void k7_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                 uint16_t exponent)
{
    const char *key = cosine ? "fcos80(0.73908513...)" : "fsin80(pi/4)+fadd";

    (void)insn;
    if (!significand)
        key = cosine ? "fcos80(0.0)+fadd" : "fsin80(0.0)";
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        if (arguments[i].significand == significand && arguments[i].exponent == (exponent & 0x7fff))
            key = cosine ? arguments[i].cosine : arguments[i].sine;
    k7_value_choose(model, key);
}
