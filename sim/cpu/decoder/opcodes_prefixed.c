/*
 * SPDX-License-Identifier: MIT
 * Opcode maps of 0F after the prefixes 66, F2 and F3: SSE's scalars, SSE2, SSE3. Doubles that are
 * only moved or combined bitwise use the operations of singles.
 */
#include "sim/cpu/decoder/opcodes.h"

#define OF(ISA, NAME, FORM)                                                                        \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_D, .isa = ISA                   \
    }
#define SSE(NAME, FORM)  OF(ISA_SSE, NAME, FORM)
#define SSE2(NAME, FORM) OF(ISA_SSE2, NAME, FORM)
#define SSE3(NAME, FORM) OF(ISA_SSE3, NAME, FORM)
#define GROUP(TABLE)                                                                               \
    {                                                                                              \
        .group = TABLE, .form = FORM_GROUP                                                         \
    }

/* ---- 66 0F ----------------------------------------------------------------------------------- */

static const struct opcode group_660f71[8] = {
    [2] = SSE2(psrlw_xmm_immediate, EI),
    [4] = SSE2(psraw_xmm_immediate, EI),
    [6] = SSE2(psllw_xmm_immediate, EI),
};
static const struct opcode group_660f72[8] = {
    [2] = SSE2(psrld_xmm_immediate, EI),
    [4] = SSE2(psrad_xmm_immediate, EI),
    [6] = SSE2(pslld_xmm_immediate, EI),
};
static const struct opcode group_660f73[8] = {
    [2] = SSE2(psrlq_xmm_immediate, EI),
    [3] = SSE2(psrldq, EI),
    [6] = SSE2(psllq_xmm_immediate, EI),
    [7] = SSE2(pslldq, EI),
};

const struct opcode opcode_map_66[256] = {
    [0x10] = SSE2(movups, GE),        [0x11] = SSE2(movups, EG),
    [0x12] = SSE2(movlpd_load, GE),   [0x13] = SSE2(movlps_store, EG),
    [0x14] = SSE2(punpcklqdq, GE),    [0x15] = SSE2(punpckhqdq, GE),
    [0x16] = SSE2(movhpd_load, GE),   [0x17] = SSE2(movhps_store, EG),
    [0x28] = SSE2(movaps, GE),        [0x29] = SSE2(movaps, EG),
    [0x2a] = SSE2(cvtpi2pd, GE),      [0x2b] = SSE2(movntps, EG),
    [0x2c] = SSE2(cvttpd2pi, GE),     [0x2d] = SSE2(cvtpd2pi, GE),
    [0x2e] = SSE2(ucomisd, GE),       [0x2f] = SSE2(comisd, GE),
    [0x50] = SSE2(movmskpd, GE),      [0x51] = SSE2(sqrtpd, GE),
    [0x54] = SSE2(andps, GE),         [0x55] = SSE2(andnps, GE),
    [0x56] = SSE2(orps, GE),          [0x57] = SSE2(xorps, GE),
    [0x58] = SSE2(addpd, GE),         [0x59] = SSE2(mulpd, GE),
    [0x5a] = SSE2(cvtpd2ps, GE),      [0x5b] = SSE2(cvtps2dq, GE),
    [0x5c] = SSE2(subpd, GE),         [0x5d] = SSE2(minpd, GE),
    [0x5e] = SSE2(divpd, GE),         [0x5f] = SSE2(maxpd, GE),
    [0x60] = SSE2(punpcklbw_xmm, GE), [0x61] = SSE2(punpcklwd_xmm, GE),
    [0x62] = SSE2(punpckldq_xmm, GE), [0x63] = SSE2(packsswb_xmm, GE),
    [0x64] = SSE2(pcmpgtb_xmm, GE),   [0x65] = SSE2(pcmpgtw_xmm, GE),
    [0x66] = SSE2(pcmpgtd_xmm, GE),   [0x67] = SSE2(packuswb_xmm, GE),
    [0x68] = SSE2(punpckhbw_xmm, GE), [0x69] = SSE2(punpckhwd_xmm, GE),
    [0x6a] = SSE2(punpckhdq_xmm, GE), [0x6b] = SSE2(packssdw_xmm, GE),
    [0x6c] = SSE2(punpcklqdq, GE),    [0x6d] = SSE2(punpckhqdq, GE),
    [0x6e] = SSE2(movd_xmm_load, GE), [0x6f] = SSE2(movaps, GE),
    [0x70] = SSE2(pshufd, GE),        [0x71] = GROUP(group_660f71),
    [0x72] = GROUP(group_660f72),     [0x73] = GROUP(group_660f73),
    [0x74] = SSE2(pcmpeqb_xmm, GE),   [0x75] = SSE2(pcmpeqw_xmm, GE),
    [0x76] = SSE2(pcmpeqd_xmm, GE),   [0x7c] = SSE3(haddpd, GE),
    [0x7d] = SSE3(hsubpd, GE),        [0x7e] = SSE2(movd_xmm_store, EG),
    [0x7f] = SSE2(movaps, EG),        [0xc2] = SSE2(cmppd, GE),
    [0xc4] = SSE2(pinsrw_xmm, GE),    [0xc5] = SSE2(pextrw_xmm, GE),
    [0xc6] = SSE2(shufpd, GE),        [0xd0] = SSE3(addsubpd, GE),
    [0xd1] = SSE2(psrlw_xmm, GE),     [0xd2] = SSE2(psrld_xmm, GE),
    [0xd3] = SSE2(psrlq_xmm, GE),     [0xd4] = SSE2(paddq_xmm, GE),
    [0xd5] = SSE2(pmullw_xmm, GE),    [0xd6] = SSE2(movq_xmm, EG),
    [0xd7] = SSE2(pmovmskb_xmm, GE),  [0xd8] = SSE2(psubusb_xmm, GE),
    [0xd9] = SSE2(psubusw_xmm, GE),   [0xda] = SSE2(pminub_xmm, GE),
    [0xdb] = SSE2(pand_xmm, GE),      [0xdc] = SSE2(paddusb_xmm, GE),
    [0xdd] = SSE2(paddusw_xmm, GE),   [0xde] = SSE2(pmaxub_xmm, GE),
    [0xdf] = SSE2(pandn_xmm, GE),     [0xe0] = SSE2(pavgb_xmm, GE),
    [0xe1] = SSE2(psraw_xmm, GE),     [0xe2] = SSE2(psrad_xmm, GE),
    [0xe3] = SSE2(pavgw_xmm, GE),     [0xe4] = SSE2(pmulhuw_xmm, GE),
    [0xe5] = SSE2(pmulhw_xmm, GE),    [0xe6] = SSE2(cvttpd2dq, GE),
    [0xe7] = SSE2(movntps, EG),       [0xe8] = SSE2(psubsb_xmm, GE),
    [0xe9] = SSE2(psubsw_xmm, GE),    [0xea] = SSE2(pminsw_xmm, GE),
    [0xeb] = SSE2(por_xmm, GE),       [0xec] = SSE2(paddsb_xmm, GE),
    [0xed] = SSE2(paddsw_xmm, GE),    [0xee] = SSE2(pmaxsw_xmm, GE),
    [0xef] = SSE2(pxor_xmm, GE),      [0xf1] = SSE2(psllw_xmm, GE),
    [0xf2] = SSE2(pslld_xmm, GE),     [0xf3] = SSE2(psllq_xmm, GE),
    [0xf4] = SSE2(pmuludq_xmm, GE),   [0xf5] = SSE2(pmaddwd_xmm, GE),
    [0xf6] = SSE2(psadbw_xmm, GE),    [0xf7] = SSE2(maskmovdqu, GE),
    [0xf8] = SSE2(psubb_xmm, GE),     [0xf9] = SSE2(psubw_xmm, GE),
    [0xfa] = SSE2(psubd_xmm, GE),     [0xfb] = SSE2(psubq_xmm, GE),
    [0xfc] = SSE2(paddb_xmm, GE),     [0xfd] = SSE2(paddw_xmm, GE),
    [0xfe] = SSE2(paddd_xmm, GE),
};

/* ---- F2 0F ----------------------------------------------------------------------------------- */

const struct opcode opcode_map_f2[256] = {
    [0x10] = SSE2(movsd, GE),    [0x11] = SSE2(movsd, EG),     [0x12] = SSE3(movddup, GE),
    [0x2a] = SSE2(cvtsi2sd, GE), [0x2c] = SSE2(cvttsd2si, GE), [0x2d] = SSE2(cvtsd2si, GE),
    [0x51] = SSE2(sqrtsd, GE),   [0x58] = SSE2(addsd, GE),     [0x59] = SSE2(mulsd, GE),
    [0x5a] = SSE2(cvtsd2ss, GE), [0x5c] = SSE2(subsd, GE),     [0x5d] = SSE2(minsd, GE),
    [0x5e] = SSE2(divsd, GE),    [0x5f] = SSE2(maxsd, GE),     [0x70] = SSE2(pshuflw, GE),
    [0x7c] = SSE3(haddps, GE),   [0x7d] = SSE3(hsubps, GE),    [0xc2] = SSE2(cmpsd, GE),
    [0xd0] = SSE3(addsubps, GE), [0xd6] = SSE2(movdq2q, GE),   [0xe6] = SSE2(cvtpd2dq, GE),
    [0xf0] = SSE3(lddqu, GE),
};

/* ---- F3 0F ----------------------------------------------------------------------------------- */

const struct opcode opcode_map_f3[256] = {
    [0x10] = SSE(movss, GE),     [0x11] = SSE(movss, EG),      [0x12] = SSE3(movsldup, GE),
    [0x16] = SSE3(movshdup, GE), [0x2a] = SSE(cvtsi2ss, GE),   [0x2c] = SSE(cvttss2si, GE),
    [0x2d] = SSE(cvtss2si, GE),  [0x51] = SSE(sqrtss, GE),     [0x52] = SSE(rsqrtss, GE),
    [0x53] = SSE(rcpss, GE),     [0x58] = SSE(addss, GE),      [0x59] = SSE(mulss, GE),
    [0x5a] = SSE2(cvtss2sd, GE), [0x5b] = SSE2(cvttps2dq, GE), [0x5c] = SSE(subss, GE),
    [0x5d] = SSE(minss, GE),     [0x5e] = SSE(divss, GE),      [0x5f] = SSE(maxss, GE),
    [0x6f] = SSE2(movups, GE),   [0x70] = SSE2(pshufhw, GE),   [0x7e] = SSE2(movq_xmm, GE),
    [0x7f] = SSE2(movups, EG),   [0xc2] = SSE(cmpss, GE),      [0xd6] = SSE2(movq2dq, GE),
    [0xe6] = SSE2(cvtdq2pd, GE),
};
