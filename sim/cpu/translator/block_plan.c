/*
 * SPDX-License-Identifier: MIT
 * Plans how each instruction of a block is translated, before any code is emitted.
 */
#include "sim/cpu/translator/translator.h"

static bool stack_is_32(const struct translation *t, unsigned i)
{
    return t->block->insns[i].operand_size == 4;
}

static bool is_register(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           ZydisRegisterGetClass(operand->reg.value) == ZYDIS_REGCLASS_GPR32;
}

static bool is_target(const ZydisDecodedOperand *operand)
{
    return is_register(operand) && operand->reg.value != ZYDIS_REGISTER_ESP;
}

static enum how block_plan_end(const struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const bool direct = t->operands[i][0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;

    if (raw->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR || !stack_is_32(t, i))
        return HOW_INTERPRETED;
    switch (raw->mnemonic) {
    case ZYDIS_MNEMONIC_JMP:
        if (guest_insn_memory(t, i))
            return guest_insn_memory_is_usual(t, i) ? HOW_JMP_MEMORY : HOW_INTERPRETED;
        return direct                          ? HOW_JMP
               : is_target(&t->operands[i][0]) ? HOW_JMP_INDIRECT
                                               : HOW_INTERPRETED;
    case ZYDIS_MNEMONIC_CALL:
        return direct                          ? HOW_CALL
               : is_target(&t->operands[i][0]) ? HOW_CALL_INDIRECT
                                               : HOW_INTERPRETED;
    case ZYDIS_MNEMONIC_RET:
        return HOW_RET;
    case ZYDIS_MNEMONIC_JCXZ:
    case ZYDIS_MNEMONIC_JECXZ:
    case ZYDIS_MNEMONIC_LOOP:
    case ZYDIS_MNEMONIC_LOOPE:
    case ZYDIS_MNEMONIC_LOOPNE:
        return HOW_INTERPRETED;
    default:
        return raw->meta.category == ZYDIS_CATEGORY_COND_BR ? HOW_JCC : HOW_INTERPRETED;
    }
}

static enum how block_plan_method(const struct translation *t, unsigned i)
{
    const ZydisDecodedInstruction *raw = &t->raw[i];
    const ZydisDecodedOperand *operand = &t->operands[i][0];
    const enum how end = block_plan_end(t, i);

    if (end != HOW_INTERPRETED)
        return i + 1 == t->block->count ? end : HOW_INTERPRETED;
    if (raw->mnemonic == ZYDIS_MNEMONIC_PUSH && stack_is_32(t, i) &&
        (is_register(operand) || operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE))
        return HOW_PUSH;
    if (raw->mnemonic == ZYDIS_MNEMONIC_POP && stack_is_32(t, i) && is_register(operand) &&
        operand->reg.value != ZYDIS_REGISTER_ESP)
        return HOW_POP;
    return guest_insn_is_native(t, i) ? HOW_COMPUTED : HOW_INTERPRETED;
}

static bool block_plan_accesses_memory(const struct translation *t, unsigned i)
{
    switch (t->how[i]) {
    case HOW_COMPUTED:
        return guest_insn_memory(t, i) && t->raw[i].mnemonic != ZYDIS_MNEMONIC_LEA &&
               t->raw[i].mnemonic != ZYDIS_MNEMONIC_NOP;
    case HOW_X87:
        return guest_insn_memory(t, i);
    case HOW_PUSH:
    case HOW_POP:
    case HOW_CALL:
    case HOW_RET:
    case HOW_JMP_MEMORY:
    case HOW_CALL_INDIRECT:
        return true;
    default:
        return false;
    }
}

/* False for a V half that issue may separate from its U half, or that may conflict with an access
 * of an interpreted U half. */
static bool block_plan_pairs_plainly(const struct translation *t, unsigned i)
{
    return t->block->insns[i].timing.pipe != PIPE_V ||
           (i > 0 && t->how[i - 1] != HOW_INTERPRETED && !t->block->insns[i].timing.attention);
}

/* Plans x87 instructions for the current stack state, which the block then requires at its
 * beginning. */
static void block_plan_x87(struct translation *t)
{
    struct block *block = t->block;
    struct x87_state begin = {.known = true,
                              .top = t->cpu->fpu.top,
                              .valid = t->cpu->fpu.valid,
                              .model_top = (uint8_t)*t->translator->x87.top};

    block->x87 = false;
    block->x87_top = begin.top;
    block->x87_valid = begin.valid;
    if (begin.top != begin.model_top)
        return;
    t->x87 = begin;
    for (unsigned i = 0; i < block->count; i++) {
        if (t->raw[i].meta.category != ZYDIS_CATEGORY_X87_ALU || !x87_form_plan(t, i))
            continue;
        t->how[i] = HOW_X87;
        block->x87 = true;
    }
    t->x87 = block->x87 ? begin : (struct x87_state){0};
}

static void block_plan_accesses(struct translation *t)
{
    for (unsigned i = 0; i < t->block->count; i++)
        t->accesses[i] = block_plan_accesses_memory(t, i);
}

/*
 * An instruction that is interpreted can force others to be interpreted: those that set its flags,
 * and its partner in a pair. Flags are therefore planned before the pairs are checked, and again
 * after.
 */
bool block_plan_make(struct translation *t)
{
    for (unsigned i = 0; i < t->block->count; i++) {
        if (!guest_insn_is_harmless(&t->raw[i]) ||
            t->block->insns[i].timing.attention & ATTENTION_MMX)
            return false;
        t->how[i] = (uint8_t)block_plan_method(t, i);
    }
    block_plan_accesses(t);
    flag_operands_plan(t);
    for (unsigned i = 0; i < t->block->count; i++)
        if (t->accesses[i] && !block_plan_pairs_plainly(t, i))
            t->how[i] = HOW_INTERPRETED;
    block_plan_x87(t);
    block_plan_accesses(t);
    flag_operands_plan(t);
    return true;
}
