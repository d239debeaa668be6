/*
 * SPDX-License-Identifier: MIT
 * Pushes and pops on SS with 16- or 32-bit stack pointers. ESP changes only after the access has
 * succeeded.
 */
#pragma once

#include "sim/cpu/guest_memory.h"

static inline void stack_pointer_set(struct cpu *cpu, uint32_t esp)
{
    if (likely(cpu->seg[SEG_SS].big))
        cpu->reg[REG_ESP] = esp;
    else
        cpu->reg[REG_ESP] = (cpu->reg[REG_ESP] & 0xffff0000u) | (esp & 0xffffu);
}

/* The offset `distance` bytes above ESP, wrapped according to the stack's address size. */
static inline uint32_t stack_offset(const struct cpu *cpu, uint32_t distance)
{
    const uint32_t esp = cpu->reg[REG_ESP] + distance;

    return likely(cpu->seg[SEG_SS].big) ? esp : esp & 0xffffu;
}

static inline void push32(struct cpu *cpu, const struct insn *insn, uint32_t value)
{
    const uint32_t esp = stack_offset(cpu, (uint32_t)-4);

    store32(cpu, insn, SEG_SS, esp, value);
    stack_pointer_set(cpu, esp);
}

static inline void push16(struct cpu *cpu, const struct insn *insn, uint16_t value)
{
    const uint32_t esp = stack_offset(cpu, (uint32_t)-2);

    store16(cpu, insn, SEG_SS, esp, value);
    stack_pointer_set(cpu, esp);
}

static inline uint32_t pop32(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t value = load32(cpu, insn, SEG_SS, stack_offset(cpu, 0));

    stack_pointer_set(cpu, cpu->reg[REG_ESP] + 4);
    return value;
}

static inline uint16_t pop16(struct cpu *cpu, const struct insn *insn)
{
    const uint16_t value = load16(cpu, insn, SEG_SS, stack_offset(cpu, 0));

    stack_pointer_set(cpu, cpu->reg[REG_ESP] + 2);
    return value;
}

/* `bytes` is 2 or 4. */
static inline void push_sized(struct cpu *cpu, const struct insn *insn, uint32_t value,
                              unsigned bytes)
{
    if (bytes == 4)
        push32(cpu, insn, value);
    else
        push16(cpu, insn, (uint16_t)value);
}

static inline uint32_t pop_sized(struct cpu *cpu, const struct insn *insn, unsigned bytes)
{
    return bytes == 4 ? pop32(cpu, insn) : pop16(cpu, insn);
}

/* Reads `distance` bytes above the top of the stack without popping. */
static inline uint32_t peek_sized(struct cpu *cpu, const struct insn *insn, uint32_t distance,
                                  unsigned bytes)
{
    const uint32_t offset = stack_offset(cpu, distance);

    return bytes == 4 ? load32(cpu, insn, SEG_SS, offset) : load16(cpu, insn, SEG_SS, offset);
}
