/*
 * SPDX-License-Identifier: MIT
 * Decimal adjustment: DAA, DAS, AAA, AAS, AAM, AAD, SALC (Pentium Developer's Manual volume 3, ch.
 * 25).
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/operation.h"

#define AL(cpu) reg_read8(cpu, 0)
#define AH(cpu) reg_read8(cpu, 1)

/* Sets CF and AF as given, the other flags from AL; OF is undefined and becomes 0. */
static void decimal_flags(struct cpu *cpu, bool cf, bool af)
{
    flags_set_result(cpu, AL(cpu), 8);
    cpu->flags.carry = carry_word(cf, false, af);
}

static void decimal_daa(struct cpu *cpu, const struct insn *insn)
{
    const uint8_t al = AL(cpu);
    const bool low = (al & 15) > 9 || flag_af(cpu);
    const bool high = al > 0x99 || flag_cf(cpu);

    (void)insn;
    reg_write8(cpu, 0, al + (low ? 6u : 0) + (high ? 0x60u : 0));
    decimal_flags(cpu, high, low);
}

static void decimal_das(struct cpu *cpu, const struct insn *insn)
{
    const uint8_t al = AL(cpu);
    const bool low = (al & 15) > 9 || flag_af(cpu);
    const bool high = al > 0x99 || flag_cf(cpu);

    (void)insn;
    reg_write8(cpu, 0, al - (low ? 6u : 0) - (high ? 0x60u : 0));
    decimal_flags(cpu, high || (low && al < 6), low);
}

static void decimal_aaa(struct cpu *cpu, const struct insn *insn)
{
    const bool adjust = (AL(cpu) & 15) > 9 || flag_af(cpu);

    (void)insn;
    if (adjust)
        reg_write16(cpu, REG_EAX, cpu->reg[REG_EAX] + 0x106);
    reg_write8(cpu, 0, AL(cpu) & 15u);
    decimal_flags(cpu, adjust, adjust);
}

static void decimal_aas(struct cpu *cpu, const struct insn *insn)
{
    const bool adjust = (AL(cpu) & 15) > 9 || flag_af(cpu);

    (void)insn;
    if (adjust)
        reg_write16(cpu, REG_EAX, cpu->reg[REG_EAX] - 0x106);
    reg_write8(cpu, 0, AL(cpu) & 15u);
    decimal_flags(cpu, adjust, adjust);
}

static void decimal_aam(struct cpu *cpu, const struct insn *insn)
{
    const uint8_t base = (uint8_t)insn->immediate;
    const uint8_t al = AL(cpu);

    if (base == 0)
        raise_fault(cpu, VECTOR_DE);
    reg_write8(cpu, 1, al / base);
    reg_write8(cpu, 0, al % base);
    decimal_flags(cpu, false, false);
}

static void decimal_aad(struct cpu *cpu, const struct insn *insn)
{
    reg_write16(cpu, REG_EAX, (uint8_t)(AL(cpu) + AH(cpu) * (insn->immediate & 0xff)));
    decimal_flags(cpu, false, false);
}

static void salc(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write8(cpu, 0, flag_cf(cpu) ? 0xff : 0);
}

const struct operation op_daa = {.r = ANY_SIZE(decimal_daa)};
const struct operation op_das = {.r = ANY_SIZE(decimal_das)};
const struct operation op_aaa = {.r = ANY_SIZE(decimal_aaa)};
const struct operation op_aas = {.r = ANY_SIZE(decimal_aas)};
const struct operation op_aam = {.r = ANY_SIZE(decimal_aam)};
const struct operation op_aad = {.r = ANY_SIZE(decimal_aad)};
const struct operation op_salc = {.r = ANY_SIZE(salc)};
