/*
 * SPDX-License-Identifier: MIT
 * The P6's FCMOVcc, and the comparisons that set EFLAGS: FCOMI, FCOMIP, FUCOMI, FUCOMIP (Intel
 * Architecture Software Developer's Manual, volume 2).
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/fpu/fpu_unit.h"

DEFINE_HOST_COMPARE(fcom)
DEFINE_HOST_COMPARE(fucom)

/* ---- FCMOVcc ------------------------------------------------------------------------------- */

/* An empty register is a stack fault, even if the condition is false. */
static void fpu_conditional_move(struct cpu *cpu, const struct insn *insn, bool met)
{
    struct fpu *fpu = &cpu->fpu;

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0) || fpu_is_empty(fpu, insn->reg)) {
        if (fpu_stack_fault(cpu, false))
            fpu_set(fpu, 0, &fpu_indefinite);
        return;
    }
    if (met)
        *fpu_st(fpu, 0) = *fpu_st(fpu, insn->reg);
}

/* The condition has the number that Jcc uses. */
#define DEFINE_FCMOV(NAME, CODE)                                                                   \
    static void NAME(struct cpu *cpu, const struct insn *insn)                                     \
    {                                                                                              \
        fpu_conditional_move(cpu, insn, flags_condition(cpu, CODE));                               \
    }

DEFINE_FCMOV(fcmovb, 2)
DEFINE_FCMOV(fcmovnb, 3)
DEFINE_FCMOV(fcmove, 4)
DEFINE_FCMOV(fcmovne, 5)
DEFINE_FCMOV(fcmovbe, 6)
DEFINE_FCMOV(fcmovnbe, 7)
DEFINE_FCMOV(fcmovu, 10)
DEFINE_FCMOV(fcmovnu, 11)

/* ---- FCOMI --------------------------------------------------------------------------------- */

#define UNORDERED (FPU_C0 | FPU_C2 | FPU_C3)

/* Writes C3, C2 and C0 of a comparison to ZF, PF and CF; OF, SF and AF become 0. */
static void fpu_conditional_write_flags(struct cpu *cpu, uint16_t status)
{
    flags_write_arithmetic(cpu, (status & FPU_C3 ? FLAG_ZF : 0) | (status & FPU_C2 ? FLAG_PF : 0) |
                                    (status & FPU_C0 ? FLAG_CF : 0));
}

/* The flags are written even if an exception is unmasked, as on an EPYC and in Bochs. */
static void fpu_conditional_compare(struct cpu *cpu, const struct insn *insn, host_compare *host,
                                    bool pop)
{
    struct fpu *fpu = &cpu->fpu;
    uint16_t status = UNORDERED;
    bool done;

    fpu_begin(cpu, insn);
    if (fpu_is_empty(fpu, 0) || fpu_is_empty(fpu, insn->reg)) {
        done = fpu_stack_fault(cpu, false);
    } else {
        status = host(fpu_st(fpu, 0), fpu_st(fpu, insn->reg));
        done = fpu_commit(cpu, status & (uint16_t)~FPU_C1, FPU_C1);
    }
    fpu_conditional_write_flags(cpu, status);
    if (pop && done)
        fpu_pop(fpu);
}

static void fcomi(struct cpu *cpu, const struct insn *insn)
{
    fpu_conditional_compare(cpu, insn, host_fcom, false);
}

static void fcomip(struct cpu *cpu, const struct insn *insn)
{
    fpu_conditional_compare(cpu, insn, host_fcom, true);
}

static void fucomi(struct cpu *cpu, const struct insn *insn)
{
    fpu_conditional_compare(cpu, insn, host_fucom, false);
}

static void fucomip(struct cpu *cpu, const struct insn *insn)
{
    fpu_conditional_compare(cpu, insn, host_fucom, true);
}

insn_execute *fpu_conditional_decode(uint8_t opcode, uint8_t modrm)
{
    static insn_execute *const row_da[8] = {fcmovb, fcmove, fcmovbe, fcmovu};
    static insn_execute *const row_db[8] = {fcmovnb, fcmovne, fcmovnbe, fcmovnu,
                                            NULL,    fucomi,  fcomi,    NULL};
    static insn_execute *const row_df[8] = {[5] = fucomip, [6] = fcomip};
    const unsigned reg = modrm >> 3 & 7;

    if (modrm < 0xc0)
        return NULL;
    return opcode == 0xda   ? row_da[reg]
           : opcode == 0xdb ? row_db[reg]
           : opcode == 0xdf ? row_df[reg]
                            : NULL;
}
