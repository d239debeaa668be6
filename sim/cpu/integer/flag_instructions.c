/*
 * SPDX-License-Identifier: MIT
 * Flag instructions: CLC STC CMC CLD STD CLI STI LAHF SAHF.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/vme.h"

static void clc(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    flags_set_cf(cpu, false);
}

static void stc(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    flags_set_cf(cpu, true);
}

static void cmc(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    flags_set_cf(cpu, !flag_cf(cpu));
}

static void cld(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    cpu->eflags &= ~FLAG_DF;
}

static void std(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    cpu->eflags |= FLAG_DF;
}

static void check_iopl(struct cpu *cpu)
{
    if ((cpu->cr0 & CR0_PE) && cpu->cpl > iopl(cpu))
        raise_error(cpu, VECTOR_GP, 0);
}

static void flag_instruction_cli(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    if (virtual_interrupts(cpu)) {
        cpu->eflags &= ~FLAG_VIF;
        return;
    }
    check_iopl(cpu);
    cpu->eflags &= ~FLAG_IF;
}

/* STI enables interrupts after the instruction that follows it. */
static void flag_instruction_sti(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    if (virtual_interrupts(cpu)) {
        vme_set_interrupt_flag(cpu);
        return;
    }
    check_iopl(cpu);
    if (cpu->eflags & FLAG_IF)
        return;
    cpu->eflags |= FLAG_IF;
    cpu->shadow = SHADOW_STI;
    cpu_attention(cpu);
}

static void lahf(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    reg_write8(cpu, 1, eflags_read(cpu) & 0xff);
}

static void sahf(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t mask = FLAG_SF | FLAG_ZF | FLAG_AF | FLAG_PF | FLAG_CF;

    (void)insn;
    flags_write_arithmetic(cpu, (eflags_read(cpu) & ~mask) | (reg_read8(cpu, 1) & mask));
}

const struct operation op_clc = {.r = ANY_SIZE(clc)};
const struct operation op_stc = {.r = ANY_SIZE(stc)};
const struct operation op_cmc = {.r = ANY_SIZE(cmc)};
const struct operation op_cld = {.r = ANY_SIZE(cld)};
const struct operation op_std = {.r = ANY_SIZE(std)};
const struct operation op_cli = {.r = ANY_SIZE(flag_instruction_cli)};
const struct operation op_sti = {.r = ANY_SIZE(flag_instruction_sti)};
const struct operation op_lahf = {.r = ANY_SIZE(lahf)};
const struct operation op_sahf = {.r = ANY_SIZE(sahf)};
