/*
 * SPDX-License-Identifier: MIT
 * Results and flags of ADD OR ADC SBB AND SUB XOR and INC DEC NOT NEG.
 */
#pragma once

#include "sim/cpu/flags.h"

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

/* Restores CF after INC and DEC: flips the top carry bit, and with it the one below to preserve
 * OF. */
static inline void alu_restore_cf(struct cpu *cpu, uint32_t before)
{
    const uint32_t flip = (cpu->flags.carry ^ before) & CARRY_CF;

    cpu->flags.carry ^= flip | flip >> 1;
}

static inline uint32_t alu_inc(struct cpu *cpu, uint32_t a, unsigned bits)
{
    const uint32_t before = cpu->flags.carry;
    const uint32_t r = a + 1;

    flags_add(cpu, a, 1, r, bits);
    alu_restore_cf(cpu, before);
    return r;
}

static inline uint32_t alu_dec(struct cpu *cpu, uint32_t a, unsigned bits)
{
    const uint32_t before = cpu->flags.carry;
    const uint32_t r = a - 1;

    flags_sub(cpu, a, 1, r, bits);
    alu_restore_cf(cpu, before);
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
