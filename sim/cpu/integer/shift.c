/*
 * SPDX-License-Identifier: MIT
 * Shifts, rotates and double shifts, by an immediate or by CL. OF follows the formula for a count
 * of 1 even if the count is larger, for which the manual leaves it undefined; AF becomes 0.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/integer/shift.h"
#include "sim/cpu/operation.h"

/* The time of RCL and RCR depends on the count, that of the others does not. */
#define STEPS_rol(count)
#define STEPS_ror(count)
#define STEPS_shl(count)
#define STEPS_shr(count)
#define STEPS_sar(count)
#define STEPS_rcl(count) model_steps(cpu->model, insn, (count)&31)
#define STEPS_rcr(count) model_steps(cpu->model, insn, (count)&31)

#define DEFINE_SHIFT_SIZE(NAME, BITS)                                                              \
    static void NAME##_ri##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg,                                                            \
                        shift_##NAME(cpu, reg_read##BITS(cpu, insn->reg), insn->immediate, BITS)); \
        STEPS_##NAME(insn->immediate);                                                             \
    }                                                                                              \
    static void NAME##_mi##BITS(struct cpu *cpu, const struct insn *insn)                          \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), false);         \
        rmw_store##BITS(cpu, insn, (uint##BITS##_t)shift_##NAME(cpu, a, insn->immediate, BITS),    \
                        false);                                                                    \
        STEPS_##NAME(insn->immediate);                                                             \
    }                                                                                              \
    static void NAME##_cl_r##BITS(struct cpu *cpu, const struct insn *insn)                        \
    {                                                                                              \
        STEPS_##NAME(cpu->reg[REG_ECX]);                                                           \
        reg_write##BITS(                                                                           \
            cpu, insn->reg,                                                                        \
            shift_##NAME(cpu, reg_read##BITS(cpu, insn->reg), cpu->reg[REG_ECX], BITS));           \
    }                                                                                              \
    static void NAME##_cl_m##BITS(struct cpu *cpu, const struct insn *insn)                        \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), false);         \
        rmw_store##BITS(cpu, insn, (uint##BITS##_t)shift_##NAME(cpu, a, cpu->reg[REG_ECX], BITS),  \
                        false);                                                                    \
        STEPS_##NAME(cpu->reg[REG_ECX]);                                                           \
    }

#define DEFINE_SHIFT(NAME)                                                                         \
    DEFINE_SHIFT_SIZE(NAME, 8)                                                                     \
    DEFINE_SHIFT_SIZE(NAME, 16)                                                                    \
    DEFINE_SHIFT_SIZE(NAME, 32)                                                                    \
    const struct operation op_##NAME = {.ri = SIZES(NAME##_ri), .mi = SIZES(NAME##_mi)};           \
    const struct operation op_##NAME##_cl = {.r = SIZES(NAME##_cl_r), .m = SIZES(NAME##_cl_m)};

DEFINE_SHIFT(rol)
DEFINE_SHIFT(ror)
DEFINE_SHIFT(rcl)
DEFINE_SHIFT(rcr)
DEFINE_SHIFT(shl)
DEFINE_SHIFT(shr)
DEFINE_SHIFT(sar)

/* ---- SHLD, SHRD ---------------------------------------------------------------------------- */

/* Counts above 16 with 16-bit operands are undefined; here the bits of both operands rotate. */
static inline uint32_t shift_shld(struct cpu *cpu, uint32_t a, uint32_t b, unsigned count,
                                  unsigned bits)
{
    if (!(count &= 31))
        return a;

    const uint64_t wide =
        bits == 32 ? (uint64_t)a << 32 | b : ((uint64_t)a << 32 | (uint64_t)b << 16 | a);
    const unsigned top = bits == 32 ? 64 : 48;
    const uint32_t r = (uint32_t)(wide << count >> (top - bits));
    const bool cf = wide >> (top - count) & 1;

    flags_shifted(cpu, r, cf, top_bit(a ^ r, bits), bits);
    return r;
}

static inline uint32_t shift_shrd(struct cpu *cpu, uint32_t a, uint32_t b, unsigned count,
                                  unsigned bits)
{
    if (!(count &= 31))
        return a;

    const uint64_t wide =
        bits == 32 ? (uint64_t)b << 32 | a : ((uint64_t)a << 32 | (uint64_t)b << 16 | a);
    const uint32_t r = (uint32_t)(wide >> count);

    flags_shifted(cpu, r, wide >> (count - 1) & 1, top_bit(r << 1 ^ r, bits), bits);
    return r;
}

#define DEFINE_DOUBLE_SIZE(NAME, SUFFIX, COUNT, BITS)                                              \
    static void NAME##SUFFIX##_rr##BITS(struct cpu *cpu, const struct insn *insn)                  \
    {                                                                                              \
        reg_write##BITS(cpu, insn->reg,                                                            \
                        shift_##NAME(cpu, reg_read##BITS(cpu, insn->reg),                          \
                                     reg_read##BITS(cpu, insn->rm), COUNT, BITS));                 \
    }                                                                                              \
    static void NAME##SUFFIX##_mr##BITS(struct cpu *cpu, const struct insn *insn)                  \
    {                                                                                              \
        const uint##BITS##_t a =                                                                   \
            rmw_load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn), false);         \
        rmw_store##BITS(                                                                           \
            cpu, insn,                                                                             \
            (uint##BITS##_t)shift_##NAME(cpu, a, reg_read##BITS(cpu, insn->reg), COUNT, BITS),     \
            false);                                                                                \
    }

#define DEFINE_DOUBLE(NAME, SUFFIX, COUNT)                                                         \
    DEFINE_DOUBLE_SIZE(NAME, SUFFIX, COUNT, 16)                                                    \
    DEFINE_DOUBLE_SIZE(NAME, SUFFIX, COUNT, 32)                                                    \
    const struct operation op_##NAME##SUFFIX = {.rr = WORD_SIZES(NAME##SUFFIX##_rr),               \
                                                .mr = WORD_SIZES(NAME##SUFFIX##_mr)};

DEFINE_DOUBLE(shld, , insn->immediate)
DEFINE_DOUBLE(shld, _cl, cpu->reg[REG_ECX])
DEFINE_DOUBLE(shrd, , insn->immediate)
DEFINE_DOUBLE(shrd, _cl, cpu->reg[REG_ECX])
