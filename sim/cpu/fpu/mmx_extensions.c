/*
 * SPDX-License-Identifier: MIT
 * MMX instructions that SSE added; the Athlon has them too (AMD's extensions to the 3DNow! and MMX
 * instruction sets manual, 22466).
 */
#include "sim/cpu/fpu/mmx_lanes.h"
#include "sim/cpu/fpu/mmx_unit.h"

DEFINE_MMX(pavgb)
DEFINE_MMX(pavgw)
DEFINE_MMX(pmaxsw)
DEFINE_MMX(pmaxub)
DEFINE_MMX(pminsw)
DEFINE_MMX(pminub)
DEFINE_MMX(pmulhuw)
DEFINE_MMX(psadbw)

/* ---- single words -------------------------------------------------------------------------- */

static uint64_t mmx_extension_shuffle(uint64_t from, uint32_t order)
{
    const union lanes a = {from};
    union lanes r;

    for (unsigned i = 0; i < 4; i++)
        r.w[i] = a.w[order >> 2 * i & 3];
    return r.q;
}

static void pshufw_rr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    mmx_write(cpu, insn->reg, mmx_extension_shuffle(mmx_read(cpu, insn->rm), insn->immediate));
}

static void pshufw_rm(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);

    const uint64_t from = load64(cpu, insn, insn->segment, effective_address(cpu, insn));

    mmx_write(cpu, insn->reg, mmx_extension_shuffle(from, insn->immediate));
}

static void insert_word(struct cpu *cpu, const struct insn *insn, uint16_t word)
{
    union lanes r = {mmx_read(cpu, insn->reg)};

    r.w[insn->immediate & 3] = word;
    mmx_write(cpu, insn->reg, r.q);
}

static void pinsrw_rr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    insert_word(cpu, insn, (uint16_t)cpu->reg[insn->rm]);
}

static void pinsrw_rm(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    insert_word(cpu, insn, load16(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

static void mmx_extension_pextrw(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);

    const union lanes from = {mmx_read(cpu, insn->rm)};

    mmx_enter(cpu);
    cpu->reg[insn->reg] = from.w[insn->immediate & 3];
}

static void mmx_extension_pmovmskb(struct cpu *cpu, const struct insn *insn)
{
    uint32_t mask = 0;

    mmx_begin(cpu);

    const union lanes from = {mmx_read(cpu, insn->rm)};

    mmx_enter(cpu);
    for (unsigned i = 0; i < 8; i++)
        mask |= (uint32_t)from.b[i] >> 7 << i;
    cpu->reg[insn->reg] = mask;
}

const struct operation op_pshufw = {.rr = ANY_SIZE(pshufw_rr), .rm = ANY_SIZE(pshufw_rm)};
const struct operation op_pinsrw = {.rr = ANY_SIZE(pinsrw_rr), .rm = ANY_SIZE(pinsrw_rm)};
const struct operation op_pextrw = {.rr = ANY_SIZE(mmx_extension_pextrw)};
const struct operation op_pmovmskb = {.rr = ANY_SIZE(mmx_extension_pmovmskb)};

/* ---- non-temporal stores --------------------------------------------------------------------- */

static void movntq(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    store64(cpu, insn, insn->segment, effective_address(cpu, insn), mmx_read(cpu, insn->reg));
    mmx_enter(cpu);
}

/* Stores to DS:EDI the bytes whose mask byte has its top bit set. If none has, memory is not
 * accessed. */
static void mmx_extension_maskmovq(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);

    const union lanes from = {mmx_read(cpu, insn->reg)};
    const union lanes mask = {mmx_read(cpu, insn->rm)};
    const uint32_t offset = cpu->reg[REG_EDI];

    for (unsigned i = 0; i < 8; i++)
        if (mask.b[i] >> 7)
            guest_probe_store(cpu, insn->segment, (offset + i) & insn->address_mask, 1);
    for (unsigned i = 0; i < 8; i++)
        if (mask.b[i] >> 7)
            store8(cpu, insn, insn->segment, (offset + i) & insn->address_mask, from.b[i]);
    mmx_enter(cpu);
}

const struct operation op_movntq = {.mr = ANY_SIZE(movntq)};
const struct operation op_maskmovq = {.rr = ANY_SIZE(mmx_extension_maskmovq)};
