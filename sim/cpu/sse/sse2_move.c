/*
 * SPDX-License-Identifier: MIT
 * SSE2 moves that have no SSE equivalent: halves, MMX registers, general registers. Moves of all 16
 * bytes, or of the low or high half, are SSE's with another prefix.
 */
#include "sim/cpu/fpu/mmx_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

/* ---- the low half ---------------------------------------------------------------------------- */

static void movsd_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg].q[0] = cpu->sse.reg[insn->rm].q[0];
}

/* A load from memory, and MOVQ from a register, set the high half to 0. */
static void movq_xmm_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] = (union xmm){.q = {cpu->sse.reg[insn->rm].q[0]}};
}

static void sse2_move_low_half_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);

    const uint64_t value = load64(cpu, insn, insn->segment, effective_address(cpu, insn));

    cpu->sse.reg[insn->reg] = (union xmm){.q = {value}};
}

static void sse2_move_low_half_mr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    store64(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->sse.reg[insn->reg].q[0]);
}

const struct operation op_movsd = {.rr = ANY_SIZE(movsd_rr),
                                   .rm = ANY_SIZE(sse2_move_low_half_rm),
                                   .mr = ANY_SIZE(sse2_move_low_half_mr)};
const struct operation op_movq_xmm = {.rr = ANY_SIZE(movq_xmm_rr),
                                      .rm = ANY_SIZE(sse2_move_low_half_rm),
                                      .mr = ANY_SIZE(sse2_move_low_half_mr)};

/* ---- general registers ----------------------------------------------------------------------- */

static void movd_load_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] = (union xmm){.d = {cpu->reg[insn->rm]}};
}

static void movd_load_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);

    const uint32_t value = load32(cpu, insn, insn->segment, effective_address(cpu, insn));

    cpu->sse.reg[insn->reg] = (union xmm){.d = {value}};
}

static void movd_store_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->reg[insn->reg] = cpu->sse.reg[insn->rm].d[0];
}

static void movd_store_mr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    store32(cpu, insn, insn->segment, effective_address(cpu, insn), cpu->sse.reg[insn->reg].d[0]);
}

static void movmskpd(struct cpu *cpu, const struct insn *insn)
{
    const union xmm *from = &cpu->sse.reg[insn->rm];

    sse_unit_begin(cpu);
    cpu->reg[insn->reg] = (uint32_t)(from->q[0] >> 63 | from->q[1] >> 63 << 1);
}

const struct operation op_movd_xmm_load = {.rr = ANY_SIZE(movd_load_rr),
                                           .rm = ANY_SIZE(movd_load_rm)};
const struct operation op_movd_xmm_store = {.rr = ANY_SIZE(movd_store_rr),
                                            .mr = ANY_SIZE(movd_store_mr)};
const struct operation op_movmskpd = {.rr = ANY_SIZE(movmskpd)};

/* ---- MMX registers --------------------------------------------------------------------------- */

static void begin_with_mmx(struct cpu *cpu)
{
    sse_unit_begin(cpu);
    fpu_check(cpu, true);
}

static void movdq2q(struct cpu *cpu, const struct insn *insn)
{
    begin_with_mmx(cpu);
    mmx_write(cpu, insn->reg, cpu->sse.reg[insn->rm].q[0]);
}

static void movq2dq(struct cpu *cpu, const struct insn *insn)
{
    begin_with_mmx(cpu);
    cpu->sse.reg[insn->reg] = (union xmm){.q = {mmx_read(cpu, insn->rm)}};
    mmx_enter(cpu);
}

const struct operation op_movdq2q = {.rr = ANY_SIZE(movdq2q)};
const struct operation op_movq2dq = {.rr = ANY_SIZE(movq2dq)};

/* ---- masked bytes ---------------------------------------------------------------------------- */

/* Stores to DS:EDI the bytes whose mask byte has its top bit set. If none has, memory is not
 * accessed. */
static void sse2_move_maskmovdqu(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = cpu->reg[REG_EDI];
    uint8_t from[16], mask[16];

    sse_unit_begin(cpu);
    memcpy(from, &cpu->sse.reg[insn->reg], sizeof from);
    memcpy(mask, &cpu->sse.reg[insn->rm], sizeof mask);
    for (unsigned i = 0; i < sizeof mask; i++)
        if (mask[i] >> 7)
            guest_probe_store(cpu, insn->segment, (offset + i) & insn->address_mask, 1);
    for (unsigned i = 0; i < sizeof mask; i++)
        if (mask[i] >> 7)
            store8(cpu, insn, insn->segment, (offset + i) & insn->address_mask, from[i]);
}

const struct operation op_maskmovdqu = {.rr = ANY_SIZE(sse2_move_maskmovdqu)};
