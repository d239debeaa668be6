/*
 * SPDX-License-Identifier: MIT
 * Opcode map of the P5 (Pentium Developer's Manual volume 3, appendix A) with the later MMX, SSE
 * and 3DNow! opcodes. Empty entries raise #UD.
 */
#include "sim/cpu/decoder/opcodes.h"

#define OP(NAME, FORM, SIZE)                                                                       \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_##SIZE                          \
    }
#define END(NAME, FORM, SIZE)                                                                      \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_##SIZE, .ends = true            \
    }
#define MMX(NAME, FORM)                                                                            \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_D, .bare = true, .isa = ISA_MMX \
    }
/* As OP and END, but only on processors that have ISA. */
#define OF(ISA, NAME, FORM, SIZE)                                                                  \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_##SIZE, .isa = ISA              \
    }
#define END_OF(ISA, NAME, FORM, SIZE)                                                              \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_##SIZE, .ends = true,           \
        .isa = ISA                                                                                 \
    }
/* The same, but only without the prefixes 66, F2 and F3. */
#define BARE(ISA, NAME, FORM)                                                                      \
    {                                                                                              \
        .operation = &op_##NAME, .form = FORM_##FORM, .size = SIZE_D, .bare = true, .isa = ISA     \
    }
#define MMX2(NAME, FORM) BARE(ISA_MMX2, NAME, FORM)
#define SSE(NAME, FORM)  BARE(ISA_SSE, NAME, FORM)
#define NOW(NAME)        BARE(ISA_3DNOW, NAME, GE)
#define SSE2(NAME, FORM) BARE(ISA_SSE2, NAME, FORM)
#define GROUP(TABLE)                                                                               \
    {                                                                                              \
        .group = TABLE, .form = FORM_GROUP                                                         \
    }
#define GROUP_BY_MOD(TABLE)                                                                        \
    {                                                                                              \
        .group = TABLE, .form = FORM_GROUP_BY_MOD                                                  \
    }

#define ARITHMETIC(BASE, NAME)                                                                     \
    [BASE] = OP(NAME, EG, B), [BASE + 1] = OP(NAME, EG, V), [BASE + 2] = OP(NAME, GE, B),          \
    [BASE + 3] = OP(NAME, GE, V), [BASE + 4] = OP(NAME, AI, B), [BASE + 5] = OP(NAME, AI, V)

#define EIGHT(BASE, ...)                                                                           \
    [BASE] = __VA_ARGS__, [BASE + 1] = __VA_ARGS__, [BASE + 2] = __VA_ARGS__,                      \
    [BASE + 3] = __VA_ARGS__, [BASE + 4] = __VA_ARGS__, [BASE + 5] = __VA_ARGS__,                  \
    [BASE + 6] = __VA_ARGS__, [BASE + 7] = __VA_ARGS__

#define SIXTEEN(BASE, ...) EIGHT(BASE, __VA_ARGS__), EIGHT(BASE + 8, __VA_ARGS__)

/* ---- groups -------------------------------------------------------------------------------- */

#define ARITHMETIC_GROUP(SIZE)                                                                     \
    OP(add, EI, SIZE), OP(or, EI, SIZE), OP(adc, EI, SIZE), OP(sbb, EI, SIZE), OP(and, EI, SIZE),  \
        OP(sub, EI, SIZE), OP(xor, EI, SIZE), OP(cmp, EI, SIZE)

static const struct opcode group_80[8] = {ARITHMETIC_GROUP(B)};
static const struct opcode group_81[8] = {ARITHMETIC_GROUP(V)};

/* /6 is an undocumented alias of SHL that every x86 has. */
#define SHIFT_GROUP(SUFFIX, FORM, SIZE)                                                            \
    OP(rol##SUFFIX, FORM, SIZE), OP(ror##SUFFIX, FORM, SIZE), OP(rcl##SUFFIX, FORM, SIZE),         \
        OP(rcr##SUFFIX, FORM, SIZE), OP(shl##SUFFIX, FORM, SIZE), OP(shr##SUFFIX, FORM, SIZE),     \
        OP(shl##SUFFIX, FORM, SIZE), OP(sar##SUFFIX, FORM, SIZE)

static const struct opcode group_c0[8] = {SHIFT_GROUP(, EI, B)};
static const struct opcode group_c1[8] = {SHIFT_GROUP(, EI, V)};
static const struct opcode group_d0[8] = {SHIFT_GROUP(, E1, B)};
static const struct opcode group_d1[8] = {SHIFT_GROUP(, E1, V)};
static const struct opcode group_d2[8] = {SHIFT_GROUP(_cl, E, B)};
static const struct opcode group_d3[8] = {SHIFT_GROUP(_cl, E, V)};

#define UNARY_GROUP(SIZE)                                                                          \
    OP(test, EI, SIZE), OP(test, EI, SIZE), OP(not, E, SIZE), OP(neg, E, SIZE), OP(mul, E, SIZE),  \
        OP(imul, E, SIZE), OP(div, E, SIZE), OP(idiv, E, SIZE)

static const struct opcode group_f6[8] = {UNARY_GROUP(B)};
static const struct opcode group_f7[8] = {UNARY_GROUP(V)};
static const struct opcode group_fe[8] = {OP(inc, E, B), OP(dec, E, B)};
static const struct opcode group_ff[8] = {
    OP(inc, E, V),
    OP(dec, E, V),
    END(call_indirect, E, V),
    END(call_far_indirect, E, V),
    END(jmp_indirect, E, V),
    END(jmp_far_indirect, E, V),
    OP(push, E, V),
};
static const struct opcode group_8f[8] = {OP(pop, E, V)};
static const struct opcode group_c6[8] = {OP(mov, EI, B)};
static const struct opcode group_c7[8] = {OP(mov, EI, V)};

static const struct opcode group_0f00[8] = {
    OP(sldt, E, V), OP(str, E, V), END(lldt, E, V), END(ltr, E, V), OP(verr, E, V), OP(verw, E, V),
};
static const struct opcode group_0f01[16] = {
    OP(sgdt, E, V),        OP(sidt, E, V),
    END(lgdt, E, V),       END(lidt, E, V),
    OP(smsw, E, V),        [6] = END(lmsw, E, V),
    END(invlpg, E, V),     [9] = BARE(ISA_SSE3, monitor, E),
    [12] = OP(smsw, E, V), [14] = END(lmsw, E, V),
};
static const struct opcode group_0fba[8] = {
    {0}, {0}, {0}, {0}, OP(bt, EI, V), OP(bts, EI, V), OP(btr, EI, V), OP(btc, EI, V),
};
static const struct opcode group_0f71[8] = {
    [2] = MMX(psrlw_immediate, EI),
    [4] = MMX(psraw_immediate, EI),
    [6] = MMX(psllw_immediate, EI),
};
static const struct opcode group_0f72[8] = {
    [2] = MMX(psrld_immediate, EI),
    [4] = MMX(psrad_immediate, EI),
    [6] = MMX(pslld_immediate, EI),
};
static const struct opcode group_0f73[8] = {
    [2] = MMX(psrlq_immediate, EI),
    [6] = MMX(psllq_immediate, EI),
};
/* The first eight have a memory operand, the second eight a register operand. */
static const struct opcode group_0fae[16] = {
    BARE(ISA_FXSR, fxsave, E),        BARE(ISA_FXSR, fxrstor, E),
    BARE(ISA_SSE, ldmxcsr, E),        BARE(ISA_SSE, stmxcsr, E),
    [7] = BARE(ISA_SSE2, clflush, E), [13] = BARE(ISA_SSE2, lfence, E),
    [14] = BARE(ISA_SSE2, mfence, E), [15] = BARE(ISA_MMX2, sfence, E),
};
static const struct opcode group_0fc7[8] = {{0}, OP(cmpxchg8b, E, V)};

/* ---- one byte ------------------------------------------------------------------------------ */

const struct opcode opcode_map[256] = {
    ARITHMETIC(0x00, add),
    ARITHMETIC(0x08, or),
    ARITHMETIC(0x10, adc),
    ARITHMETIC(0x18, sbb),
    ARITHMETIC(0x20, and),
    ARITHMETIC(0x28, sub),
    ARITHMETIC(0x30, xor),
    ARITHMETIC(0x38, cmp),
    [0x06] = OP(push_segment, SEGMENT, V),
    [0x07] = OP(pop_segment, SEGMENT, V),
    [0x0e] = OP(push_segment, SEGMENT, V),
    [0x16] = OP(push_segment, SEGMENT, V),
    [0x17] = OP(pop_segment, SEGMENT, V),
    [0x1e] = OP(push_segment, SEGMENT, V),
    [0x1f] = OP(pop_segment, SEGMENT, V),
    [0x27] = OP(daa, NONE, V),
    [0x2f] = OP(das, NONE, V),
    [0x37] = OP(aaa, NONE, V),
    [0x3f] = OP(aas, NONE, V),
    EIGHT(0x40, OP(inc, R, V)),
    EIGHT(0x48, OP(dec, R, V)),
    EIGHT(0x50, OP(push, R, V)),
    EIGHT(0x58, OP(pop, R, V)),
    [0x60] = OP(pusha, NONE, V),
    [0x61] = OP(popa, NONE, V),
    [0x62] = OP(bound, GE, V),
    [0x63] = OP(arpl, EG, W),
    [0x68] = OP(push, I, V),
    [0x69] = OP(imul3, GEI, V),
    [0x6a] = OP(push, I, V),
    [0x6b] = OP(imul3, GEI, V),
    [0x6c] = OP(ins, STRING, B),
    [0x6d] = OP(ins, STRING, V),
    [0x6e] = OP(outs, STRING, B),
    [0x6f] = OP(outs, STRING, V),
    SIXTEEN(0x70, END(jcc, RELATIVE, V)),
    [0x80] = GROUP(group_80),
    [0x81] = GROUP(group_81),
    [0x82] = GROUP(group_80),
    [0x83] = GROUP(group_81),
    [0x84] = OP(test, EG, B),
    [0x85] = OP(test, EG, V),
    [0x86] = OP(xchg, EG, B),
    [0x87] = OP(xchg, EG, V),
    [0x88] = OP(mov, EG, B),
    [0x89] = OP(mov, EG, V),
    [0x8a] = OP(mov, GE, B),
    [0x8b] = OP(mov, GE, V),
    [0x8c] = OP(mov_from_segment, ES, V),
    [0x8d] = OP(lea, GE, V),
    [0x8e] = OP(mov_to_segment, ES, V),
    [0x8f] = GROUP(group_8f),
    [0x90] = OP(nop, NONE, V),
    [0x91] = OP(xchg, RA, V),
    [0x92] = OP(xchg, RA, V),
    [0x93] = OP(xchg, RA, V),
    [0x94] = OP(xchg, RA, V),
    [0x95] = OP(xchg, RA, V),
    [0x96] = OP(xchg, RA, V),
    [0x97] = OP(xchg, RA, V),
    [0x98] = OP(cbw, NONE, V),
    [0x99] = OP(cwd, NONE, V),
    [0x9a] = END(call_far, FAR, V),
    [0x9b] = OP(fwait, NONE, V),
    [0x9c] = OP(pushf, NONE, V),
    [0x9d] = END(popf, NONE, V),
    [0x9e] = OP(sahf, NONE, V),
    [0x9f] = OP(lahf, NONE, V),
    [0xa0] = OP(mov, AO, B),
    [0xa1] = OP(mov, AO, V),
    [0xa2] = OP(mov, OA, B),
    [0xa3] = OP(mov, OA, V),
    [0xa4] = OP(movs, STRING, B),
    [0xa5] = OP(movs, STRING, V),
    [0xa6] = OP(cmps, STRING, B),
    [0xa7] = OP(cmps, STRING, V),
    [0xa8] = OP(test, AI, B),
    [0xa9] = OP(test, AI, V),
    [0xaa] = OP(stos, STRING, B),
    [0xab] = OP(stos, STRING, V),
    [0xac] = OP(lods, STRING, B),
    [0xad] = OP(lods, STRING, V),
    [0xae] = OP(scas, STRING, B),
    [0xaf] = OP(scas, STRING, V),
    EIGHT(0xb0, OP(mov, RI, B)),
    EIGHT(0xb8, OP(mov, RI, V)),
    [0xc0] = GROUP(group_c0),
    [0xc1] = GROUP(group_c1),
    [0xc2] = END(ret, I, V),
    [0xc3] = END(ret, NONE, V),
    [0xc4] = OP(load_pointer, POINTER, V),
    [0xc5] = OP(load_pointer, POINTER, V),
    [0xc6] = GROUP(group_c6),
    [0xc7] = GROUP(group_c7),
    [0xc8] = OP(enter, FRAME, V),
    [0xc9] = OP(leave, NONE, V),
    [0xca] = END(retf, I, V),
    [0xcb] = END(retf, NONE, V),
    [0xcc] = END(int3, NONE, V),
    [0xcd] = END(int, I, V),
    [0xce] = END(into, NONE, V),
    [0xcf] = END(iret, NONE, V),
    [0xd0] = GROUP(group_d0),
    [0xd1] = GROUP(group_d1),
    [0xd2] = GROUP(group_d2),
    [0xd3] = GROUP(group_d3),
    [0xd4] = OP(aam, I, B),
    [0xd5] = OP(aad, I, B),
    [0xd6] = OP(salc, NONE, B),
    [0xd7] = OP(xlat, NONE, B),
    EIGHT(0xd8, {.form = FORM_X87}),
    [0xe0] = END(loopne, RELATIVE, V),
    [0xe1] = END(loope, RELATIVE, V),
    [0xe2] = END(loop, RELATIVE, V),
    [0xe3] = END(jcxz, RELATIVE, V),
    [0xe4] = OP(in, I, B),
    [0xe5] = OP(in, I, V),
    [0xe6] = OP(out, I, B),
    [0xe7] = OP(out, I, V),
    [0xe8] = END(call, RELATIVE, V),
    [0xe9] = END(jmp, RELATIVE, V),
    [0xea] = END(jmp_far, FAR, V),
    [0xeb] = END(jmp, RELATIVE, V),
    [0xec] = OP(in_dx, NONE, B),
    [0xed] = OP(in_dx, NONE, V),
    [0xee] = OP(out_dx, NONE, B),
    [0xef] = OP(out_dx, NONE, V),
    [0xf1] = END(icebp, NONE, V),
    [0xf4] = END(hlt, NONE, V),
    [0xf5] = OP(cmc, NONE, V),
    [0xf6] = GROUP(group_f6),
    [0xf7] = GROUP(group_f7),
    [0xf8] = OP(clc, NONE, V),
    [0xf9] = OP(stc, NONE, V),
    [0xfa] = OP(cli, NONE, V),
    [0xfb] = END(sti, NONE, V),
    [0xfc] = OP(cld, NONE, V),
    [0xfd] = OP(std, NONE, V),
    [0xfe] = GROUP(group_fe),
    [0xff] = GROUP(group_ff),
};

/* ---- 0F ------------------------------------------------------------------------------------ */

const struct opcode opcode_map_0f[256] = {
    [0x00] = GROUP(group_0f00),
    [0x01] = GROUP_BY_MOD(group_0f01),
    [0x02] = OP(lar, GE, V),
    [0x03] = OP(lsl, GE, V),
    [0x05] = END_OF(ISA_SYSCALL, syscall, NONE, V),
    [0x06] = END(clts, NONE, V),
    [0x07] = END_OF(ISA_SYSCALL, sysret, NONE, V),
    [0x08] = END(invd, NONE, V),
    [0x09] = END(wbinvd, NONE, V),
    [0x0d] = OF(ISA_3DNOW, hint, E, V),
    [0x0e] = BARE(ISA_3DNOW, emms, NONE),
    [0x10] = SSE(movups, GE),
    [0x11] = SSE(movups, EG),
    [0x12] = SSE(movlps_load, GE),
    [0x13] = SSE(movlps_store, EG),
    [0x14] = SSE(unpcklps, GE),
    [0x15] = SSE(unpckhps, GE),
    [0x16] = SSE(movhps_load, GE),
    [0x17] = SSE(movhps_store, EG),
    EIGHT(0x18, OF(ISA_P6, hint, E, V)),
    [0x20] = OP(mov_from_control, CONTROL, D),
    [0x21] = OP(mov_from_debug, CONTROL, D),
    [0x22] = END(mov_to_control, CONTROL, D),
    [0x23] = END(mov_to_debug, CONTROL, D),
    [0x28] = SSE(movaps, GE),
    [0x29] = SSE(movaps, EG),
    [0x2a] = SSE(cvtpi2ps, GE),
    [0x2b] = SSE(movntps, EG),
    [0x2c] = SSE(cvttps2pi, GE),
    [0x2d] = SSE(cvtps2pi, GE),
    [0x2e] = SSE(ucomiss, GE),
    [0x2f] = SSE(comiss, GE),
    [0x30] = END(wrmsr, NONE, V),
    [0x31] = OP(rdtsc, NONE, V),
    [0x32] = OP(rdmsr, NONE, V),
    [0x33] = OP(rdpmc, NONE, V),
    [0x34] = END_OF(ISA_SEP, sysenter, NONE, V),
    [0x35] = END_OF(ISA_SEP, sysexit, NONE, V),
    SIXTEEN(0x40, OF(ISA_P6, cmov, GE, V)),
    [0x50] = SSE(movmskps, GE),
    [0x51] = SSE(sqrtps, GE),
    [0x52] = SSE(rsqrtps, GE),
    [0x53] = SSE(rcpps, GE),
    [0x54] = SSE(andps, GE),
    [0x55] = SSE(andnps, GE),
    [0x56] = SSE(orps, GE),
    [0x57] = SSE(xorps, GE),
    [0x58] = SSE(addps, GE),
    [0x59] = SSE(mulps, GE),
    [0x5a] = SSE2(cvtps2pd, GE),
    [0x5b] = SSE2(cvtdq2ps, GE),
    [0x5c] = SSE(subps, GE),
    [0x5d] = SSE(minps, GE),
    [0x5e] = SSE(divps, GE),
    [0x5f] = SSE(maxps, GE),
    [0x60] = MMX(punpcklbw, GE),
    [0x61] = MMX(punpcklwd, GE),
    [0x62] = MMX(punpckldq, GE),
    [0x63] = MMX(packsswb, GE),
    [0x64] = MMX(pcmpgtb, GE),
    [0x65] = MMX(pcmpgtw, GE),
    [0x66] = MMX(pcmpgtd, GE),
    [0x67] = MMX(packuswb, GE),
    [0x68] = MMX(punpckhbw, GE),
    [0x69] = MMX(punpckhwd, GE),
    [0x6a] = MMX(punpckhdq, GE),
    [0x6b] = MMX(packssdw, GE),
    [0x6e] = MMX(movd_load, GE),
    [0x6f] = MMX(movq, GE),
    [0x70] = MMX2(pshufw, GE),
    [0x71] = GROUP(group_0f71),
    [0x72] = GROUP(group_0f72),
    [0x73] = GROUP(group_0f73),
    [0x74] = MMX(pcmpeqb, GE),
    [0x75] = MMX(pcmpeqw, GE),
    [0x76] = MMX(pcmpeqd, GE),
    [0x77] = MMX(emms, NONE),
    [0x7e] = MMX(movd_store, EG),
    [0x7f] = MMX(movq, EG),
    SIXTEEN(0x80, END(jcc, RELATIVE, V)),
    SIXTEEN(0x90, OP(setcc, E, B)),
    [0xa0] = OP(push_segment, SEGMENT, V),
    [0xa1] = OP(pop_segment, SEGMENT, V),
    [0xa2] = END(cpuid, NONE, V),
    [0xa3] = OP(bt, EG, V),
    [0xa4] = OP(shld, EGI, V),
    [0xa5] = OP(shld_cl, EG, V),
    [0xa8] = OP(push_segment, SEGMENT, V),
    [0xa9] = OP(pop_segment, SEGMENT, V),
    [0xaa] = END(rsm, NONE, V),
    [0xab] = OP(bts, EG, V),
    [0xac] = OP(shrd, EGI, V),
    [0xad] = OP(shrd_cl, EG, V),
    [0xae] = GROUP_BY_MOD(group_0fae),
    [0xaf] = OP(imul2, GE, V),
    [0xb0] = OP(cmpxchg, EG, B),
    [0xb1] = OP(cmpxchg, EG, V),
    [0xb2] = OP(load_pointer, POINTER, V),
    [0xb3] = OP(btr, EG, V),
    [0xb4] = OP(load_pointer, POINTER, V),
    [0xb5] = OP(load_pointer, POINTER, V),
    [0xb6] = OP(movzx8, GE, V),
    [0xb7] = OP(movzx16, GE, V),
    [0xba] = GROUP(group_0fba),
    [0xbb] = OP(btc, EG, V),
    [0xbc] = OP(bsf, GE, V),
    [0xbd] = OP(bsr, GE, V),
    [0xbe] = OP(movsx8, GE, V),
    [0xbf] = OP(movsx16, GE, V),
    [0xc0] = OP(xadd, EG, B),
    [0xc1] = OP(xadd, EG, V),
    [0xc2] = SSE(cmpps, GE),
    [0xc3] = SSE2(movnti, EG),
    [0xc4] = MMX2(pinsrw, GE),
    [0xc5] = MMX2(pextrw, GE),
    [0xc6] = SSE(shufps, GE),
    [0xc7] = GROUP(group_0fc7),
    EIGHT(0xc8, OP(bswap, R, V)),
    [0xd1] = MMX(psrlw, GE),
    [0xd2] = MMX(psrld, GE),
    [0xd3] = MMX(psrlq, GE),
    [0xd4] = SSE2(paddq, GE),
    [0xd5] = MMX(pmullw, GE),
    [0xd7] = MMX2(pmovmskb, GE),
    [0xd8] = MMX(psubusb, GE),
    [0xd9] = MMX(psubusw, GE),
    [0xda] = MMX2(pminub, GE),
    [0xdb] = MMX(pand, GE),
    [0xdc] = MMX(paddusb, GE),
    [0xdd] = MMX(paddusw, GE),
    [0xde] = MMX2(pmaxub, GE),
    [0xdf] = MMX(pandn, GE),
    [0xe0] = MMX2(pavgb, GE),
    [0xe1] = MMX(psraw, GE),
    [0xe2] = MMX(psrad, GE),
    [0xe3] = MMX2(pavgw, GE),
    [0xe4] = MMX2(pmulhuw, GE),
    [0xe5] = MMX(pmulhw, GE),
    [0xe7] = MMX2(movntq, EG),
    [0xe8] = MMX(psubsb, GE),
    [0xe9] = MMX(psubsw, GE),
    [0xea] = MMX2(pminsw, GE),
    [0xeb] = MMX(por, GE),
    [0xec] = MMX(paddsb, GE),
    [0xed] = MMX(paddsw, GE),
    [0xee] = MMX2(pmaxsw, GE),
    [0xef] = MMX(pxor, GE),
    [0xf1] = MMX(psllw, GE),
    [0xf2] = MMX(pslld, GE),
    [0xf3] = MMX(psllq, GE),
    [0xf4] = SSE2(pmuludq, GE),
    [0xf5] = MMX(pmaddwd, GE),
    [0xf6] = MMX2(psadbw, GE),
    [0xf7] = MMX2(maskmovq, GE),
    [0xf8] = MMX(psubb, GE),
    [0xf9] = MMX(psubw, GE),
    [0xfa] = MMX(psubd, GE),
    [0xfb] = SSE2(psubq, GE),
    [0xfc] = MMX(paddb, GE),
    [0xfd] = MMX(paddw, GE),
    [0xfe] = MMX(paddd, GE),
};

/* ---- 0F 0F --------------------------------------------------------------------------------- */

const struct opcode opcode_map_3dnow[256] = {
    [0x0c] = NOW(pi2fw),    [0x0d] = NOW(pi2fd),   [0x1c] = NOW(pf2iw),    [0x1d] = NOW(pf2id),
    [0x8a] = NOW(pfnacc),   [0x8e] = NOW(pfpnacc), [0x90] = NOW(pfcmpge),  [0x94] = NOW(pfmin),
    [0x96] = NOW(pfrcp),    [0x97] = NOW(pfrsqrt), [0x9a] = NOW(pfsub),    [0x9e] = NOW(pfadd),
    [0xa0] = NOW(pfcmpgt),  [0xa4] = NOW(pfmax),   [0xa6] = NOW(pfrcpit1), [0xa7] = NOW(pfrsqit1),
    [0xaa] = NOW(pfsubr),   [0xae] = NOW(pfacc),   [0xb0] = NOW(pfcmpeq),  [0xb4] = NOW(pfmul),
    [0xb6] = NOW(pfrcpit2), [0xb7] = NOW(pmulhrw), [0xbb] = NOW(pswapd),   [0xbf] = NOW(pavgusb),
};
