/*
 * SPDX-License-Identifier: MIT
 * Bit instructions BT, BTS, BTR, BTC, BSF, BSR. A bit number in a register may address bits outside
 * the memory operand.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

static inline uint32_t bit_bt(uint32_t a, uint32_t bit)
{
    (void)bit;
    return a;
}

static inline uint32_t bit_bts(uint32_t a, uint32_t bit)
{
    return a | bit;
}

static inline uint32_t bit_btr(uint32_t a, uint32_t bit)
{
    return a & ~bit;
}

static inline uint32_t bit_btc(uint32_t a, uint32_t bit)
{
    return a ^ bit;
}

/* Distance in bytes from the operand to the word that contains bit `number`. */
static inline uint32_t bit_distance(uint32_t number, unsigned bits)
{
    return (uint32_t)(sign_extend(number, bits) >> (bits == 32 ? 5 : 4)) * (bits / 8);
}

#define DEFINE_BIT_REG(NAME, BITS)                                                                 \
    static void NAME##_rr##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint32_t bit = 1u << (reg_read##BITS(cpu, insn->rm) & (BITS - 1));                   \
        const uint32_t a = reg_read##BITS(cpu, insn->reg);                                         \
        reg_write##BITS(cpu, insn->reg, bit_##NAME(a, bit));                                       \
        flags_set_cf(cpu, (a & bit) != 0);                                                         \
    }                                                                                              \
    static void NAME##_ri##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint32_t bit = 1u << (insn->immediate & (BITS - 1));                                 \
        const uint32_t a = reg_read##BITS(cpu, insn->reg);                                         \
        reg_write##BITS(cpu, insn->reg, bit_##NAME(a, bit));                                       \
        flags_set_cf(cpu, (a & bit) != 0);                                                         \
    }

#define DEFINE_BIT_MEM(NAME, FORM, BITS, NUMBER, DISTANCE)                                         \
    static void NAME##_##FORM##BITS(struct cpu *cpu, const struct insn *insn)                      \
    {                                                                                              \
        const uint32_t number = NUMBER;                                                            \
        const uint32_t bit = 1u << (number & (BITS - 1));                                          \
        const uint32_t offset = (effective_address(cpu, insn) + DISTANCE) & insn->address_mask;    \
        const uint##BITS##_t a = rmw_load##BITS(cpu, insn, insn->segment, offset, insn->lock);     \
        rmw_store##BITS(cpu, insn, (uint##BITS##_t)bit_##NAME(a, bit), insn->lock);                \
        flags_set_cf(cpu, (a & bit) != 0);                                                         \
    }

/* BT does not write its operand. */
#define DEFINE_TEST_MEM(FORM, BITS, NUMBER, DISTANCE)                                              \
    static void bt_##FORM##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint32_t number = NUMBER;                                                            \
        const uint32_t offset = (effective_address(cpu, insn) + DISTANCE) & insn->address_mask;    \
        flags_set_cf(cpu,                                                                          \
                     load##BITS(cpu, insn, insn->segment, offset) >> (number & (BITS - 1)) & 1);   \
    }

#define FROM_REG(BITS) reg_read##BITS(cpu, insn->reg)

#define DEFINE_BIT(NAME)                                                                           \
    DEFINE_BIT_REG(NAME, 16)                                                                       \
    DEFINE_BIT_REG(NAME, 32)                                                                       \
    DEFINE_BIT_MEM(NAME, mr, 16, FROM_REG(16), bit_distance(number, 16))                           \
    DEFINE_BIT_MEM(NAME, mr, 32, FROM_REG(32), bit_distance(number, 32))                           \
    DEFINE_BIT_MEM(NAME, mi, 16, insn->immediate, 0)                                               \
    DEFINE_BIT_MEM(NAME, mi, 32, insn->immediate, 0)                                               \
    const struct operation op_##NAME = {.rr = WORD_SIZES(NAME##_rr),                               \
                                        .ri = WORD_SIZES(NAME##_ri),                               \
                                        .mr = WORD_SIZES(NAME##_mr),                               \
                                        .mi = WORD_SIZES(NAME##_mi)};

DEFINE_BIT(bts)
DEFINE_BIT(btr)
DEFINE_BIT(btc)

DEFINE_BIT_REG(bt, 16)
DEFINE_BIT_REG(bt, 32)
DEFINE_TEST_MEM(mr, 16, FROM_REG(16), bit_distance(number, 16))
DEFINE_TEST_MEM(mr, 32, FROM_REG(32), bit_distance(number, 32))
DEFINE_TEST_MEM(mi, 16, insn->immediate, 0)
DEFINE_TEST_MEM(mi, 32, insn->immediate, 0)
const struct operation op_bt = {.rr = WORD_SIZES(bt_rr),
                                .ri = WORD_SIZES(bt_ri),
                                .mr = WORD_SIZES(bt_mr),
                                .mi = WORD_SIZES(bt_mi)};

/* ---- BSF, BSR: a source of 0 sets ZF and leaves the destination unchanged -------------------- */

static inline uint32_t scan_bsf(uint32_t source)
{
    return (uint32_t)__builtin_ctz(source);
}

static inline uint32_t scan_bsr(uint32_t source)
{
    return 31 - (uint32_t)__builtin_clz(source);
}

/* Number of bits examined until one is found; 0 if the source is 0 (InstLatx64: 6 and 7 clocks). */
static inline uint32_t bsf_steps(uint32_t source, unsigned bits)
{
    (void)bits;
    return source ? scan_bsf(source) + 1 : 0;
}

static inline uint32_t bsr_steps(uint32_t source, unsigned bits)
{
    return source ? bits - scan_bsr(source) : 0;
}

#define DEFINE_SCAN_SIZE(NAME, BITS)                                                               \
    static void NAME##_do##BITS(struct cpu *cpu, const struct insn *insn, uint32_t source)         \
    {                                                                                              \
        if (source)                                                                                \
            reg_write##BITS(cpu, insn->reg, scan_##NAME(source));                                  \
        flags_set_zf(cpu, source == 0);                                                            \
        model_steps(cpu->model, insn, NAME##_steps(source, BITS));                                 \
    }                                                                                              \
    static void NAME##_rr##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        NAME##_do##BITS(cpu, insn, reg_read##BITS(cpu, insn->rm));                                 \
    }                                                                                              \
    static void NAME##_rm##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        NAME##_do##BITS(cpu, insn,                                                                 \
                        load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn)));       \
    }

#define DEFINE_SCAN(NAME)                                                                          \
    DEFINE_SCAN_SIZE(NAME, 16)                                                                     \
    DEFINE_SCAN_SIZE(NAME, 32)                                                                     \
    const struct operation op_##NAME = {.rr = WORD_SIZES(NAME##_rr), .rm = WORD_SIZES(NAME##_rm)};

DEFINE_SCAN(bsf)
DEFINE_SCAN(bsr)
