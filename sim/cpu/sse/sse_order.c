/*
 * SPDX-License-Identifier: MIT
 * The fences, CLFLUSH and MOVNTI. None of them asks CR0 or CR4. All accesses are in order here, so
 * that a fence does nothing.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

static void fence(struct cpu *cpu, const struct insn *insn)
{
    (void)cpu;
    (void)insn;
}

/* It is checked as the load of a byte is; what becomes of the line is the model's. */
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
