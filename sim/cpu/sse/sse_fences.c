/*
 * SPDX-License-Identifier: MIT
 * Fences, CLFLUSH and MOVNTI. None of them depends on CR0 or CR4. The simulator performs all
 * accesses in order, so a fence has no effect.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

static void fence(struct cpu *cpu, const struct insn *insn)
{
    (void)cpu;
    (void)insn;
}

/* CLFLUSH is checked as a load of a byte; the model decides the effect on the line. */
static void clflush(struct cpu *cpu, const struct insn *insn)
{
    load8(cpu, insn, insn->segment, effective_address(cpu, insn));
}

static void movnti(struct cpu *cpu, const struct insn *insn)
{
    store32(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->reg[insn->reg]);
}

const struct operation op_sfence = {.r = ANY_SIZE(fence)};
const struct operation op_lfence = {.r = ANY_SIZE(fence)};
const struct operation op_mfence = {.r = ANY_SIZE(fence)};
const struct operation op_clflush = {.m = ANY_SIZE(clflush)};
const struct operation op_movnti = {.mr = ANY_SIZE(movnti)};
