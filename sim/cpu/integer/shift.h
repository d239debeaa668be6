/*
 * SPDX-License-Identifier: MIT
 * Results and flags of shifts and rotates. OF follows the formula for a count of 1 even if the
 * count is larger, for which the manual leaves it undefined; AF becomes 0.
 */
#pragma once

#include "sim/cpu/flags.h"

static inline bool top_bit(uint32_t value, unsigned bits)
{
    return value >> (bits - 1) & 1;
}

static inline void flags_shifted(struct cpu *cpu, uint32_t r, bool cf, bool of, unsigned bits)
{
    flags_set_result(cpu, r, bits);
    cpu->flags.carry = carry_word(cf, of, false);
}

/* Rotates do not change the flags that depend on the result. */
static inline void flags_rotated(struct cpu *cpu, bool cf, bool of)
{
    cpu->flags.carry = carry_word(cf, of, flag_af(cpu));
}

static inline uint32_t shift_shl(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    if (!(count &= 31))
        return a;

    const uint64_t wide = (uint64_t)a << count;
    const bool cf = wide >> bits & 1;

    flags_shifted(cpu, (uint32_t)wide, cf, cf != top_bit((uint32_t)wide, bits), bits);
    return (uint32_t)wide;
}

static inline uint32_t shift_shr(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    if (!(count &= 31))
        return a;

    const uint32_t r = a >> count;

    /* OF is the operand's top bit if the count is 1, and clear for larger counts. */
    flags_shifted(cpu, r, a >> (count - 1) & 1, top_bit(r << 1 ^ r, bits), bits);
    return r;
}

static inline uint32_t shift_sar(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    if (!(count &= 31))
        return a;

    const int64_t wide = sign_extend(a, bits);

    flags_shifted(cpu, (uint32_t)(wide >> count), wide >> (count - 1) & 1, false, bits);
    return (uint32_t)(wide >> count);
}

static inline uint32_t shift_rol(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    if (!(count &= 31))
        return a;

    const unsigned rotation = count & (bits - 1);
    const uint32_t r = rotation ? a << rotation | a >> (bits - rotation) : a;

    flags_rotated(cpu, r & 1, (r & 1) != top_bit(r, bits));
    return r;
}

static inline uint32_t shift_ror(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    if (!(count &= 31))
        return a;

    const unsigned rotation = count & (bits - 1);
    const uint32_t r = rotation ? a >> rotation | a << (bits - rotation) : a;

    flags_rotated(cpu, top_bit(r, bits), top_bit(r << 1 ^ r, bits));
    return r;
}

static inline uint32_t shift_rcl(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    const unsigned rotation = (count & 31) % (bits + 1);

    if (!rotation)
        return a;

    const uint64_t wide = (uint64_t)flag_cf(cpu) << bits | a;
    const uint64_t r = wide << rotation | wide >> (bits + 1 - rotation);
    const bool cf = r >> bits & 1;

    flags_rotated(cpu, cf, cf != top_bit((uint32_t)r, bits));
    return (uint32_t)r;
}

static inline uint32_t shift_rcr(struct cpu *cpu, uint32_t a, unsigned count, unsigned bits)
{
    const unsigned rotation = (count & 31) % (bits + 1);

    if (!rotation)
        return a;

    const uint64_t wide = (uint64_t)flag_cf(cpu) << bits | a;
    const uint64_t r = wide >> rotation | wide << (bits + 1 - rotation);

    flags_rotated(cpu, r >> bits & 1, top_bit((uint32_t)(r << 1 ^ r), bits));
    return (uint32_t)r;
}
