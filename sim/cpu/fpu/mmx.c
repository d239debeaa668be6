/*
 * SPDX-License-Identifier: MIT
 * MMX instructions of the P55C (Pentium Developer's Manual volume 3, ch. 27 and 28 of the 1997
 * edition).
 */
#include "sim/cpu/fpu/mmx_lanes.h"
#include "sim/cpu/fpu/mmx_unit.h"

void mmx_begin(struct cpu *cpu)
{
    if (cpu->cr0 & CR0_EM)
        raise_fault(cpu, VECTOR_UD);
    fpu_check(cpu, true);
}

/* ---- operations --------------------------------------------------------------------------- */

DEFINE_MMX(paddb)
DEFINE_MMX(paddw)
DEFINE_MMX(paddd)
DEFINE_MMX(psubb)
DEFINE_MMX(psubw)
DEFINE_MMX(psubd)
DEFINE_MMX(paddsb)
DEFINE_MMX(paddsw)
DEFINE_MMX(psubsb)
DEFINE_MMX(psubsw)
DEFINE_MMX(paddusb)
DEFINE_MMX(paddusw)
DEFINE_MMX(psubusb)
DEFINE_MMX(psubusw)
DEFINE_MMX(pmullw)
DEFINE_MMX(pmulhw)
DEFINE_MMX(pmaddwd)
DEFINE_MMX(pcmpeqb)
DEFINE_MMX(pcmpeqw)
DEFINE_MMX(pcmpeqd)
DEFINE_MMX(pcmpgtb)
DEFINE_MMX(pcmpgtw)
DEFINE_MMX(pcmpgtd)
DEFINE_MMX(packsswb)
DEFINE_MMX(packuswb)
DEFINE_MMX(packssdw)
DEFINE_MMX_SIZED(punpcklbw, load32)
DEFINE_MMX_SIZED(punpcklwd, load32)
DEFINE_MMX_SIZED(punpckldq, load32)
DEFINE_MMX(punpckhbw)
DEFINE_MMX(punpckhwd)
DEFINE_MMX(punpckhdq)
DEFINE_MMX(pand)
DEFINE_MMX(pandn)
DEFINE_MMX(por)
DEFINE_MMX(pxor)

#define DEFINE_MMX_SHIFT(NAME)                                                                     \
    DEFINE_MMX(NAME)                                                                               \
    static void NAME##_ri(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        mmx_begin(cpu);                                                                            \
        mmx_unit_operate(cpu, insn, do_##NAME, insn->immediate & 0xff);                            \
    }                                                                                              \
    const struct operation op_##NAME##_immediate = {.ri = ANY_SIZE(NAME##_ri)};

DEFINE_MMX_SHIFT(psllw)
DEFINE_MMX_SHIFT(pslld)
DEFINE_MMX_SHIFT(psllq)
DEFINE_MMX_SHIFT(psrlw)
DEFINE_MMX_SHIFT(psrld)
DEFINE_MMX_SHIFT(psrlq)
DEFINE_MMX_SHIFT(psraw)
DEFINE_MMX_SHIFT(psrad)

/* ---- moves -------------------------------------------------------------------------------- */

static void movd_load_rr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    mmx_write(cpu, insn->reg, cpu->reg[insn->rm]);
}

static void movd_load_rm(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    mmx_write(cpu, insn->reg, load32(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

static void movd_store_rr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    mmx_enter(cpu);
    cpu->reg[insn->reg] = (uint32_t)mmx_read(cpu, insn->rm);
}

static void movd_store_mr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    store32(cpu, insn, insn->segment, effective_address(cpu, insn),
            (uint32_t)mmx_read(cpu, insn->reg));
    mmx_enter(cpu);
}

static void movq_rr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    mmx_write(cpu, insn->reg, mmx_read(cpu, insn->rm));
}

static void movq_rm(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    mmx_write(cpu, insn->reg, load64(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

static void movq_mr(struct cpu *cpu, const struct insn *insn)
{
    mmx_begin(cpu);
    store64(cpu, insn, insn->segment, effective_address(cpu, insn), mmx_read(cpu, insn->reg));
    mmx_enter(cpu);
}

static void emms(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    mmx_begin(cpu);
    mmx_enter(cpu);
    cpu->fpu.valid = 0;
}

const struct operation op_movd_load = {.rr = ANY_SIZE(movd_load_rr), .rm = ANY_SIZE(movd_load_rm)};
const struct operation op_movd_store = {.rr = ANY_SIZE(movd_store_rr),
                                        .mr = ANY_SIZE(movd_store_mr)};
const struct operation op_movq = {
    .rr = ANY_SIZE(movq_rr), .rm = ANY_SIZE(movq_rm), .mr = ANY_SIZE(movq_mr)};
const struct operation op_emms = {.r = ANY_SIZE(emms)};
