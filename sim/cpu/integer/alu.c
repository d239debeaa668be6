/*
 * SPDX-License-Identifier: MIT
 * ADD OR ADC SBB AND SUB XOR CMP TEST, and INC DEC NOT NEG, in every form and size.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

/* ---- what they compute --------------------------------------------------------------------- */

static inline uint32_t alu_add(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    const uint32_t r = a + b;

    flags_add(cpu, a, b, r, bits);
    return r;
}

static inline uint32_t alu_adc(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    const uint32_t r = a + b + flag_cf(cpu);

    flags_add(cpu, a, b, r, bits);
    return r;
}

static inline uint32_t alu_sub(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    const uint32_t r = a - b;

    flags_sub(cpu, a, b, r, bits);
    return r;
}

static inline uint32_t alu_sbb(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    const uint32_t r = a - b - flag_cf(cpu);

    flags_sub(cpu, a, b, r, bits);
    return r;
}

static inline uint32_t alu_and(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    flags_logic(cpu, a & b, bits);
    return a & b;
}

static inline uint32_t alu_or(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    flags_logic(cpu, a | b, bits);
    return a | b;
}

static inline uint32_t alu_xor(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    flags_logic(cpu, a ^ b, bits);
    return a ^ b;
}

/* INC and DEC keep CF: the top carry bit is put back, and the one below with it to keep OF. */
static inline void keep_cf(struct cpu *cpu, uint32_t before)
{
    const uint32_t flip = (cpu->flags.carry ^ before) & CARRY_CF;

    cpu->flags.carry ^= flip | flip >> 1;
}

static inline uint32_t alu_inc(struct cpu *cpu, uint32_t a, unsigned bits)
{
    const uint32_t before = cpu->flags.carry;
    const uint32_t r = a + 1;

    flags_add(cpu, a, 1, r, bits);
    keep_cf(cpu, before);
    return r;
}

static inline uint32_t alu_dec(struct cpu *cpu, uint32_t a, unsigned bits)
{
    const uint32_t before = cpu->flags.carry;
    const uint32_t r = a - 1;

    flags_sub(cpu, a, 1, r, bits);
    keep_cf(cpu, before);
    return r;
}

static inline uint32_t alu_neg(struct cpu *cpu, uint32_t a, unsigned bits)
{
    flags_sub(cpu, 0, a, 0 - a, bits);
    return 0 - a;
}

static inline uint32_t alu_not(struct cpu *cpu, uint32_t a, unsigned bits)
{
    (void)cpu;
    (void)bits;
    return ~a;
}

/* ---- their forms --------------------------------------------------------------------------- */

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

/* CMP and TEST compute and write nothing back. */
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

/* ---- flags that translated code has left pending -------------------------------------------- */

void flags_settle(struct cpu *cpu)
{
    const struct pending_flags pending = cpu->pending;
    const unsigned bits = 8u << (pending.operation & ((1u << PENDING_SIZE_SHIFT) - 1));
    const uint32_t mask = UINT32_MAX >> (32 - bits);
    const uint32_t a = pending.a & mask;
    const uint32_t b = pending.b & mask;

    cpu->pending.operation = PENDING_NONE;
    if (pending.operation >> PENDING_SIZE_SHIFT != PENDING_NONE)
        flags_set_cf(cpu, pending.carry);
    switch (pending.operation >> PENDING_SIZE_SHIFT) {
    case PENDING_ADD:
        alu_add(cpu, a, b, bits);
        break;
    case PENDING_ADC:
        alu_adc(cpu, a, b, bits);
        break;
    case PENDING_SUB:
        alu_sub(cpu, a, b, bits);
        break;
    case PENDING_SBB:
        alu_sbb(cpu, a, b, bits);
        break;
    case PENDING_LOGIC:
        flags_logic(cpu, a, bits);
        break;
    case PENDING_INC:
        alu_inc(cpu, (a - 1) & mask, bits);
        break;
    case PENDING_DEC:
        alu_dec(cpu, (a + 1) & mask, bits);
        break;
    default:
        break;
    }
}
