/*
 * SPDX-License-Identifier: MIT
 * The x87 functions D9 E0 to D9 FF: sign, test, examine, roots, remainders, transcendentals. The
 * last digits of the transcendentals are the host's, not the P5's.
 */
#include "sim/cpu/fpu/fpu_unit.h"

DEFINE_HOST_UNARY(fsqrt)
DEFINE_HOST_UNARY(frndint)
DEFINE_HOST_UNARY(f2xm1)
DEFINE_HOST_UNARY(fsin)
DEFINE_HOST_UNARY(fcos)
DEFINE_HOST_BINARY(fscale, HOST_NO_CONDITIONS "fscale")
DEFINE_HOST_BINARY(fprem, HOST_NO_CONDITIONS "fprem")
DEFINE_HOST_BINARY(fprem1, HOST_NO_CONDITIONS "fprem1")
DEFINE_HOST_BINARY_POP(fyl2x)
DEFINE_HOST_BINARY_POP(fyl2xp1)
DEFINE_HOST_BINARY_POP(fpatan)
DEFINE_HOST_PAIR(fptan)
DEFINE_HOST_PAIR(fsincos)
DEFINE_HOST_PAIR(fxtract)
DEFINE_HOST_COMPARE(fcom)

/*
 * Works as fpu_commit(). If there is no result, the host's condition codes belong to an earlier
 * operation: C0 and C3 then stay and the others are cleared, as in Bochs; the manual leaves them
 * undefined.
 */
static inline bool fpu_function_commit(struct cpu *cpu, uint16_t status, unsigned conditions)
{
    struct fpu *fpu = &cpu->fpu;
    const unsigned kept = fpu->status & FPU_CONDITIONS & ~(conditions & (FPU_C1 | FPU_C2));

    if (likely(fpu_commit(cpu, status, conditions)))
        return true;
    fpu->status = (uint16_t)((fpu->status & ~FPU_CONDITIONS) | kept);
    return false;
}

static inline bool fpu_function_stack_fault(struct cpu *cpu, bool overflow, unsigned conditions)
{
    cpu->fpu.status &= (uint16_t) ~(conditions & FPU_C2);
    return fpu_stack_fault(cpu, overflow);
}

/* ---- operations on ST(0) --------------------------------------------------------------------- */

static inline void fpu_function_unary(struct cpu *cpu, const struct insn *insn, host_unary *host,
                                      unsigned conditions)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register result = fpu_indefinite;

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0)) {
        if (fpu_function_stack_fault(cpu, false, conditions))
            fpu_set(fpu, 0, &result);
    } else if (fpu_function_commit(cpu, host(fpu_st(fpu, 0), &result), conditions)) {
        fpu_set(fpu, 0, &result);
    }
}

static void fsqrt(struct cpu *cpu, const struct insn *insn)
{
    const struct fpu_register *argument = fpu_st(&cpu->fpu, 0);

    model_x87_root(cpu->model, insn, argument->significand, argument->exponent);
    fpu_function_unary(cpu, insn, host_fsqrt, FPU_C1);
}

static void frndint(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_unary(cpu, insn, host_frndint, FPU_C1);
}

static void f2xm1(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_unary(cpu, insn, host_f2xm1, FPU_C1);
}

static void time_sine(struct cpu *cpu, const struct insn *insn, bool cosine)
{
    const struct fpu_register *argument = fpu_st(&cpu->fpu, 0);

    model_x87_sine(cpu->model, insn, cosine, argument->significand, argument->exponent);
}

/* C2 reports that the argument was out of range and is unchanged. */
static void fsin(struct cpu *cpu, const struct insn *insn)
{
    time_sine(cpu, insn, false);
    fpu_function_unary(cpu, insn, host_fsin, FPU_C1 | FPU_C2);
}

static void fcos(struct cpu *cpu, const struct insn *insn)
{
    time_sine(cpu, insn, true);
    fpu_function_unary(cpu, insn, host_fcos, FPU_C1 | FPU_C2);
}

/* Changes only the sign, also of a NaN. */
static inline void fpu_function_set_sign(struct cpu *cpu, const struct insn *insn, unsigned keep,
                                         unsigned flip)
{
    struct fpu *fpu = &cpu->fpu;

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0)) {
        if (fpu_stack_fault(cpu, false))
            fpu_set(fpu, 0, &fpu_indefinite);
        return;
    }
    fpu->status &= (uint16_t)~FPU_C1;
    fpu_st(fpu, 0)->exponent = (uint16_t)((fpu_st(fpu, 0)->exponent & keep) ^ flip);
}

static void fchs(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_set_sign(cpu, insn, 0xffff, 0x8000);
}

static void fabs_(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_set_sign(cpu, insn, 0x7fff, 0);
}

static void fpu_function_ftst(struct cpu *cpu, const struct insn *insn)
{
    static const struct fpu_register zero;
    struct fpu *fpu = &cpu->fpu;

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0)) {
        fpu_stack_fault(cpu, false);
        fpu->status |= FPU_C0 | FPU_C2 | FPU_C3;
    } else {
        fpu_commit(cpu, host_fcom(fpu_st(fpu, 0), &zero), FPU_CONDITIONS);
    }
}

/* Returns the class in C3 C2 C0 (volume 3, table 6-10) and the sign in C1, also for an empty
 * register. */
static unsigned fpu_function_class(const struct fpu *fpu, const struct fpu_register *value)
{
    const unsigned exponent = value->exponent & 0x7fff;
    const bool integer = value->significand >> 63;

    if (fpu_is_empty(fpu, 0))
        return FPU_C3 | FPU_C0;
    if (exponent == 0)
        return value->significand ? FPU_C3 | FPU_C2 : FPU_C3;
    if (!integer)
        return 0; /* an unsupported format */
    if (exponent == 0x7fff)
        return value->significand << 1 ? FPU_C0 : FPU_C2 | FPU_C0;
    return FPU_C2;
}

static void fpu_function_fxam(struct cpu *cpu, const struct insn *insn)
{
    struct fpu *fpu = &cpu->fpu;
    const struct fpu_register *value = fpu_st(fpu, 0);

    fpu_begin(cpu, insn);
    fpu->status = (uint16_t)((fpu->status & ~FPU_CONDITIONS) | fpu_function_class(fpu, value) |
                             (value->exponent & 0x8000 ? FPU_C1 : 0));
}

/* ---- operations on ST(0) and ST(1) ----------------------------------------------------------- */

static inline void fpu_function_binary(struct cpu *cpu, const struct insn *insn, host_binary *host,
                                       unsigned conditions, bool pop)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register result = fpu_indefinite;

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0) || fpu_is_empty(fpu, 1)) {
        if (!fpu_function_stack_fault(cpu, false, conditions))
            return;
    } else if (!fpu_function_commit(cpu, host(fpu_st(fpu, 0), fpu_st(fpu, 1), &result),
                                    conditions)) {
        return;
    }
    if (pop)
        fpu_pop(fpu);
    fpu_set(fpu, 0, &result);
}

static void fscale(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_binary(cpu, insn, host_fscale, FPU_C1, false);
}

static void fprem(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_binary(cpu, insn, host_fprem, FPU_CONDITIONS, false);
}

static void fprem1(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_binary(cpu, insn, host_fprem1, FPU_CONDITIONS, false);
}

static void fyl2x(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_binary(cpu, insn, host_fyl2x, FPU_C1, true);
}

static void fyl2xp1(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_binary(cpu, insn, host_fyl2xp1, FPU_C1, true);
}

static void fpatan(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_binary(cpu, insn, host_fpatan, FPU_C1, true);
}

/* ---- operations with two results ------------------------------------------------------------- */

static inline void fpu_function_pair(struct cpu *cpu, const struct insn *insn, host_pair *host,
                                     unsigned conditions)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register results[2] = {fpu_indefinite, fpu_indefinite};

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0) || !fpu_is_empty(fpu, 7)) {
        if (!fpu_function_stack_fault(cpu, !fpu_is_empty(fpu, 0), conditions))
            return;
    } else {
        const uint16_t status = host(fpu_st(fpu, 0), results);
        if (!fpu_function_commit(cpu, status, conditions) || (status & conditions & FPU_C2))
            return;
    }
    fpu_set(fpu, 0, &results[1]);
    fpu_push(fpu, &results[0]);
}

static void fptan(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_pair(cpu, insn, host_fptan, FPU_C1 | FPU_C2);
}

static void fsincos(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_pair(cpu, insn, host_fsincos, FPU_C1 | FPU_C2);
}

static void fxtract(struct cpu *cpu, const struct insn *insn)
{
    fpu_function_pair(cpu, insn, host_fxtract, FPU_C1);
}

/* ---- decoding -------------------------------------------------------------------------------- */

insn_execute *fpu_function_decode(uint8_t opcode, uint8_t modrm)
{
    static insn_execute *const table[32] = {
        [0x00] = fchs,
        [0x01] = fabs_,
        [0x04] = fpu_function_ftst,
        [0x05] = fpu_function_fxam,
        [0x10] = f2xm1,
        [0x11] = fyl2x,
        [0x12] = fptan,
        [0x13] = fpatan,
        [0x14] = fxtract,
        [0x15] = fprem1,
        [0x18] = fprem,
        [0x19] = fyl2xp1,
        [0x1a] = fsqrt,
        [0x1b] = fsincos,
        [0x1c] = frndint,
        [0x1d] = fscale,
        [0x1e] = fsin,
        [0x1f] = fcos,
    };

    return opcode == 0xd9 && modrm >= 0xe0 ? table[modrm & 0x1f] : NULL;
}
