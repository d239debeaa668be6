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
static void flags_decimal(struct cpu *cpu, bool cf, bool af)
{
    flags_set_result(cpu, AL(cpu), 8);
    cpu->flags.carry = carry_word(cf, false, af);
}

static void daa(struct cpu *cpu, const struct insn *insn)
{
    const uint8_t al = AL(cpu);
    const bool low = (al & 15) > 9 || flag_af(cpu);
    const bool high = al > 0x99 || flag_cf(cpu);

    (void)insn;
    reg_write8(cpu, 0, al + (low ? 6u : 0) + (high ? 0x60u : 0));
    flags_decimal(cpu, high, low);
}

static void das(struct cpu *cpu, const struct insn *insn)
{
    const uint8_t al = AL(cpu);
    const bool low = (al & 15) > 9 || flag_af(cpu);
    const bool high = al > 0x99 || flag_cf(cpu);

    (void)insn;
    reg_write8(cpu, 0, al - (low ? 6u : 0) - (high ? 0x60u : 0));
    flags_decimal(cpu, high || (low && al < 6), low);
}

static void aaa(struct cpu *cpu, const struct insn *insn)
{
    const bool adjust = (AL(cpu) & 15) > 9 || flag_af(cpu);

    (void)insn;
    if (adjust)
        reg_write16(cpu, REG_EAX, cpu->reg[REG_EAX] + 0x106);
    reg_write8(cpu, 0, AL(cpu) & 15u);
    flags_decimal(cpu, adjust, adjust);
}

static void aas(struct cpu *cpu, const struct insn *insn)
{
    const bool adjust = (AL(cpu) & 15) > 9 || flag_af(cpu);

    (void)insn;
    if (adjust)
        reg_write16(cpu, REG_EAX, cpu->reg[REG_EAX] - 0x106);
    reg_write8(cpu, 0, AL(cpu) & 15u);
    flags_decimal(cpu, adjust, adjust);
}

static void aam(struct cpu *cpu, const struct insn *insn)
{
    const uint8_t base = (uint8_t)insn->immediate;
    const uint8_t al = AL(cpu);

    if (base == 0)
        raise_fault(cpu, VECTOR_DE);
    reg_write8(cpu, 1, al / base);
    reg_write8(cpu, 0, al % base);
    flags_decimal(cpu, false, false);
}

static void aad(struct cpu *cpu, const struct insn *insn)
{
    reg_write16(cpu, REG_EAX, (uint8_t)(AL(cpu) + AH(cpu) * (insn->immediate & 0xff)));
    flags_decimal(cpu, false, false);
}

static void salc(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write8(cpu, 0, flag_cf(cpu) ? 0xff : 0);
}

const struct operation op_daa = {.r = ANY_SIZE(daa)};
const struct operation op_das = {.r = ANY_SIZE(das)};
const struct operation op_aaa = {.r = ANY_SIZE(aaa)};
const struct operation op_aas = {.r = ANY_SIZE(aas)};
const struct operation op_aam = {.r = ANY_SIZE(aam)};
const struct operation op_aad = {.r = ANY_SIZE(aad)};
const struct operation op_salc = {.r = ANY_SIZE(salc)};
