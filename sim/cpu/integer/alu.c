/*
 * SPDX-License-Identifier: MIT
 * Integer arithmetic and logic: ADD OR ADC SBB AND SUB XOR CMP TEST, and INC DEC NOT NEG, in every
 * form and size.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/integer/alu.h"
#include "sim/cpu/operation.h"

/* ---- instruction forms ----------------------------------------------------------------------- */

#define DEFINE_BINARY_SIZE(NAME, BITS)                                                             \
    static void NAME##_rr##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        reg_write##BITS(                                                                           \
            cpu, insn->reg,                                                                        \
            alu_##NAME(cpu, reg_read##BITS(cpu, insn->reg), reg_read##BITS(cpu, insn->rm), BITS)); \
    }                                                                                              \
    static void NAME##_ri##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg,                                                            \
                        alu_##NAME(cpu, reg_read##BITS(cpu, insn->reg),                            \
                                   (uint##BITS##_t)insn->immediate, BITS));                        \
    }                                                                                              \
    static void NAME##_rm##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t b =                                                                   \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        reg_write##BITS(cpu, insn->reg, alu_##NAME(cpu, reg_read##BITS(cpu, insn->reg), b, BITS)); \
    }                                                                                              \
    static void NAME##_mr##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), insn->lock);    \
        rmw_store##BITS(cpu, insn,                                                                 \
                        (uint##BITS##_t)alu_##NAME(cpu, a, reg_read##BITS(cpu, insn->reg), BITS),  \
                        insn->lock);                                                               \
    }                                                                                              \
    static void NAME##_mi##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), insn->lock);    \
        rmw_store##BITS(cpu, insn,                                                                 \
                        (uint##BITS##_t)alu_##NAME(cpu, a, (uint##BITS##_t)insn->immediate, BITS), \
                        insn->lock);                                                               \
    }

#define DEFINE_BINARY(NAME)                                                                        \
    DEFINE_BINARY_SIZE(NAME, 8)                                                                    \
    DEFINE_BINARY_SIZE(NAME, 16)                                                                   \
    DEFINE_BINARY_SIZE(NAME, 32)                                                                   \
    const struct operation op_##NAME = {.rr = SIZES(NAME##_rr),                                    \
                                        .ri = SIZES(NAME##_ri),                                    \
                                        .rm = SIZES(NAME##_rm),                                    \
                                        .mr = SIZES(NAME##_mr),                                    \
                                        .mi = SIZES(NAME##_mi)};

DEFINE_BINARY(add)
DEFINE_BINARY(or)
DEFINE_BINARY(adc)
DEFINE_BINARY(sbb)
DEFINE_BINARY(and)
DEFINE_BINARY(sub)
DEFINE_BINARY(xor)

/* CMP and TEST compute but do not write the result. */
#define DEFINE_COMPARE_SIZE(NAME, ALU, BITS)                                                       \
    static void NAME##_rr##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        alu_##ALU(cpu, reg_read##BITS(cpu, insn->reg), reg_read##BITS(cpu, insn->rm), BITS);       \
    }                                                                                              \
    static void NAME##_ri##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        alu_##ALU(cpu, reg_read##BITS(cpu, insn->reg), (uint##BITS##_t)insn->immediate, BITS);     \
    }                                                                                              \
    static void NAME##_rm##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t b =                                                                   \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        alu_##ALU(cpu, reg_read##BITS(cpu, insn->reg), b, BITS);                                   \
    }                                                                                              \
    static void NAME##_mr##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        alu_##ALU(cpu, a, reg_read##BITS(cpu, insn->reg), BITS);                                   \
    }                                                                                              \
    static void NAME##_mi##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        alu_##ALU(cpu, a, (uint##BITS##_t)insn->immediate, BITS);                                  \
    }

#define DEFINE_COMPARE(NAME, ALU)                                                                  \
    DEFINE_COMPARE_SIZE(NAME, ALU, 8)                                                              \
    DEFINE_COMPARE_SIZE(NAME, ALU, 16)                                                             \
    DEFINE_COMPARE_SIZE(NAME, ALU, 32)                                                             \
    const struct operation op_##NAME = {.rr = SIZES(NAME##_rr),                                    \
                                        .ri = SIZES(NAME##_ri),                                    \
                                        .rm = SIZES(NAME##_rm),                                    \
                                        .mr = SIZES(NAME##_mr),                                    \
                                        .mi = SIZES(NAME##_mi)};

DEFINE_COMPARE(cmp, sub)
DEFINE_COMPARE(test, and)

#define DEFINE_UNARY_SIZE(NAME, BITS)                                                              \
    static void NAME##_r##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg, alu_##NAME(cpu, reg_read##BITS(cpu, insn->reg), BITS));    \
    }                                                                                              \
    static void NAME##_m##BITS(struct cpu *cpu, const struct insn *insn)                           \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), insn->lock);    \
        rmw_store##BITS(cpu, insn, (uint##BITS##_t)alu_##NAME(cpu, a, BITS), insn->lock);          \
    }

#define DEFINE_UNARY(NAME)                                                                         \
    DEFINE_UNARY_SIZE(NAME, 8)                                                                     \
    DEFINE_UNARY_SIZE(NAME, 16)                                                                    \
    DEFINE_UNARY_SIZE(NAME, 32)                                                                    \
    const struct operation op_##NAME = {.r = SIZES(NAME##_r), .m = SIZES(NAME##_m)};

DEFINE_UNARY(inc)
DEFINE_UNARY(dec)
DEFINE_UNARY(not )
DEFINE_UNARY(neg)
