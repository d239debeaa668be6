/*
 * SPDX-License-Identifier: MIT
 * MMX, on the P55C (Pentium Developer's Manual volume 3, ch. 27 and 28 of the 1997 edition).
 */
#include "sim/cpu/fpu/mmx_unit.h"

void mmx_begin(struct cpu *cpu)
{
    if (cpu->cr0 & CR0_EM)
        raise_fault(cpu, VECTOR_UD);
    fpu_check(cpu, true);
}

/* ---- lanes -------------------------------------------------------------------------------- */

static int saturate(int value, int low, int high, bool *saturated)
{
    *saturated |= value < low || value > high;
    return value < low ? low : value > high ? high : value;
}

DEFINE_LANES(paddb, 8, r.b[i] = (uint8_t)(a.b[i] + b.b[i]))
DEFINE_LANES(paddw, 4, r.w[i] = (uint16_t)(a.w[i] + b.w[i]))
DEFINE_LANES(paddd, 2, r.d[i] = a.d[i] + b.d[i])
DEFINE_LANES(psubb, 8, r.b[i] = (uint8_t)(a.b[i] - b.b[i]))
DEFINE_LANES(psubw, 4, r.w[i] = (uint16_t)(a.w[i] - b.w[i]))
DEFINE_LANES(psubd, 2, r.d[i] = a.d[i] - b.d[i])
DEFINE_LANES(paddsb, 8, r.sb[i] = (int8_t)saturate(a.sb[i] + b.sb[i], -128, 127, saturated))
DEFINE_LANES(paddsw, 4, r.sw[i] = (int16_t)saturate(a.sw[i] + b.sw[i], -32768, 32767, saturated))
DEFINE_LANES(psubsb, 8, r.sb[i] = (int8_t)saturate(a.sb[i] - b.sb[i], -128, 127, saturated))
DEFINE_LANES(psubsw, 4, r.sw[i] = (int16_t)saturate(a.sw[i] - b.sw[i], -32768, 32767, saturated))
DEFINE_LANES(paddusb, 8, r.b[i] = (uint8_t)saturate(a.b[i] + b.b[i], 0, 255, saturated))
DEFINE_LANES(paddusw, 4, r.w[i] = (uint16_t)saturate(a.w[i] + b.w[i], 0, 65535, saturated))
DEFINE_LANES(psubusb, 8, r.b[i] = (uint8_t)saturate(a.b[i] - b.b[i], 0, 255, saturated))
DEFINE_LANES(psubusw, 4, r.w[i] = (uint16_t)saturate(a.w[i] - b.w[i], 0, 65535, saturated))
DEFINE_LANES(pmullw, 4, r.w[i] = (uint16_t)(a.sw[i] * b.sw[i]))
DEFINE_LANES(pmulhw, 4, r.w[i] = (uint16_t)((a.sw[i] * b.sw[i]) >> 16))
DEFINE_LANES(pmaddwd, 2,
             r.d[i] = (uint32_t)(a.sw[2 * i] * b.sw[2 * i]) +
                      (uint32_t)(a.sw[2 * i + 1] * b.sw[2 * i + 1]))
DEFINE_LANES(pcmpeqb, 8, r.b[i] = a.b[i] == b.b[i] ? 0xff : 0)
DEFINE_LANES(pcmpeqw, 4, r.w[i] = a.w[i] == b.w[i] ? 0xffff : 0)
DEFINE_LANES(pcmpeqd, 2, r.d[i] = a.d[i] == b.d[i] ? 0xffffffffu : 0)
DEFINE_LANES(pcmpgtb, 8, r.b[i] = a.sb[i] > b.sb[i] ? 0xff : 0)
DEFINE_LANES(pcmpgtw, 4, r.w[i] = a.sw[i] > b.sw[i] ? 0xffff : 0)
DEFINE_LANES(pcmpgtd, 2, r.d[i] = a.sd[i] > b.sd[i] ? 0xffffffffu : 0)
DEFINE_LANES(packsswb, 8,
             r.sb[i] = (int8_t)saturate(i < 4 ? a.sw[i] : b.sw[i - 4], -128, 127, saturated))
DEFINE_LANES(packuswb, 8,
             r.b[i] = (uint8_t)saturate(i < 4 ? a.sw[i] : b.sw[i - 4], 0, 255, saturated))
DEFINE_LANES(packssdw, 4,
             r.sw[i] = (int16_t)saturate(i < 2 ? a.sd[i] : b.sd[i - 2], -32768, 32767, saturated))
DEFINE_LANES(punpcklbw, 8, r.b[i] = i & 1 ? b.b[i / 2] : a.b[i / 2])
DEFINE_LANES(punpcklwd, 4, r.w[i] = i & 1 ? b.w[i / 2] : a.w[i / 2])
DEFINE_LANES(punpckldq, 2, r.d[i] = i & 1 ? b.d[0] : a.d[0])
DEFINE_LANES(punpckhbw, 8, r.b[i] = i & 1 ? b.b[4 + i / 2] : a.b[4 + i / 2])
DEFINE_LANES(punpckhwd, 4, r.w[i] = i & 1 ? b.w[2 + i / 2] : a.w[2 + i / 2])
DEFINE_LANES(punpckhdq, 2, r.d[i] = i & 1 ? b.d[1] : a.d[1])
DEFINE_LANES(pand, 1, r.q = a.q & b.q)
DEFINE_LANES(pandn, 1, r.q = ~a.q & b.q)
DEFINE_LANES(por, 1, r.q = a.q | b.q)
DEFINE_LANES(pxor, 1, r.q = a.q ^ b.q)

/* Counts beyond the lane clear it, or fill it with the sign; the whole second operand counts. */
DEFINE_LANES(psllw, 4, r.w[i] = b.q > 15 ? 0 : (uint16_t)(a.w[i] << b.q))
DEFINE_LANES(pslld, 2, r.d[i] = b.q > 31 ? 0 : a.d[i] << b.q)
DEFINE_LANES(psllq, 1, r.q = b.q > 63 ? 0 : a.q << b.q)
DEFINE_LANES(psrlw, 4, r.w[i] = b.q > 15 ? 0 : (uint16_t)(a.w[i] >> b.q))
DEFINE_LANES(psrld, 2, r.d[i] = b.q > 31 ? 0 : a.d[i] >> b.q)
DEFINE_LANES(psrlq, 1, r.q = b.q > 63 ? 0 : a.q >> b.q)
DEFINE_LANES(psraw, 4, r.sw[i] = (int16_t)(a.sw[i] >> (b.q > 15 ? 15 : b.q)))
DEFINE_LANES(psrad, 2, r.sd[i] = a.sd[i] >> (b.q > 31 ? 31 : b.q))

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
        mmx_operate(cpu, insn, do_##NAME, insn->immediate & 0xff);                                 \
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
