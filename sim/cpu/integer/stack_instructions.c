/*
 * SPDX-License-Identifier: MIT
 * Stack instructions: PUSH, POP, PUSHA, POPA, PUSHF, POPF, ENTER, LEAVE.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/segment.h"
#include "sim/cpu/integer/stack.h"
#include "sim/cpu/system/far_transfer.h"
#include "sim/cpu/system/vme.h"

#define DEFINE_PUSH_POP(BITS)                                                                      \
    static void push_r##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        push##BITS(cpu, insn, (uint##BITS##_t)reg_read##BITS(cpu, insn->reg));                     \
    }                                                                                              \
    static void push_ri##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        push##BITS(cpu, insn, (uint##BITS##_t)insn->immediate);                                    \
    }                                                                                              \
    static void push_m##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        push##BITS(cpu, insn, load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn))); \
    }                                                                                              \
    static void pop_r##BITS(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        const uint##BITS##_t value = (uint##BITS##_t)pop##BITS(cpu, insn);                         \
        reg_write##BITS(cpu, insn->reg, value);                                                    \
    }                                                                                              \
    /* An address that uses ESP uses its value after the pop; a fault restores the old value. */   \
    static void pop_m##BITS(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        const uint32_t esp = cpu->reg[REG_ESP];                                                    \
        const uint##BITS##_t value = (uint##BITS##_t)pop##BITS(cpu, insn);                         \
        const uint32_t offset = effective_address(cpu, insn);                                      \
        const uint32_t after = cpu->reg[REG_ESP];                                                  \
        cpu->reg[REG_ESP] = esp;                                                                   \
        store##BITS(cpu, insn, insn->segment, offset, value);                                      \
        cpu->reg[REG_ESP] = after;                                                                 \
    }                                                                                              \
    static void push_segment_##BITS(struct cpu *cpu, const struct insn *insn)                      \
    {                                                                                              \
        push##BITS(cpu, insn, cpu->seg[insn->rm].selector);                                        \
    }                                                                                              \
    static void pop_segment_##BITS(struct cpu *cpu, const struct insn *insn)                       \
    {                                                                                              \
        const uint16_t selector = load16(cpu, insn, SEG_SS, stack_offset(cpu, 0));                 \
        const uint32_t esp = stack_offset(cpu, BITS / 8);                                          \
        const bool big = cpu->seg[SEG_SS].big;                                                     \
        segment_load(cpu, insn->rm, selector);                                                     \
        cpu->reg[REG_ESP] = big ? esp : (cpu->reg[REG_ESP] & 0xffff0000u) | (esp & 0xffffu);       \
        if (insn->rm == SEG_SS) {                                                                  \
            cpu->shadow = SHADOW_SS;                                                               \
            cpu_attention(cpu);                                                                    \
        }                                                                                          \
    }                                                                                              \
    static void pusha_##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        const uint32_t esp = cpu->reg[REG_ESP];                                                    \
        guest_probe_store(cpu, SEG_SS, stack_offset(cpu, (uint32_t) - (BITS / 8)), BITS / 8);      \
        guest_probe_store(cpu, SEG_SS, stack_offset(cpu, (uint32_t)-BITS), BITS / 8);              \
        if (!cpu->seg[SEG_SS].big &&                                                               \
            (esp & 0xffffu) < BITS) /* SP wraps: any access may straddle */                        \
            for (unsigned i = 2; i < 8; i++)                                                       \
                guest_probe_store(cpu, SEG_SS, stack_offset(cpu, -i *(BITS / 8)), BITS / 8);       \
        for (unsigned i = 0; i < 8; i++)                                                           \
            push##BITS(cpu, insn, (uint##BITS##_t)(i == REG_ESP ? esp : cpu->reg[i]));             \
    }                                                                                              \
    static void popa_##BITS(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        uint##BITS##_t values[8];                                                                  \
        for (unsigned i = 0; i < 8; i++)                                                           \
            values[7 - i] = (uint##BITS##_t)peek_sized(cpu, insn, i * (BITS / 8), BITS / 8);       \
        for (unsigned i = 0; i < 8; i++)                                                           \
            if (i != REG_ESP)                                                                      \
                reg_write##BITS(cpu, i, values[i]);                                                \
        stack_pointer_set(cpu, cpu->reg[REG_ESP] + BITS);                                          \
    }                                                                                              \
    static void leave_##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        const bool big = cpu->seg[SEG_SS].big;                                                     \
        const uint32_t frame = big ? cpu->reg[REG_EBP] : cpu->reg[REG_EBP] & 0xffffu;              \
        const uint##BITS##_t value = load##BITS(cpu, insn, SEG_SS, frame);                         \
        stack_pointer_set(cpu, frame + BITS / 8);                                                  \
        reg_write##BITS(cpu, REG_EBP, value);                                                      \
    }

DEFINE_PUSH_POP(16)
DEFINE_PUSH_POP(32)
const struct operation op_push = {
    .r = WORD_SIZES(push_r), .ri = WORD_SIZES(push_ri), .m = WORD_SIZES(push_m)};
const struct operation op_pop = {.r = WORD_SIZES(pop_r), .m = WORD_SIZES(pop_m)};
const struct operation op_push_segment = {.r = WORD_SIZES(push_segment_)};
const struct operation op_pop_segment = {.r = WORD_SIZES(pop_segment_)};
const struct operation op_pusha = {.r = WORD_SIZES(pusha_)};
const struct operation op_popa = {.r = WORD_SIZES(popa_)};
const struct operation op_leave = {.r = WORD_SIZES(leave_)};

/* ---- ENTER --------------------------------------------------------------------------------- */

/* The immediate is the frame size, insn->selector the nesting level. */
static void stack_enter_sized(struct cpu *cpu, const struct insn *insn, unsigned bytes)
{
    const uint32_t level = insn->selector & 31u;
    const uint32_t size = insn->immediate & 0xffff;
    const bool big = cpu->seg[SEG_SS].big;
    uint32_t frame;
    uint32_t ebp = cpu->reg[REG_EBP];

    far_checkpoint_save(cpu);
    push_sized(cpu, insn, ebp, bytes);
    frame = cpu->reg[REG_ESP];
    for (uint32_t i = 1; i < level; i++) {
        ebp -= bytes;
        const uint32_t at = big ? ebp : ebp & 0xffffu;
        const uint32_t pointer =
            bytes == 4 ? load32(cpu, insn, SEG_SS, at) : load16(cpu, insn, SEG_SS, at);
        push_sized(cpu, insn, pointer, bytes);
    }
    if (level)
        push_sized(cpu, insn, frame, bytes);
    guest_probe_store(cpu, SEG_SS, stack_offset(cpu, 0 - size), bytes);
    stack_pointer_set(cpu, cpu->reg[REG_ESP] - size);
    if (bytes == 4)
        reg_write32(cpu, REG_EBP, frame);
    else
        reg_write16(cpu, REG_EBP, frame);
    far_checkpoint_discard(cpu);
}

static void enter_16(struct cpu *cpu, const struct insn *insn)
{
    stack_enter_sized(cpu, insn, 2);
}

static void enter_32(struct cpu *cpu, const struct insn *insn)
{
    stack_enter_sized(cpu, insn, 4);
}

const struct operation op_enter = {.r = WORD_SIZES(enter_)};

/* ---- EFLAGS on the stack ------------------------------------------------------------------- */

static void check_v86_iopl(struct cpu *cpu)
{
    if (v86_mode(cpu) && iopl(cpu) < 3)
        raise_error(cpu, VECTOR_GP, 0);
}

static void stack_pushf_16(struct cpu *cpu, const struct insn *insn)
{
    if (vme_active(cpu)) {
        push16(cpu, insn, vme_flags_read(cpu));
        return;
    }
    check_v86_iopl(cpu);
    push16(cpu, insn, (uint16_t)eflags_read(cpu));
}

static void stack_pushf_32(struct cpu *cpu, const struct insn *insn)
{
    check_v86_iopl(cpu);
    push32(cpu, insn, eflags_read(cpu) & ~(FLAG_VM | FLAG_RF));
}

static void stack_popf_sized(struct cpu *cpu, const struct insn *insn, unsigned bytes)
{
    uint32_t mask = FLAG_ARITHMETIC | FLAG_TF | FLAG_DF | FLAG_NT | FLAG_AC | eflags_id(cpu);

    check_v86_iopl(cpu);
    if (cpu->cpl == 0)
        mask |= FLAG_IOPL;
    if (cpu->cpl <= iopl(cpu))
        mask |= FLAG_IF;
    if (bytes == 2)
        mask &= 0xffff;

    const uint32_t value = pop_sized(cpu, insn, bytes);

    eflags_write(cpu, (eflags_read(cpu) & ~mask) | (value & mask));
}

static void stack_popf_16(struct cpu *cpu, const struct insn *insn)
{
    if (vme_active(cpu)) {
        vme_flags_write(cpu, (uint16_t)peek_sized(cpu, insn, 0, 2));
        stack_pointer_set(cpu, cpu->reg[REG_ESP] + 2);
        return;
    }
    stack_popf_sized(cpu, insn, 2);
}

static void stack_popf_32(struct cpu *cpu, const struct insn *insn)
{
    stack_popf_sized(cpu, insn, 4);
}

const struct operation op_pushf = {.r = WORD_SIZES(stack_pushf_)};
const struct operation op_popf = {.r = WORD_SIZES(stack_popf_)};
