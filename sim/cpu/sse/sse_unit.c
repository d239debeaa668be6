/*
 * SPDX-License-Identifier: MIT
 * SSE access checks, memory operands and exceptions.
 */
#include "sim/cpu/sse/sse_unit.h"
#include "sim/cpu/guest_memory.h"

void sse_unit_begin(struct cpu *cpu)
{
    if ((cpu->cr0 & CR0_EM) || !(cpu->cr4 & CR4_OSFXSR))
        raise_fault(cpu, VECTOR_UD);
    if (cpu->cr0 & CR0_TS)
        raise_fault(cpu, VECTOR_NM);
}

static uint32_t operand_offset(struct cpu *cpu, const struct insn *insn, bool aligned)
{
    const uint32_t offset = effective_address(cpu, insn);

    if (aligned && (cpu->seg[insn->segment].base + offset) & 15)
        raise_error(cpu, VECTOR_GP, 0);
    return offset;
}

union xmm sse_unit_load(struct cpu *cpu, const struct insn *insn, bool aligned)
{
    const uint32_t offset = operand_offset(cpu, insn, aligned);
    union xmm value;

    value.q[0] = load64(cpu, insn, insn->segment, offset);
    value.q[1] = load64(cpu, insn, insn->segment, (offset + 8) & insn->address_mask);
    return value;
}

/* A fault in the second page has the address of that page's first byte. */
static void sse_unit_probe(struct cpu *cpu, const struct insn *insn, uint32_t offset)
{
    const uint32_t linear = cpu->seg[insn->segment].base + offset;
    const uint32_t left = 0x1000 - (linear & 0xfff);
    const unsigned first = left < 16 ? left : 16;

    guest_probe_store(cpu, insn->segment, offset, first);
    if (first < 16)
        guest_probe_store(cpu, insn->segment, (offset + first) & insn->address_mask, 16 - first);
}

void sse_unit_store(struct cpu *cpu, const struct insn *insn, const union xmm *value, bool aligned)
{
    const uint32_t offset = operand_offset(cpu, insn, aligned);
    const uint32_t second = (offset + 8) & insn->address_mask;

    sse_unit_probe(cpu, insn, offset);
    store64(cpu, insn, insn->segment, offset, value->q[0]);
    store64(cpu, insn, insn->segment, second, value->q[1]);
}

void sse_unit_commit(struct cpu *cpu, uint32_t exceptions)
{
    const uint32_t masks = cpu->sse.mxcsr >> MXCSR_MASK_SHIFT;
    const uint32_t unmasked = exceptions & ~masks & MXCSR_FLAGS;

    if (likely(!unmasked)) {
        cpu->sse.mxcsr |= exceptions;
        return;
    }
    cpu->sse.mxcsr |= unmasked & MXCSR_BEFORE ? exceptions & MXCSR_BEFORE : exceptions;
    raise_fault(cpu, cpu->cr4 & CR4_OSXMMEXCPT ? VECTOR_XM : VECTOR_UD);
}
