/*
 * SPDX-License-Identifier: MIT
 * x87 arithmetic and comparisons: FADD FMUL FSUB FSUBR FDIV FDIVR, FCOM FUCOM FTST and their
 * popping and integer forms. Operations are numbered as in ModRM.reg: ADD MUL COM COMP SUB SUBR DIV
 * DIVR.
 */
#include "sim/cpu/fpu/fpu_flaw.h"
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"

DEFINE_HOST_BINARY(add, "fadd %%st(1), %%st(0)")
DEFINE_HOST_BINARY(mul, "fmul %%st(1), %%st(0)")
DEFINE_HOST_BINARY(sub, "fsub %%st(1), %%st(0)")
DEFINE_HOST_BINARY(subr, "fsubr %%st(1), %%st(0)")
DEFINE_HOST_BINARY(div, "fdiv %%st(1), %%st(0)")
DEFINE_HOST_BINARY(divr, "fdivr %%st(1), %%st(0)")
DEFINE_HOST_COMPARE(fcom)
DEFINE_HOST_COMPARE(fucom)

#define DEFINE_HOST_MEMORY(LETTER, SUFFIX, TYPE)                                                   \
    DEFINE_HOST_BINARY_MEMORY(f##LETTER##add##SUFFIX, TYPE)                                        \
    DEFINE_HOST_BINARY_MEMORY(f##LETTER##mul##SUFFIX, TYPE)                                        \
    DEFINE_HOST_BINARY_MEMORY(f##LETTER##sub##SUFFIX, TYPE)                                        \
    DEFINE_HOST_BINARY_MEMORY(f##LETTER##subr##SUFFIX, TYPE)                                       \
    DEFINE_HOST_BINARY_MEMORY(f##LETTER##div##SUFFIX, TYPE)                                        \
    DEFINE_HOST_BINARY_MEMORY(f##LETTER##divr##SUFFIX, TYPE)                                       \
    DEFINE_HOST_COMPARE_MEMORY(f##LETTER##com##SUFFIX, TYPE)                                       \
    DEFINE_HOST_LOAD(f##LETTER##ld##SUFFIX, TYPE)

DEFINE_HOST_MEMORY(, s, float)
DEFINE_HOST_MEMORY(, l, double)
DEFINE_HOST_MEMORY(i, l, int32_t)
DEFINE_HOST_MEMORY(i, s, int16_t)

#define NUMBER_DIV  6
#define NUMBER_DIVR 7

/* Replaces the correct quotient by the flawed one on a processor with the FDIV flaw. */
static inline void fpu_arithmetic_divide_flawed(const struct fpu *fpu, unsigned number,
                                                const struct fpu_register *st0,
                                                const struct fpu_register *other,
                                                struct fpu_register *result)
{
    if (likely(!fpu->division_flaw))
        return;
    if (number == NUMBER_DIV)
        fpu_flaw_divide(st0, other, result);
    else
        fpu_flaw_divide(other, st0, result);
}

/* Passes the model the values that determine how long the division takes. */
static inline void fpu_arithmetic_time_division(struct cpu *cpu, const struct insn *insn,
                                                unsigned number, const struct fpu_register *st0,
                                                const struct fpu_register *other)
{
    const struct fpu_register *dividend = number == NUMBER_DIV ? st0 : other;
    const struct fpu_register *divisor = number == NUMBER_DIV ? other : st0;

    model_x87_divides(cpu->model, insn, dividend->significand == 0, divisor->exponent,
                      divisor->significand);
}

/* ---- registers ----------------------------------------------------------------------------- */

static host_binary *const binary[8] = {
    host_add, host_mul, NULL, NULL, host_sub, host_subr, host_div, host_divr,
};

/* ST(target) = ST(0) op ST(i); then pops if `pop` is set. */
static inline void fpu_arithmetic_registers(struct cpu *cpu, const struct insn *insn,
                                            unsigned number, unsigned target, bool pop)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register result = fpu_indefinite;

    fpu_begin(cpu, insn);
    if (unlikely(fpu_is_empty(fpu, 0) || fpu_is_empty(fpu, insn->reg))) {
        if (!fpu_stack_fault(cpu, false))
            return;
    } else {
        const uint16_t status = binary[number](fpu_st(fpu, 0), fpu_st(fpu, insn->reg), &result);
        if (number >= NUMBER_DIV)
            fpu_arithmetic_time_division(cpu, insn, number, fpu_st(fpu, 0), fpu_st(fpu, insn->reg));
        if (unlikely(!fpu_commit(cpu, status, FPU_C1)))
            return;
        if (number >= NUMBER_DIV)
            fpu_arithmetic_divide_flawed(fpu, number, fpu_st(fpu, 0), fpu_st(fpu, insn->reg),
                                         &result);
    }
    fpu_set(fpu, target, &result);
    if (pop)
        fpu_pop(fpu);
}

static inline void fpu_arithmetic_compare(struct cpu *cpu, const struct insn *insn, unsigned other,
                                          host_compare *host, unsigned pops)
{
    struct fpu *fpu = &cpu->fpu;

    fpu_begin(cpu, insn);
    if (unlikely(fpu_is_empty(fpu, 0) || fpu_is_empty(fpu, other))) {
        const bool masked = fpu_stack_fault(cpu, false);
        fpu->status |= FPU_C0 | FPU_C2 | FPU_C3;
        if (!masked)
            return;
    } else {
        const uint16_t status = host(fpu_st(fpu, 0), fpu_st(fpu, other));
        if (unlikely(!fpu_commit(cpu, status, FPU_CONDITIONS)))
            return;
    }
    while (pops--)
        fpu_pop(fpu);
}

#define DEFINE_REGISTER_FORMS(NAME, NUMBER)                                                        \
    static void NAME##_0i(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        fpu_arithmetic_registers(cpu, insn, NUMBER, 0, false);                                     \
    }                                                                                              \
    static void NAME##_i0(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        fpu_arithmetic_registers(cpu, insn, NUMBER, insn->reg, false);                             \
    }                                                                                              \
    static void NAME##_i0_pop(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        fpu_arithmetic_registers(cpu, insn, NUMBER, insn->reg, true);                              \
    }

DEFINE_REGISTER_FORMS(add, 0)
DEFINE_REGISTER_FORMS(mul, 1)
DEFINE_REGISTER_FORMS(sub, 4)
DEFINE_REGISTER_FORMS(subr, 5)
DEFINE_REGISTER_FORMS(div, 6)
DEFINE_REGISTER_FORMS(divr, 7)

static void com_i(struct cpu *cpu, const struct insn *insn)
{
    fpu_arithmetic_compare(cpu, insn, insn->reg, host_fcom, 0);
}

static void comp_i(struct cpu *cpu, const struct insn *insn)
{
    fpu_arithmetic_compare(cpu, insn, insn->reg, host_fcom, 1);
}

static void compp(struct cpu *cpu, const struct insn *insn)
{
    fpu_arithmetic_compare(cpu, insn, 1, host_fcom, 2);
}

static void ucom_i(struct cpu *cpu, const struct insn *insn)
{
    fpu_arithmetic_compare(cpu, insn, insn->reg, host_fucom, 0);
}

static void ucomp_i(struct cpu *cpu, const struct insn *insn)
{
    fpu_arithmetic_compare(cpu, insn, insn->reg, host_fucom, 1);
}

static void ucompp(struct cpu *cpu, const struct insn *insn)
{
    fpu_arithmetic_compare(cpu, insn, 1, host_fucom, 2);
}

/* ---- memory -------------------------------------------------------------------------------- */

static inline void fpu_arithmetic_memory(struct cpu *cpu, const struct insn *insn,
                                         const void *operand, unsigned number,
                                         host_binary_memory *host, host_load *load)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register result = fpu_indefinite, other;

    if (unlikely(fpu_is_empty(fpu, 0))) {
        if (fpu_stack_fault(cpu, false))
            fpu_set(fpu, 0, &result);
        return;
    }
    if (number >= NUMBER_DIV) {
        load(operand, &other);
        host_clear(); /* the division reports a denormal operand, unless it divides by 0 */
        fpu_arithmetic_time_division(cpu, insn, number, fpu_st(fpu, 0), &other);
    }
    if (likely(fpu_commit(cpu, host(fpu_st(fpu, 0), operand, &result), FPU_C1))) {
        if (number >= NUMBER_DIV)
            fpu_arithmetic_divide_flawed(fpu, number, fpu_st(fpu, 0), &other, &result);
        fpu_set(fpu, 0, &result);
    }
}

static inline void fpu_arithmetic_compare_memory(struct cpu *cpu, const void *operand,
                                                 host_compare_memory *host, bool pop)
{
    struct fpu *fpu = &cpu->fpu;

    if (unlikely(fpu_is_empty(fpu, 0))) {
        const bool masked = fpu_stack_fault(cpu, false);
        fpu->status |= FPU_C0 | FPU_C2 | FPU_C3;
        if (masked && pop)
            fpu_pop(fpu);
    } else if (likely(fpu_commit(cpu, host(fpu_st(fpu, 0), operand), FPU_CONDITIONS)) && pop) {
        fpu_pop(fpu);
    }
}

#define DEFINE_MEMORY_FORM(NAME, NUMBER, KIND, LOAD, HOST, HOST_LOAD)                              \
    static void NAME##_##KIND(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint32_t offset = fpu_begin_memory(cpu, insn);                                       \
        const __auto_type operand = LOAD(cpu, insn, insn->segment, offset);                        \
        fpu_accessed(cpu, insn, offset);                                                           \
        fpu_arithmetic_memory(cpu, insn, &operand, NUMBER, HOST, HOST_LOAD);                       \
    }

#define DEFINE_MEMORY_COMPARE(NAME, KIND, LOAD, HOST, POP)                                         \
    static void NAME##_##KIND(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint32_t offset = fpu_begin_memory(cpu, insn);                                       \
        const __auto_type operand = LOAD(cpu, insn, insn->segment, offset);                        \
        fpu_accessed(cpu, insn, offset);                                                           \
        fpu_arithmetic_compare_memory(cpu, &operand, HOST, POP);                                   \
    }

#define DEFINE_MEMORY_FORMS(KIND, LETTER, SUFFIX, LOAD)                                            \
    DEFINE_MEMORY_FORM(add, 0, KIND, LOAD, host_f##LETTER##add##SUFFIX,                            \
                       host_f##LETTER##ld##SUFFIX)                                                 \
    DEFINE_MEMORY_FORM(mul, 1, KIND, LOAD, host_f##LETTER##mul##SUFFIX,                            \
                       host_f##LETTER##ld##SUFFIX)                                                 \
    DEFINE_MEMORY_COMPARE(com, KIND, LOAD, host_f##LETTER##com##SUFFIX, false)                     \
    DEFINE_MEMORY_COMPARE(comp, KIND, LOAD, host_f##LETTER##com##SUFFIX, true)                     \
    DEFINE_MEMORY_FORM(sub, 4, KIND, LOAD, host_f##LETTER##sub##SUFFIX,                            \
                       host_f##LETTER##ld##SUFFIX)                                                 \
    DEFINE_MEMORY_FORM(subr, 5, KIND, LOAD, host_f##LETTER##subr##SUFFIX,                          \
                       host_f##LETTER##ld##SUFFIX)                                                 \
    DEFINE_MEMORY_FORM(div, 6, KIND, LOAD, host_f##LETTER##div##SUFFIX,                            \
                       host_f##LETTER##ld##SUFFIX)                                                 \
    DEFINE_MEMORY_FORM(divr, 7, KIND, LOAD, host_f##LETTER##divr##SUFFIX,                          \
                       host_f##LETTER##ld##SUFFIX)                                                 \
    static insn_execute *const memory_##KIND[8] = {add_##KIND,  mul_##KIND, com_##KIND,            \
                                                   comp_##KIND, sub_##KIND, subr_##KIND,           \
                                                   div_##KIND,  divr_##KIND};

DEFINE_MEMORY_FORMS(real32, , s, load32)
DEFINE_MEMORY_FORMS(real64, , l, load64)
DEFINE_MEMORY_FORMS(int32, i, l, load32)
DEFINE_MEMORY_FORMS(int16, i, s, load16)

/* ---- decoding -------------------------------------------------------------------------------- */

static insn_execute *const st0_sti[8] = {add_0i, mul_0i,  com_i,  comp_i,
                                         sub_0i, subr_0i, div_0i, divr_0i};
static insn_execute *const sti_st0[8] = {add_i0, mul_i0,  com_i,  comp_i,
                                         sub_i0, subr_i0, div_i0, divr_i0};
static insn_execute *const sti_st0_pop[8] = {add_i0_pop, mul_i0_pop,  comp_i,     NULL,
                                             sub_i0_pop, subr_i0_pop, div_i0_pop, divr_i0_pop};

static insn_execute *fpu_arithmetic_decode_register(uint8_t opcode, uint8_t modrm)
{
    const unsigned reg = modrm >> 3 & 7;

    switch (opcode) {
    case 0xd8:
        return st0_sti[reg];
    case 0xdc:
        return sti_st0[reg];
    case 0xde:
        return modrm == 0xd9 ? compp : sti_st0_pop[reg];
    case 0xda:
        return modrm == 0xe9 ? ucompp : NULL;
    case 0xdd:
        return reg == 4 ? ucom_i : reg == 5 ? ucomp_i : NULL;
    default:
        return NULL;
    }
}

insn_execute *fpu_arithmetic_decode(uint8_t opcode, uint8_t modrm)
{
    const unsigned reg = modrm >> 3 & 7;

    if (modrm >= 0xc0)
        return fpu_arithmetic_decode_register(opcode, modrm);
    switch (opcode) {
    case 0xd8:
        return memory_real32[reg];
    case 0xda:
        return memory_int32[reg];
    case 0xdc:
        return memory_real64[reg];
    case 0xde:
        return memory_int16[reg];
    default:
        return NULL;
    }
}
