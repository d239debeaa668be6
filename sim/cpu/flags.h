/*
 * SPDX-License-Identifier: MIT
 * Lazy arithmetic flags: computed on demand from the values in struct lazy_flags.
 */
#pragma once

#include "sim/cpu/cpu.h"

#define CARRY_CF 0x80000000u
#define CARRY_OF 0x40000000u /* OF is this bit xor CARRY_CF */
#define CARRY_AF 0x00000008u

static inline bool flag_cf(const struct cpu *cpu)
{
    return cpu->flags.carry >> 31;
}

static inline bool flag_of(const struct cpu *cpu)
{
    return (cpu->flags.carry ^ (cpu->flags.carry << 1)) >> 31;
}

static inline bool flag_af(const struct cpu *cpu)
{
    return cpu->flags.carry & CARRY_AF;
}

static inline bool flag_zf(const struct cpu *cpu)
{
    return (uint32_t)cpu->flags.result == 0;
}

static inline bool flag_sf(const struct cpu *cpu)
{
    return cpu->flags.result < 0;
}

static inline bool flag_pf(const struct cpu *cpu)
{
    const uint64_t result = (uint64_t)cpu->flags.result;

    return !__builtin_parity((unsigned)((result ^ (result >> 32)) & 0xff));
}

/* Computes the flags that translated code has left pending. */
void pending_flags_settle(struct cpu *cpu);

static inline void flags_settle(struct cpu *cpu)
{
    if (cpu->pending.operation != PENDING_NONE)
        pending_flags_settle(cpu);
}

/* Carries out of each bit of a + b (+ carry in) = r. */
static inline uint32_t carries_of_add(uint32_t a, uint32_t b, uint32_t r)
{
    return (a & b) | ((a | b) & ~r);
}

/* Borrows out of each bit of a - b (- borrow in) = r. */
static inline uint32_t borrows_of_sub(uint32_t a, uint32_t b, uint32_t r)
{
    return (~a & b) | (~(a ^ b) & r);
}

/* Aligns the carries of a result `bits` wide: those of its two top bits move to bits 31 and 30. */
static inline uint32_t carries_place(uint32_t carries, unsigned bits)
{
    return carries << (32 - bits) | (carries & CARRY_AF);
}

static inline int64_t sign_extend(uint32_t value, unsigned bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static inline void flags_set_result(struct cpu *cpu, uint32_t result, unsigned bits)
{
    cpu->flags.result = sign_extend(result, bits);
}

static inline void flags_add(struct cpu *cpu, uint32_t a, uint32_t b, uint32_t r, unsigned bits)
{
    flags_set_result(cpu, r, bits);
    cpu->flags.carry = carries_place(carries_of_add(a, b, r), bits);
}

static inline void flags_sub(struct cpu *cpu, uint32_t a, uint32_t b, uint32_t r, unsigned bits)
{
    flags_set_result(cpu, r, bits);
    cpu->flags.carry = carries_place(borrows_of_sub(a, b, r), bits);
}

/* AND, OR, XOR, TEST: CF and OF 0; AF is undefined and 0 here, as in QEMU and Bochs. */
static inline void flags_logic(struct cpu *cpu, uint32_t r, unsigned bits)
{
    flags_set_result(cpu, r, bits);
    cpu->flags.carry = 0;
}

static inline uint32_t carry_word(bool cf, bool of, bool af)
{
    return (cf ? CARRY_CF : 0) | (cf != of ? CARRY_OF : 0) | (af ? CARRY_AF : 0);
}

/* Sets CF and leaves the others. */
static inline void flags_set_cf(struct cpu *cpu, bool cf)
{
    if (flag_cf(cpu) != cf)
        cpu->flags.carry ^= CARRY_CF | CARRY_OF;
}

/* Sets ZF and leaves the others. */
static inline void flags_set_zf(struct cpu *cpu, bool zf)
{
    const bool pf = flag_pf(cpu);
    const uint64_t sign = flag_sf(cpu) ? 1ull << 63 : 0;
    const uint32_t low = zf ? 0 : 0x100;

    cpu->flags.result = (int64_t)(sign | (pf ? 0 : 1ull << 32) | low);
}

uint32_t eflags_read(const struct cpu *cpu);

/* Writes all existing bits of EFLAGS; the caller has masked those that must not change. */
void eflags_write(struct cpu *cpu, uint32_t value);

/* Replaces the arithmetic flags only. */
void flags_write_arithmetic(struct cpu *cpu, uint32_t value);

/* Condition codes in encoding order: O NO B NB Z NZ BE NBE S NS P NP L NL LE NLE. */
static inline bool flags_condition(const struct cpu *cpu, unsigned code)
{
    bool met;

    switch (code >> 1) {
    case 0:
        met = flag_of(cpu);
        break;
    case 1:
        met = flag_cf(cpu);
        break;
    case 2:
        met = flag_zf(cpu);
        break;
    case 3:
        met = flag_cf(cpu) || flag_zf(cpu);
        break;
    case 4:
        met = flag_sf(cpu);
        break;
    case 5:
        met = flag_pf(cpu);
        break;
    case 6:
        met = flag_sf(cpu) != flag_of(cpu);
        break;
    default:
        met = flag_zf(cpu) || flag_sf(cpu) != flag_of(cpu);
        break;
    }
    return met != (code & 1);
}
