/*
 * SPDX-License-Identifier: MIT
 * Reciprocal estimates RCPPS, RCPSS, RSQRTPS, RSQRTSS. Intel's processors use a table: the
 * argument's fraction is truncated to 11 bits (RCP) or to 10 bits and the exponent's parity
 * (RSQRT). The result is the function of the middle of that interval, rounded to 12 bits. Bochs's
 * tables are the same in all of their 2048 entries each. There are no exceptions, and denormals are
 * treated as zeros.
 */
#include <math.h>
#include <string.h>

#include "sim/cpu/sse/sse_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

#define SIGN       0x80000000u
#define INFINITE   0x7f800000u
#define INDEFINITE 0xffc00000u
#define QUIET      0x00400000u
#define EXPONENT   23

#define RECIPROCAL_BITS 11 /* bits of the fraction that are used */
#define ROOT_BITS       10
#define RESULT_BITS     12

static bool is_nan(uint32_t value)
{
    return (value & ~SIGN) > INFINITE;
}

static bool sse_estimate_is_zero(uint32_t value)
{
    return !(value & INFINITE);
}

/* The middle of the numbers whose fraction begins with the same `bits` bits. */
static double middle_of(uint32_t value, unsigned bits)
{
    const uint32_t begin = (value & 0x7fffffu) >> (EXPONENT - bits);

    return 1.0 + (2.0 * begin + 1.0) / (double)(2u << bits);
}

/* The fraction of a number in [0.5, 1), scaled to [1, 2). */
static uint32_t fraction_of(double estimate)
{
    const uint32_t bits = (uint32_t)(estimate * (double)(2u << RESULT_BITS) + 0.5);

    return (bits << (EXPONENT - RESULT_BITS)) & 0x7fffffu;
}

static uint32_t sse_estimate_reciprocal(uint32_t value)
{
    const uint32_t sign = value & SIGN;
    const int exponent = (int)(value >> EXPONENT & 0xff);

    if (is_nan(value))
        return value | QUIET;
    if (sse_estimate_is_zero(value))
        return sign | INFINITE;
    if (exponent >= 253) /* also infinity: the result is tiny, or 0 */
        return sign;
    return sign | (uint32_t)(253 - exponent) << EXPONENT |
           fraction_of(1.0 / middle_of(value, RECIPROCAL_BITS));
}

static uint32_t sse_estimate_root(uint32_t value)
{
    const int exponent = (int)(value >> EXPONENT & 0xff) - 127;

    if (is_nan(value))
        return value | QUIET;
    if (sse_estimate_is_zero(value))
        return (value & SIGN) | INFINITE;
    if (value & SIGN)
        return INDEFINITE;
    if (value == INFINITE)
        return 0;

    const bool odd = exponent & 1;
    const int half = (exponent - odd) / 2;
    const double middle = middle_of(value, ROOT_BITS);

    return (uint32_t)(126 - half) << EXPONENT | fraction_of(1.0 / sqrt(odd ? 2 * middle : middle));
}

#define DEFINE_ESTIMATE(NAME, FUNCTION)                                                            \
    static void NAME##ps_write(struct cpu *cpu, const struct insn *insn, const union xmm *from)    \
    {                                                                                              \
        for (unsigned i = 0; i < 4; i++)                                                           \
            cpu->sse.reg[insn->reg].d[i] = FUNCTION(from->d[i]);                                   \
    }                                                                                              \
    static void NAME##ps_rr(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        const union xmm from = cpu->sse.reg[insn->rm];                                             \
        NAME##ps_write(cpu, insn, &from);                                                          \
    }                                                                                              \
    static void NAME##ps_rm(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        const union xmm from = sse_unit_load(cpu, insn, true);                                     \
        NAME##ps_write(cpu, insn, &from);                                                          \
    }                                                                                              \
    static void NAME##ss_rr(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        cpu->sse.reg[insn->reg].d[0] = FUNCTION(cpu->sse.reg[insn->rm].d[0]);                      \
    }                                                                                              \
    static void NAME##ss_rm(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        const uint32_t from = load32(cpu, insn, insn->segment, effective_address(cpu, insn));      \
        cpu->sse.reg[insn->reg].d[0] = FUNCTION(from);                                             \
    }                                                                                              \
    const struct operation op_##NAME##ps = {.rr = ANY_SIZE(NAME##ps_rr),                           \
                                            .rm = ANY_SIZE(NAME##ps_rm)};                          \
    const struct operation op_##NAME##ss = {.rr = ANY_SIZE(NAME##ss_rr),                           \
                                            .rm = ANY_SIZE(NAME##ss_rm)};

DEFINE_ESTIMATE(rcp, sse_estimate_reciprocal)
DEFINE_ESTIMATE(rsqrt, sse_estimate_root)
