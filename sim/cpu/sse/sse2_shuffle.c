/*
 * SPDX-License-Identifier: MIT
 * SSE2 packs, unpacks, shuffles and single-word moves, which move lanes between the halves of XMM
 * registers.
 */
#include "sim/cpu/fpu/mmx_lanes.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/sse/sse_lane_moves.h"

/* ---- packs and unpacks ----------------------------------------------------------------------- */

/* Applies MMX's operation to two halves. */
#define HALF(NAME, first, second) do_##NAME(first, second, &(bool){false})

#define DEFINE_PACK(NAME)                                                                          \
    DEFINE_WHOLE(NAME##_xmm, {.q = {HALF(NAME, a.q[0], a.q[1]), HALF(NAME, b.q[0], b.q[1])}})
#define DEFINE_UNPACK(SIZES)                                                                       \
    DEFINE_WHOLE(punpckl##SIZES##_xmm, {.q = {HALF(punpckl##SIZES, a.q[0], b.q[0]),                \
                                              HALF(punpckh##SIZES, a.q[0], b.q[0])}})              \
    DEFINE_WHOLE(punpckh##SIZES##_xmm, {.q = {HALF(punpckl##SIZES, a.q[1], b.q[1]),                \
                                              HALF(punpckh##SIZES, a.q[1], b.q[1])}})

DEFINE_PACK(packsswb)
DEFINE_PACK(packuswb)
DEFINE_PACK(packssdw)
DEFINE_UNPACK(bw)
DEFINE_UNPACK(wd)
DEFINE_UNPACK(dq)
DEFINE_WHOLE(punpcklqdq, {.q = {a.q[0], b.q[0]}})
DEFINE_WHOLE(punpckhqdq, {.q = {a.q[1], b.q[1]}})

/* ---- shuffles -------------------------------------------------------------------------------- */

static uint64_t sse2_shuffle_words(uint64_t from, uint32_t order)
{
    const union lanes a = {from};
    union lanes r = {0};

    for (unsigned i = 0; i < 4; i++)
        r.w[i] = a.w[order >> 2 * i & 3];
    return r.q;
}

DEFINE_WHOLE(pshufd,
             {.d = {b.d[order & 3], b.d[order >> 2 & 3], b.d[order >> 4 & 3], b.d[order >> 6 & 3]}})
DEFINE_WHOLE(pshufhw, {.q = {b.q[0], sse2_shuffle_words(b.q[1], order)}})
DEFINE_WHOLE(pshuflw, {.q = {sse2_shuffle_words(b.q[0], order), b.q[1]}})
DEFINE_WHOLE(shufpd, {.q = {a.q[order & 1], b.q[order >> 1 & 1]}})

/* ---- single words ---------------------------------------------------------------------------- */

static uint16_t sse2_shuffle_word(const union xmm *from, unsigned number)
{
    return (uint16_t)(from->q[number >> 2 & 1] >> 16 * (number & 3));
}

static void insert_word(struct cpu *cpu, const struct insn *insn, uint16_t word)
{
    uint64_t *half = &cpu->sse.reg[insn->reg].q[insn->immediate >> 2 & 1];
    const unsigned shift = 16 * (insn->immediate & 3);

    *half = (*half & ~(0xffffull << shift)) | (uint64_t)word << shift;
}

static void pinsrw_rr(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    insert_word(cpu, insn, (uint16_t)cpu->reg[insn->rm]);
}

static void pinsrw_rm(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    insert_word(cpu, insn, load16(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

static void pextrw(struct cpu *cpu, const struct insn *insn)
{
    sse_unit_begin(cpu);
    cpu->reg[insn->reg] = sse2_shuffle_word(&cpu->sse.reg[insn->rm], insn->immediate);
}

static void sse2_shuffle_pmovmskb(struct cpu *cpu, const struct insn *insn)
{
    const union xmm *from = &cpu->sse.reg[insn->rm];
    uint32_t mask = 0;

    sse_unit_begin(cpu);
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(from->q[i / 8] >> (8 * (i % 8) + 7) & 1) << i;
    cpu->reg[insn->reg] = mask;
}

const struct operation op_pinsrw_xmm = {.rr = ANY_SIZE(pinsrw_rr), .rm = ANY_SIZE(pinsrw_rm)};
const struct operation op_pextrw_xmm = {.rr = ANY_SIZE(pextrw)};
const struct operation op_pmovmskb_xmm = {.rr = ANY_SIZE(sse2_shuffle_pmovmskb)};
