/*
 * SPDX-License-Identifier: MIT
 * Fast system calls: SYSENTER and SYSEXIT (Intel Architecture Software Developer's Manual, volume
 * 2), SYSCALL and SYSRET (AMD's note 21086). They load flat code and stack segments without reading
 * descriptors.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/integer/branch_instructions.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/far_transfer.h"
#include "sim/cpu/system/msr_store.h"

#define FLAT_CODE 0x00cf9b000000ffffull /* 32 bits, 4 GB, ring 0 */
#define FLAT_DATA 0x00cf93000000ffffull
#define DPL_SHIFT 45

static struct descriptor fast_call_flat_segment(uint64_t raw, uint64_t dpl)
{
    return (struct descriptor){.raw = raw | dpl << DPL_SHIFT};
}

/* Continues at `eip` in ring `cpl`; the selectors are loaded unchanged. */
static void fast_call_transfer(struct cpu *cpu, const struct insn *insn, uint16_t cs, uint16_t ss,
                               uint32_t eip, unsigned cpl)
{
    const struct descriptor code = fast_call_flat_segment(FLAT_CODE, cpl),
                            stack = fast_call_flat_segment(FLAT_DATA, cpl);
    const uint32_t from = insn_linear(cpu, insn);

    segment_set(cpu, SEG_CS, cs, &code);
    far_transfer_set_cpl(cpu, cpl);
    segment_set(cpu, SEG_SS, ss, &stack);
    run_loop_mode_changed(cpu);
    cpu->eip = eip;
    cpu->jumped = true;
    branch_far_done(cpu, insn, from);
    model_serialise(cpu->model);
}

static void enter_ring0(struct cpu *cpu, uint32_t cleared)
{
    eflags_write(cpu, eflags_read(cpu) & ~cleared);
}

/* ---- SYSENTER and SYSEXIT (Intel) ------------------------------------------------------------ */

static uint16_t sysenter_cs(struct cpu *cpu)
{
    const uint16_t cs = (uint16_t)msr_stored(cpu, MSR_SYSENTER_CS);

    if (!(cpu->cr0 & CR0_PE) || SELECTOR_IS_NULL(cs))
        raise_error(cpu, VECTOR_GP, 0);
    return cs;
}

static void fast_call_sysenter(struct cpu *cpu, const struct insn *insn)
{
    const uint16_t cs = sysenter_cs(cpu) & 0xfffc;

    enter_ring0(cpu, FLAG_VM | FLAG_IF | FLAG_RF);
    fast_call_transfer(cpu, insn, cs, (uint16_t)(cs + 8),
                       (uint32_t)msr_stored(cpu, MSR_SYSENTER_EIP), 0);
    cpu->reg[REG_ESP] = (uint32_t)msr_stored(cpu, MSR_SYSENTER_ESP);
}

static void fast_call_sysexit(struct cpu *cpu, const struct insn *insn)
{
    const uint16_t cs = sysenter_cs(cpu);

    if (cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
    fast_call_transfer(cpu, insn, (uint16_t)(cs + 16) | 3, (uint16_t)(cs + 24) | 3,
                       cpu->reg[REG_EDX], 3);
    cpu->reg[REG_ESP] = cpu->reg[REG_ECX];
}

/* ---- SYSCALL and SYSRET (AMD) ---------------------------------------------------------------- */

static void require_sce(struct cpu *cpu)
{
    if (!(msr_stored(cpu, MSR_EFER) & EFER_SCE))
        raise_fault(cpu, VECTOR_UD);
}

static void fast_call_syscall(struct cpu *cpu, const struct insn *insn)
{
    const uint64_t star = msr_stored(cpu, MSR_STAR);
    const uint16_t cs = (uint16_t)(star >> 32) & 0xfffc;

    require_sce(cpu);
    cpu->reg[REG_ECX] = insn->address + insn->length;
    enter_ring0(cpu, FLAG_VM | FLAG_IF | FLAG_RF);
    fast_call_transfer(cpu, insn, cs, (uint16_t)(cs + 8), (uint32_t)star, 0);
}

/* The RPL of SS is not set to the ring: SS is the value that software wrote to STAR. */
static void fast_call_sysret(struct cpu *cpu, const struct insn *insn)
{
    const uint16_t cs = (uint16_t)(msr_stored(cpu, MSR_STAR) >> 48);

    require_sce(cpu);
    if (!(cpu->cr0 & CR0_PE) || cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
    eflags_write(cpu, eflags_read(cpu) | FLAG_IF);
    fast_call_transfer(cpu, insn, cs | 3, (uint16_t)(cs + 8), cpu->reg[REG_ECX], 3);
}

const struct operation op_sysenter = {.r = ANY_SIZE(fast_call_sysenter)};
const struct operation op_sysexit = {.r = ANY_SIZE(fast_call_sysexit)};
const struct operation op_syscall = {.r = ANY_SIZE(fast_call_syscall)};
const struct operation op_sysret = {.r = ANY_SIZE(fast_call_sysret)};
