/*
 * SPDX-License-Identifier: MIT
 * Operations and their handlers: one handler for each operand form and size, so that a handler
 * contains no decisions. The opcode map (opcodes.c) names operations; the decoder selects the
 * handler.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* Operand sizes as an index: 1, 2 and 4 bytes. */
enum { SIZE_8, SIZE_16, SIZE_32, SIZE_COUNT };

/*
 * r register, m memory, i immediate; the first one is the destination. Operations without such
 * operands have their handlers in `r`. An empty slot is an encoding that raises #UD.
 */
struct operation {
    insn_execute *rr[SIZE_COUNT];
    insn_execute *rm[SIZE_COUNT];
    insn_execute *mr[SIZE_COUNT];
    insn_execute *ri[SIZE_COUNT];
    insn_execute *mi[SIZE_COUNT];
    insn_execute *r[SIZE_COUNT];
    insn_execute *m[SIZE_COUNT];
};

#define SIZES(name)                                                                                \
    {                                                                                              \
        name##8, name##16, name##32                                                                \
    }
#define WORD_SIZES(name)                                                                           \
    {                                                                                              \
        NULL, name##16, name##32                                                                   \
    }
#define ANY_SIZE(name)                                                                             \
    {                                                                                              \
        name, name, name                                                                           \
    }

/* ---- registers by size --------------------------------------------------------------------- */

typedef uint16_t __attribute__((may_alias)) alias16;

static inline uint8_t reg_read8(const struct cpu *cpu, unsigned offset)
{
    return ((const uint8_t *)cpu->reg)[offset];
}

static inline uint16_t reg_read16(const struct cpu *cpu, unsigned number)
{
    return (uint16_t)cpu->reg[number];
}

static inline uint32_t reg_read32(const struct cpu *cpu, unsigned number)
{
    return cpu->reg[number];
}

static inline void reg_write8(struct cpu *cpu, unsigned offset, uint32_t value)
{
    ((uint8_t *)cpu->reg)[offset] = (uint8_t)value;
}

static inline void reg_write16(struct cpu *cpu, unsigned number, uint32_t value)
{
    *(alias16 *)&cpu->reg[number] = (uint16_t)value;
}

static inline void reg_write32(struct cpu *cpu, unsigned number, uint32_t value)
{
    cpu->reg[number] = value;
}

/* ---- the operations ------------------------------------------------------------------------ */

extern const struct operation op_add, op_or, op_adc, op_sbb, op_and, op_sub, op_xor, op_cmp,
    op_test;
extern const struct operation op_inc, op_dec, op_not, op_neg;
extern const struct operation op_mov, op_xchg, op_xadd, op_cmpxchg, op_cmpxchg8b, op_lea, op_bswap;
extern const struct operation op_movzx8, op_movzx16, op_movsx8, op_movsx16;
extern const struct operation op_mov_from_segment, op_mov_to_segment, op_load_pointer;
extern const struct operation op_cbw, op_cwd, op_xlat, op_nop, op_hint, op_setcc, op_cmov;
extern const struct operation op_rol, op_ror, op_rcl, op_rcr, op_shl, op_shr, op_sar;
extern const struct operation op_rol_cl, op_ror_cl, op_rcl_cl, op_rcr_cl, op_shl_cl, op_shr_cl;
extern const struct operation op_sar_cl, op_shld, op_shld_cl, op_shrd, op_shrd_cl;
extern const struct operation op_mul, op_imul, op_imul2, op_imul3, op_div, op_idiv;
extern const struct operation op_bt, op_bts, op_btr, op_btc, op_bsf, op_bsr;
extern const struct operation op_push, op_pop, op_push_segment, op_pop_segment, op_pusha, op_popa;
extern const struct operation op_pushf, op_popf, op_enter, op_leave;
extern const struct operation op_jcc; /* handlers by condition: jcc_handlers */
extern const struct operation op_jmp, op_call, op_jmp_indirect, op_call_indirect, op_ret;
extern const struct operation op_loop, op_loope, op_loopne, op_jcxz;
extern const struct operation op_jmp_far, op_call_far, op_jmp_far_indirect, op_call_far_indirect;
extern const struct operation op_retf, op_iret, op_int, op_int3, op_into, op_icebp, op_bound;
extern const struct operation op_daa, op_das, op_aaa, op_aas, op_aam, op_aad, op_salc;
extern const struct operation op_clc, op_stc, op_cmc, op_cld, op_std, op_cli, op_sti, op_lahf,
    op_sahf;
extern const struct operation op_movs, op_cmps, op_stos, op_lods, op_scas, op_ins, op_outs;
extern const struct operation op_in, op_out, op_in_dx, op_out_dx;
extern const struct operation op_hlt, op_cpuid, op_rdtsc, op_rdmsr, op_wrmsr, op_rdpmc, op_rsm;
extern const struct operation op_lgdt, op_lidt, op_sgdt, op_sidt, op_lldt, op_ltr, op_sldt, op_str;
extern const struct operation op_lmsw, op_smsw, op_clts, op_invd, op_wbinvd, op_invlpg;
extern const struct operation op_verr, op_verw, op_lar, op_lsl, op_arpl;
extern const struct operation op_mov_from_control, op_mov_to_control, op_mov_from_debug;
extern const struct operation op_mov_to_debug;
extern const struct operation op_fwait;

/* MMX */
extern const struct operation op_paddb, op_paddw, op_paddd, op_psubb, op_psubw, op_psubd;
extern const struct operation op_paddsb, op_paddsw, op_psubsb, op_psubsw, op_paddusb;
extern const struct operation op_paddusw, op_psubusb, op_psubusw, op_pmullw, op_pmulhw;
extern const struct operation op_pmaddwd, op_pcmpeqb, op_pcmpeqw, op_pcmpeqd, op_pcmpgtb;
extern const struct operation op_pcmpgtw, op_pcmpgtd, op_packsswb, op_packuswb, op_packssdw;
extern const struct operation op_punpcklbw, op_punpcklwd, op_punpckldq, op_punpckhbw;
extern const struct operation op_punpckhwd, op_punpckhdq, op_pand, op_pandn, op_por, op_pxor;
extern const struct operation op_psllw, op_pslld, op_psllq, op_psrlw, op_psrld, op_psrlq;
extern const struct operation op_psraw, op_psrad, op_psllw_immediate, op_pslld_immediate;
extern const struct operation op_psllq_immediate, op_psrlw_immediate, op_psrld_immediate;
extern const struct operation op_psrlq_immediate, op_psraw_immediate, op_psrad_immediate;
extern const struct operation op_movd_load, op_movd_store, op_movq, op_emms;

/* SSE's additions to MMX */
extern const struct operation op_pavgb, op_pavgw, op_pmaxsw, op_pmaxub, op_pminsw, op_pminub;
extern const struct operation op_pmulhuw, op_psadbw, op_pshufw, op_pinsrw, op_pextrw, op_pmovmskb;
extern const struct operation op_movntq, op_maskmovq, op_sfence;

/* SSE */
extern const struct operation op_addps, op_addss, op_subps, op_subss, op_mulps, op_mulss, op_divps;
extern const struct operation op_divss, op_minps, op_minss, op_maxps, op_maxss, op_sqrtps;
extern const struct operation op_sqrtss, op_rcpps, op_rcpss, op_rsqrtps, op_rsqrtss, op_cmpps;
extern const struct operation op_cmpss, op_comiss, op_ucomiss, op_movaps, op_movups, op_movntps;
extern const struct operation op_movmskps, op_movss, op_movlps_load, op_movlps_store;
extern const struct operation op_movhps_load, op_movhps_store, op_andps, op_andnps, op_orps;
extern const struct operation op_xorps, op_unpcklps, op_unpckhps, op_shufps, op_cvtpi2ps;
extern const struct operation op_cvtps2pi, op_cvttps2pi, op_cvtsi2ss, op_cvtss2si, op_cvttss2si;
extern const struct operation op_ldmxcsr, op_stmxcsr, op_fxsave, op_fxrstor;

/* SSE2; names with _xmm are MMX operations on XMM registers */
extern const struct operation op_NAME, op_addpd, op_addsd, op_clflush, op_cmppd, op_cmpsd,
    op_comisd, op_cvtdq2pd, op_cvtdq2ps, op_cvtpd2dq, op_cvtpd2pi, op_cvtpd2ps, op_cvtpi2pd,
    op_cvtps2dq, op_cvtps2pd, op_cvtsd2si, op_cvtsd2ss, op_cvtsi2sd, op_cvtss2sd, op_cvttpd2dq,
    op_cvttpd2pi, op_cvttps2dq, op_cvttsd2si, op_divpd, op_divsd, op_lfence, op_maskmovdqu,
    op_maxpd, op_maxsd, op_mfence, op_minpd, op_minsd, op_movdq2q, op_movhpd_load, op_movlpd_load,
    op_movmskpd, op_movnti, op_movq2dq, op_movsd, op_mulpd, op_mulsd, op_paddq, op_pmuludq,
    op_pshufd, op_pshufhw, op_pshuflw, op_pslldq, op_psrldq, op_psubq, op_punpckhqdq, op_punpcklqdq,
    op_shufpd, op_sqrtpd, op_sqrtsd, op_subpd, op_subsd, op_ucomisd;
extern const struct operation op_movd_xmm_load, op_movd_xmm_store, op_movq_xmm, op_packssdw_xmm,
    op_packsswb_xmm, op_packuswb_xmm, op_paddb_xmm, op_paddd_xmm, op_paddq_xmm, op_paddsb_xmm,
    op_paddsw_xmm, op_paddusb_xmm, op_paddusw_xmm, op_paddw_xmm, op_pand_xmm, op_pandn_xmm,
    op_pavgb_xmm, op_pavgw_xmm, op_pcmpeqb_xmm, op_pcmpeqd_xmm, op_pcmpeqw_xmm, op_pcmpgtb_xmm,
    op_pcmpgtd_xmm, op_pcmpgtw_xmm, op_pextrw_xmm, op_pinsrw_xmm, op_pmaddwd_xmm, op_pmaxsw_xmm,
    op_pmaxub_xmm, op_pminsw_xmm, op_pminub_xmm, op_pmovmskb_xmm, op_pmulhuw_xmm, op_pmulhw_xmm,
    op_pmullw_xmm, op_pmuludq_xmm, op_por_xmm, op_psadbw_xmm, op_pslld_xmm, op_pslld_xmm_immediate,
    op_psllq_xmm, op_psllq_xmm_immediate, op_psllw_xmm, op_psllw_xmm_immediate, op_psrad_xmm,
    op_psrad_xmm_immediate, op_psraw_xmm, op_psraw_xmm_immediate, op_psrld_xmm,
    op_psrld_xmm_immediate, op_psrlq_xmm, op_psrlq_xmm_immediate, op_psrlw_xmm,
    op_psrlw_xmm_immediate, op_psubb_xmm, op_psubd_xmm, op_psubq_xmm, op_psubsb_xmm, op_psubsw_xmm,
    op_psubusb_xmm, op_psubusw_xmm, op_psubw_xmm, op_punpckhbw_xmm, op_punpckhdq_xmm,
    op_punpckhwd_xmm, op_punpcklbw_xmm, op_punpckldq_xmm, op_punpcklwd_xmm, op_pxor_xmm;

/* SSE3 */
extern const struct operation op_haddps, op_hsubps, op_haddpd, op_hsubpd, op_addsubps, op_addsubpd,
    op_movshdup, op_movsldup, op_movddup, op_lddqu, op_monitor;

/* 3DNow! */
extern const struct operation op_pfadd, op_pfsub, op_pfsubr, op_pfmul, op_pfmax, op_pfmin;
extern const struct operation op_pfcmpeq, op_pfcmpge, op_pfcmpgt, op_pfacc, op_pfnacc, op_pfpnacc;
extern const struct operation op_pswapd, op_pf2id, op_pf2iw, op_pi2fd, op_pi2fw, op_pavgusb;
extern const struct operation op_pmulhrw, op_pfrcp, op_pfrsqrt, op_pfrcpit1, op_pfrsqit1;
extern const struct operation op_pfrcpit2;

/* System calls without descriptors */
extern const struct operation op_sysenter, op_sysexit, op_syscall, op_sysret;
