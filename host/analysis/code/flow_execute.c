/*
 * SPDX-License-Identifier: MIT
 * Only what moves or changes addresses and counts is followed; the result of anything else has no
 * origin.
 */
#include "host/analysis/code/flow_execute.h"

#include "host/analysis/code/flow_uses.h"
#include "tools/insn_decoder.h"

static void flow_execute_lea(struct flow_state *state, const struct flow_insn *insn)
{
    const ZydisDecodedOperand *operand = &insn->operands[1];
    int to = flow_register(insn->operands[0].reg.value), base = flow_register(operand->mem.base),
        index = flow_register(operand->mem.index);
    flow_origins bases = base >= 0 ? state->registers[base] : FLOW_CONSTANT;
    int64_t displacement = operand->mem.disp.value;
    if (base >= 0 && index < 0 && state->framed[base]) {
        int32_t frame = state->frames[base] + (int32_t)displacement;
        flow_state_store(state, insn, 0, 0);
        state->framed[to] = true;
        state->frames[to] = frame;
        return;
    }
    if (index >= 0 && operand->mem.scale <= 1)
        bases = flow_sum(insn->uses, bases, state->registers[index]);
    else if (index >= 0 && base < 0)
        bases = 0;
    if (base == to && index < 0 && displacement)
        flow_use_step(insn->uses, bases, displacement);
    flow_state_store(state, insn, 0, bases);
}

static void flow_execute_add(struct flow_state *state, const struct flow_insn *insn, int sign)
{
    const ZydisDecodedOperand *to = &insn->operands[0], *from = &insn->operands[1];
    flow_origins value = flow_state_value(state, insn, 0), more = flow_state_value(state, insn, 1);
    int reg = to->type == ZYDIS_OPERAND_TYPE_REGISTER ? flow_register(to->reg.value) : -1;
    if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        if (reg >= 0 && state->framed[reg]) {
            state->frames[reg] += (int32_t)(sign * from->imm.value.s);
            return;
        }
        flow_use_step(insn->uses, value, sign * from->imm.value.s);
        if (!(value & FLOW_ALL))
            flow_state_store(state, insn, 0, value | more);
    } else if (sign < 0 && reg >= 0 && from->type == ZYDIS_OPERAND_TYPE_REGISTER &&
               flow_register(from->reg.value) == reg) {
        flow_state_store(state, insn, 0, FLOW_CONSTANT);
    } else if (sign > 0) {
        flow_state_store(state, insn, 0, flow_sum(insn->uses, value, more));
    } else {
        flow_use_comparison(insn->uses, value, more);
    }
}

static void flow_execute_count(struct flow_state *state, const struct flow_insn *insn, int step)
{
    int reg = insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER
                  ? flow_register(insn->operands[0].reg.value)
                  : -1;
    if (reg >= 0 && state->framed[reg])
        state->frames[reg] += step;
    flow_use_step(insn->uses, flow_state_value(state, insn, 0), step);
}

static void flow_execute_exchange(struct flow_state *state, const struct flow_insn *insn)
{
    flow_origins first = flow_state_value(state, insn, 0),
                 second = flow_state_value(state, insn, 1);
    flow_state_store(state, insn, 0, second);
    flow_state_store(state, insn, 1, first);
}

static void flow_execute_move(struct flow_state *state, const struct flow_insn *insn)
{
    const ZydisDecodedOperand *to = &insn->operands[0], *from = &insn->operands[1];
    int reg = to->type == ZYDIS_OPERAND_TYPE_REGISTER ? flow_register(to->reg.value) : -1;
    int other = from->type == ZYDIS_OPERAND_TYPE_REGISTER ? flow_register(from->reg.value) : -1;
    flow_state_store(state, insn, 0, flow_state_value(state, insn, 1));
    if (reg >= 0 && other >= 0 && to->size == 32) {
        state->framed[reg] = state->framed[other];
        state->frames[reg] = state->frames[other];
    }
}

/* Other instructions: their results have no origin. */
static void flow_execute_other(struct flow_state *state, const struct flow_insn *insn)
{
    if (insn->decoded.meta.category == ZYDIS_CATEGORY_STRINGOP)
        return;
    for (unsigned i = 0; i < insn->decoded.operand_count; i++)
        if (insn->operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE &&
            !(insn->operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
              insn->operands[i].reg.value == ZYDIS_REGISTER_ESP))
            flow_state_store(state, insn, i, 0);
}

static void flow_execute_leave(struct flow_state *state)
{
    state->framed[ESP] = state->framed[EBP];
    state->frames[ESP] = state->frames[EBP];
    state->registers[EBP] = flow_state_pop(state);
    state->framed[EBP] = false;
}

static void flow_execute_mnemonic(struct flow_state *state, const struct flow_insn *insn)
{
    flow_origins value;
    switch (insn->decoded.mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
        flow_execute_move(state, insn);
        break;
    case ZYDIS_MNEMONIC_LEA:
        flow_execute_lea(state, insn);
        break;
    case ZYDIS_MNEMONIC_ADD:
        flow_execute_add(state, insn, 1);
        break;
    case ZYDIS_MNEMONIC_SUB:
        flow_execute_add(state, insn, -1);
        break;
    case ZYDIS_MNEMONIC_INC:
        flow_execute_count(state, insn, 1);
        break;
    case ZYDIS_MNEMONIC_DEC:
        flow_execute_count(state, insn, -1);
        break;
    case ZYDIS_MNEMONIC_CMP:
        flow_use_comparison(insn->uses, flow_state_value(state, insn, 0),
                            flow_state_value(state, insn, 1));
        break;
    case ZYDIS_MNEMONIC_TEST:
        break;
    case ZYDIS_MNEMONIC_XCHG:
        flow_execute_exchange(state, insn);
        break;
    case ZYDIS_MNEMONIC_PUSH:
        value = insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                        flow_register(insn->operands[0].reg.value) < 0
                    ? 0
                    : flow_state_value(state, insn, 0);
        flow_state_push(state, value);
        break;
    case ZYDIS_MNEMONIC_POP:
        flow_state_store(state, insn, 0, flow_state_pop(state));
        break;
    case ZYDIS_MNEMONIC_LEAVE:
        flow_execute_leave(state);
        break;
    case ZYDIS_MNEMONIC_AND:
        if (insn->operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
            flow_execute_other(state, insn);
        else if (insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                 flow_register(insn->operands[0].reg.value) == ESP)
            state->framed[ESP] = true; /* alignment; the arguments are at EBP then */
        break;
    case ZYDIS_MNEMONIC_XOR:
        if (flow_is_same_register(insn))
            flow_state_store(state, insn, 0, FLOW_CONSTANT);
        else
            flow_execute_other(state, insn);
        break;
    default:
        flow_execute_other(state, insn);
        break;
    }
}

void flow_execute(struct flow_state *state, const struct code_form *form, struct code_uses *uses,
                  const struct flow_memory *memory)
{
    struct flow_insn insn = {.memory = memory, .uses = uses};
    ZydisDecoder decoder;
    insn_decoder_init(&decoder, 32);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, form->bytes, form->insn.length,
                                             &insn.decoded, insn.operands)))
        return;
    flow_use_operands(state, &insn, form);
    flow_execute_mnemonic(state, &insn);
}

flow_origins flow_execute_first_operand(struct flow_state *state, const struct code_form *form)
{
    struct flow_insn insn = {0};
    ZydisDecoder decoder;
    insn_decoder_init(&decoder, 32);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, form->bytes, form->insn.length,
                                             &insn.decoded, insn.operands)) ||
        insn.operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
        return 0;
    return flow_state_value(state, &insn, 0);
}
