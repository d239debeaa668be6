/*
 * SPDX-License-Identifier: MIT
 * SSE2 integer instructions: MMX operations on each half of an XMM register, and three that SSE2
 * also adds to MMX registers. Operations that move lanes between the halves are in sse2_shuffle.c.
 */
#include "sim/cpu/fpu/mmx_lanes.h"
#include "sim/cpu/fpu/mmx_unit.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

DEFINE_MMX(paddq)
DEFINE_MMX(psubq)
DEFINE_MMX(pmuludq)

/* If `count` is set, the second operand is one 64-bit number for both halves. */
static void sse2_integer_operate(struct cpu *cpu, const struct insn *insn, const union xmm *second,
                                 bool count, mmx_operation *operation)
{
    const union xmm b = *second;
    union xmm *to = &cpu->sse.reg[insn->reg];
    bool saturated = false; /* only MMX instructions report saturation */

    to->q[0] = operation(to->q[0], b.q[0], &saturated);
    to->q[1] = operation(to->q[1], b.q[count ? 0 : 1], &saturated);
}

static void sse2_integer_halves_rr(struct cpu *cpu, const struct insn *insn, bool count,
                                   mmx_operation *operation)
{
    sse_unit_begin(cpu);
    sse2_integer_operate(cpu, insn, &cpu->sse.reg[insn->rm], count, operation);
}

static void sse2_integer_halves_rm(struct cpu *cpu, const struct insn *insn, bool count,
                                   mmx_operation *operation)
{
    sse_unit_begin(cpu);

    const union xmm second = sse_unit_load(cpu, insn, true);

    sse2_integer_operate(cpu, insn, &second, count, operation);
}

#define DEFINE_HALVES_BY(NAME, COUNT)                                                              \
    static void NAME##_xmm_rr(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        sse2_integer_halves_rr(cpu, insn, COUNT, do_##NAME);                                       \
    }                                                                                              \
    static void NAME##_xmm_rm(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        sse2_integer_halves_rm(cpu, insn, COUNT, do_##NAME);                                       \
    }                                                                                              \
    const struct operation op_##NAME##_xmm = {.rr = ANY_SIZE(NAME##_xmm_rr),                       \
                                              .rm = ANY_SIZE(NAME##_xmm_rm)};

#define DEFINE_HALVES(NAME) DEFINE_HALVES_BY(NAME, false)

DEFINE_HALVES(paddb)
DEFINE_HALVES(paddw)
DEFINE_HALVES(paddd)
DEFINE_HALVES(paddq)
DEFINE_HALVES(psubb)
DEFINE_HALVES(psubw)
DEFINE_HALVES(psubd)
DEFINE_HALVES(psubq)
DEFINE_HALVES(paddsb)
DEFINE_HALVES(paddsw)
DEFINE_HALVES(psubsb)
DEFINE_HALVES(psubsw)
DEFINE_HALVES(paddusb)
DEFINE_HALVES(paddusw)
DEFINE_HALVES(psubusb)
DEFINE_HALVES(psubusw)
DEFINE_HALVES(pmullw)
DEFINE_HALVES(pmulhw)
DEFINE_HALVES(pmulhuw)
DEFINE_HALVES(pmuludq)
DEFINE_HALVES(pmaddwd)
DEFINE_HALVES(pcmpeqb)
DEFINE_HALVES(pcmpeqw)
DEFINE_HALVES(pcmpeqd)
DEFINE_HALVES(pcmpgtb)
DEFINE_HALVES(pcmpgtw)
DEFINE_HALVES(pcmpgtd)
DEFINE_HALVES(pavgb)
DEFINE_HALVES(pavgw)
DEFINE_HALVES(pmaxsw)
DEFINE_HALVES(pmaxub)
DEFINE_HALVES(pminsw)
DEFINE_HALVES(pminub)
DEFINE_HALVES(psadbw)
DEFINE_HALVES(pand)
DEFINE_HALVES(pandn)
DEFINE_HALVES(por)
DEFINE_HALVES(pxor)

/* ---- shifts ---------------------------------------------------------------------------------- */

#define DEFINE_SHIFT(NAME)                                                                         \
    DEFINE_HALVES_BY(NAME, true)                                                                   \
    static void NAME##_xmm_ri(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const union xmm count = {.q = {insn->immediate & 0xff}};                                   \
        sse_unit_begin(cpu);                                                                       \
        sse2_integer_operate(cpu, insn, &count, true, do_##NAME);                                  \
    }                                                                                              \
    const struct operation op_##NAME##_xmm_immediate = {.ri = ANY_SIZE(NAME##_xmm_ri)};

DEFINE_SHIFT(psllw)
DEFINE_SHIFT(pslld)
DEFINE_SHIFT(psllq)
DEFINE_SHIFT(psrlw)
DEFINE_SHIFT(psrld)
DEFINE_SHIFT(psrlq)
DEFINE_SHIFT(psraw)
DEFINE_SHIFT(psrad)

/* Shifts by bytes across both halves. */
static union xmm sse2_integer_shift_up(union xmm from, unsigned bytes)
{
    const unsigned __int128 all = (unsigned __int128)from.q[1] << 64 | from.q[0];
    const unsigned __int128 to = bytes > 15 ? 0 : all << 8 * bytes;

    return (union xmm){.q = {(uint64_t)to, (uint64_t)(to >> 64)}};
}

static union xmm sse2_integer_shift_down(union xmm from, unsigned bytes)
{
    const unsigned __int128 all = (unsigned __int128)from.q[1] << 64 | from.q[0];
    const unsigned __int128 to = bytes > 15 ? 0 : all >> 8 * bytes;

    return (union xmm){.q = {(uint64_t)to, (uint64_t)(to >> 64)}};
}

static void pslldq(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] =
        sse2_integer_shift_up(cpu->sse.reg[insn->reg], insn->immediate & 0xff);
}

static void psrldq(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->sse.reg[insn->reg] =
        sse2_integer_shift_down(cpu->sse.reg[insn->reg], insn->immediate & 0xff);
}

const struct operation op_pslldq = {.ri = ANY_SIZE(pslldq)};
const struct operation op_psrldq = {.ri = ANY_SIZE(psrldq)};
