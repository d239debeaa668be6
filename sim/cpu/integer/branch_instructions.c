/*
 * SPDX-License-Identifier: MIT
 * Near jumps, calls and returns, loops, and the operands of far transfers. insn->immediate is the
 * target.
 */
#include "sim/cpu/integer/branch_instructions.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/integer/stack.h"
#include "sim/cpu/system/far_transfer.h"

/* ---- conditional --------------------------------------------------------------------------- */

#define DEFINE_JCC(CODE)                                                                           \
    static void jcc_##CODE(struct cpu *cpu, const struct insn *insn)                               \
    {                                                                                              \
        branch_instruction_conditional(cpu, insn, flags_condition(cpu, CODE));                     \
    }

DEFINE_JCC(0)
DEFINE_JCC(1)
DEFINE_JCC(2)
DEFINE_JCC(3)
DEFINE_JCC(4)
DEFINE_JCC(5)
DEFINE_JCC(6)
DEFINE_JCC(7)
DEFINE_JCC(8)
DEFINE_JCC(9)
DEFINE_JCC(10)
DEFINE_JCC(11)
DEFINE_JCC(12)
DEFINE_JCC(13)
DEFINE_JCC(14)
DEFINE_JCC(15)

const struct operation op_jcc = {.r = ANY_SIZE(jcc_0)};

insn_execute *const jcc_handlers[16] = {
    jcc_0, jcc_1, jcc_2,  jcc_3,  jcc_4,  jcc_5,  jcc_6,  jcc_7,
    jcc_8, jcc_9, jcc_10, jcc_11, jcc_12, jcc_13, jcc_14, jcc_15,
};

/* The count is CX or ECX, depending on the address size. */
static uint32_t loop_count(const struct cpu *cpu, const struct insn *insn)
{
    return cpu->reg[REG_ECX] & insn->address_mask;
}

static void branch_instruction_loop_while(struct cpu *cpu, const struct insn *insn,
                                          bool condition_met)
{
    const uint32_t count = (loop_count(cpu, insn) - 1) & insn->address_mask;
    const bool taken = count != 0 && condition_met;

    if (taken)
        branch_check(cpu, insn->immediate);
    cpu->reg[REG_ECX] = (cpu->reg[REG_ECX] & ~insn->address_mask) | count;
    branch_instruction_conditional(cpu, insn, taken);
}

static void branch_instruction_loop(struct cpu *cpu, const struct insn *insn)
{
    branch_instruction_loop_while(cpu, insn, true);
}

static void loope(struct cpu *cpu, const struct insn *insn)
{
    branch_instruction_loop_while(cpu, insn, flag_zf(cpu));
}

static void loopne(struct cpu *cpu, const struct insn *insn)
{
    branch_instruction_loop_while(cpu, insn, !flag_zf(cpu));
}

static void jcxz(struct cpu *cpu, const struct insn *insn)
{
    branch_instruction_conditional(cpu, insn, loop_count(cpu, insn) == 0);
}

const struct operation op_loop = {.r = ANY_SIZE(branch_instruction_loop)};
const struct operation op_loope = {.r = ANY_SIZE(loope)};
const struct operation op_loopne = {.r = ANY_SIZE(loopne)};
const struct operation op_jcxz = {.r = ANY_SIZE(jcxz)};

/* ---- near ---------------------------------------------------------------------------------- */

static void jmp(struct cpu *cpu, const struct insn *insn)
{
    branch_check(cpu, insn->immediate);
    branch_instruction_take(cpu, insn, BRANCH_UNCONDITIONAL, insn->immediate);
}

const struct operation op_jmp = {.r = ANY_SIZE(jmp)};

#define DEFINE_NEAR(BITS)                                                                          \
    static void call_##BITS(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        branch_check(cpu, insn->immediate);                                                        \
        push##BITS(cpu, insn, (uint##BITS##_t)insn_next(insn));                                    \
        branch_instruction_take(cpu, insn, BRANCH_UNCONDITIONAL, insn->immediate);                 \
    }                                                                                              \
    static void jmp_r##BITS(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        const uint32_t target = reg_read##BITS(cpu, insn->reg);                                    \
        branch_check(cpu, target);                                                                 \
        branch_instruction_take(cpu, insn, BRANCH_INDIRECT, target);                               \
    }                                                                                              \
    static void jmp_m##BITS(struct cpu *cpu, const struct insn *insn)                              \
    {                                                                                              \
        const uint32_t target =                                                                    \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        branch_check(cpu, target);                                                                 \
        branch_instruction_take(cpu, insn, BRANCH_INDIRECT, target);                               \
    }                                                                                              \
    static void call_r##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        const uint32_t target = reg_read##BITS(cpu, insn->reg);                                    \
        branch_check(cpu, target);                                                                 \
        push##BITS(cpu, insn, (uint##BITS##_t)insn_next(insn));                                    \
        branch_instruction_take(cpu, insn, BRANCH_INDIRECT, target);                               \
    }                                                                                              \
    static void call_m##BITS(struct cpu *cpu, const struct insn *insn)                             \
    {                                                                                              \
        const uint32_t target =                                                                    \
            load##BITS(cpu, insn, insn->segment, effective_address(cpu, insn));                    \
        branch_check(cpu, target);                                                                 \
        push##BITS(cpu, insn, (uint##BITS##_t)insn_next(insn));                                    \
        branch_instruction_take(cpu, insn, BRANCH_INDIRECT, target);                               \
    }                                                                                              \
    static void ret_##BITS(struct cpu *cpu, const struct insn *insn)                               \
    {                                                                                              \
        const uint32_t target = load##BITS(cpu, insn, SEG_SS, stack_offset(cpu, 0));               \
        branch_check(cpu, target);                                                                 \
        stack_pointer_set(cpu, cpu->reg[REG_ESP] + BITS / 8 + insn->immediate);                    \
        branch_instruction_take(cpu, insn, BRANCH_RETURN, target);                                 \
    }

DEFINE_NEAR(16)
DEFINE_NEAR(32)
const struct operation op_call = {.r = WORD_SIZES(call_)};
const struct operation op_jmp_indirect = {.r = WORD_SIZES(jmp_r), .m = WORD_SIZES(jmp_m)};
const struct operation op_call_indirect = {.r = WORD_SIZES(call_r), .m = WORD_SIZES(call_m)};
const struct operation op_ret = {.r = WORD_SIZES(ret_)};

/* ---- far ----------------------------------------------------------------------------------- */

static void branch_instruction_far_pointer(struct cpu *cpu, const struct insn *insn,
                                           uint16_t *selector, uint32_t *offset)
{
    const uint32_t at = effective_address(cpu, insn);
    const unsigned bytes = insn->operand_size;

    *offset =
        bytes == 4 ? load32(cpu, insn, insn->segment, at) : load16(cpu, insn, insn->segment, at);
    *selector = load16(cpu, insn, insn->segment, (at + bytes) & insn->address_mask);
}

static void branch_instruction_jmp_far(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t linear = insn_linear(cpu, insn);

    far_transfer_jump(cpu, insn, insn->selector, insn->immediate);
    branch_far_done(cpu, insn, linear);
}

static void branch_instruction_call_far(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t linear = insn_linear(cpu, insn);

    far_transfer_call(cpu, insn, insn->selector, insn->immediate, insn->operand_size);
    branch_far_done(cpu, insn, linear);
}

static void branch_instruction_jmp_far_m(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t linear = insn_linear(cpu, insn);
    uint16_t selector;
    uint32_t offset;

    branch_instruction_far_pointer(cpu, insn, &selector, &offset);
    far_transfer_jump(cpu, insn, selector, offset);
    branch_far_done(cpu, insn, linear);
}

static void branch_instruction_call_far_m(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t linear = insn_linear(cpu, insn);
    uint16_t selector;
    uint32_t offset;

    branch_instruction_far_pointer(cpu, insn, &selector, &offset);
    far_transfer_call(cpu, insn, selector, offset, insn->operand_size);
    branch_far_done(cpu, insn, linear);
}

static void retf(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t linear = insn_linear(cpu, insn);

    far_transfer_return(cpu, insn, insn->operand_size, insn->immediate);
    branch_far_done(cpu, insn, linear);
}

static void iret(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t linear = insn_linear(cpu, insn);

    interrupt_return(cpu, insn, insn->operand_size);
    branch_far_done(cpu, insn, linear);
}

const struct operation op_jmp_far = {.r = ANY_SIZE(branch_instruction_jmp_far)};
const struct operation op_call_far = {.r = ANY_SIZE(branch_instruction_call_far)};
const struct operation op_jmp_far_indirect = {.m = ANY_SIZE(branch_instruction_jmp_far_m)};
const struct operation op_call_far_indirect = {.m = ANY_SIZE(branch_instruction_call_far_m)};
const struct operation op_retf = {.r = ANY_SIZE(retf)};
const struct operation op_iret = {.r = ANY_SIZE(iret)};

/* ---- software interrupts ------------------------------------------------------------------- */

static void branch_instruction_interrupt(struct cpu *cpu, const struct insn *insn, uint8_t vector,
                                         bool int_n)
{
    const struct event event = {.kind = EVENT_SOFTWARE, .vector = vector, .int_n = int_n};
    const uint32_t linear = insn_linear(cpu, insn);

    interrupt_deliver(cpu, &event);
    branch_far_done(cpu, insn, linear);
}

static void int_n(struct cpu *cpu, const struct insn *insn)
{
    branch_instruction_interrupt(cpu, insn, (uint8_t)insn->immediate, true);
}

static void int3(struct cpu *cpu, const struct insn *insn)
{
    branch_instruction_interrupt(cpu, insn, VECTOR_BP, false);
}

static void into(struct cpu *cpu, const struct insn *insn)
{
    if (flag_of(cpu))
        branch_instruction_interrupt(cpu, insn, VECTOR_OF, false);
}

/* Undocumented INT1 (F1): an exception, not a software interrupt, so there is no DPL check. */
/*
 * Raises #DB together with debug exceptions that a preceding MOV SS left pending: the handler is
 * entered once and DR6 has the bits of all causes. The handler of INT n is a different one, so
 * there the pending trap occurs at the handler's first instruction.
 */
static void branch_instruction_icebp(struct cpu *cpu, const struct insn *insn)
{
    const struct event event = {.kind = EVENT_EXCEPTION, .vector = VECTOR_DB};

    (void)insn;
    cpu->dr[6] |= cpu->pending_debug;
    cpu->pending_debug = 0;
    interrupt_deliver(cpu, &event);
}

const struct operation op_int = {.r = ANY_SIZE(int_n)};
const struct operation op_int3 = {.r = ANY_SIZE(int3)};
const struct operation op_into = {.r = ANY_SIZE(into)};
const struct operation op_icebp = {.r = ANY_SIZE(branch_instruction_icebp)};

#define DEFINE_BOUND(BITS)                                                                         \
    static void bound_m##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        const uint32_t at = effective_address(cpu, insn);                                          \
        const int##BITS##_t index = (int##BITS##_t)reg_read##BITS(cpu, insn->reg);                 \
        const int##BITS##_t low = (int##BITS##_t)load##BITS(cpu, insn, insn->segment, at);         \
        const int##BITS##_t high = (int##BITS##_t)load##BITS(                                      \
            cpu, insn, insn->segment, (at + BITS / 8) & insn->address_mask);                       \
        if (index < low || index > high)                                                           \
            raise_fault(cpu, VECTOR_BR);                                                           \
    }

DEFINE_BOUND(16)
DEFINE_BOUND(32)
const struct operation op_bound = {.m = WORD_SIZES(bound_m)};
