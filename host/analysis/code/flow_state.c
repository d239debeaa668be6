/*
 * SPDX-License-Identifier: MIT
 * States before instructions, and their operands.
 */
#include <string.h>

#include "host/analysis/code/flow_state.h"

void flow_state_begin(struct flow_state *state, bool frame)
{
    *state = (struct flow_state){.reached = true};
    for (unsigned i = 0; i < 8; i++)
        state->registers[i] = i == ESP ? 0 : 1u << i;
    for (unsigned i = 0; i < FLOW_ARGUMENTS; i++)
        state->slots[FLOW_BELOW + 1 + i] = 1u << (8 + i);
    state->framed[ESP] = true;
    state->framed[EBP] = frame;
    state->frames[EBP] = -4;
}

bool flow_state_join(struct flow_state *state, const struct flow_state *other)
{
    const struct flow_state before = *state;
    if (!state->reached) {
        *state = *other;
        return true;
    }
    for (unsigned i = 0; i < 8; i++) {
        state->registers[i] |= other->registers[i];
        state->framed[i] =
            state->framed[i] && other->framed[i] && state->frames[i] == other->frames[i];
    }
    for (unsigned i = 0; i < FLOW_SLOTS; i++)
        state->slots[i] |= other->slots[i];
    return memcmp(&before, state, sizeof before) != 0;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Returns the number of a general register that contains `reg`; -1 for others. */
int flow_register(ZydisRegister reg)
{
    if (reg >= ZYDIS_REGISTER_EAX && reg <= ZYDIS_REGISTER_EDI)
        return reg - ZYDIS_REGISTER_EAX;
    if (reg >= ZYDIS_REGISTER_AX && reg <= ZYDIS_REGISTER_DI)
        return reg - ZYDIS_REGISTER_AX;
    if (reg >= ZYDIS_REGISTER_AL && reg <= ZYDIS_REGISTER_BH)
        return (reg - ZYDIS_REGISTER_AL) % 4;
    return -1;
}

/* Returns the stack's dword of an operand; NULL if it is not one. */
flow_origins *flow_state_slot(struct flow_state *state, const ZydisDecodedOperand *operand)
{
    int base = operand->type == ZYDIS_OPERAND_TYPE_MEMORY ? flow_register(operand->mem.base) : -1;
    if (base < 0 || !state->framed[base] || operand->mem.index != ZYDIS_REGISTER_NONE)
        return NULL;
    int64_t at = state->frames[base] + operand->mem.disp.value;
    int64_t slot = at / 4 + FLOW_BELOW;
    return at % 4 == 0 && slot >= 0 && slot < FLOW_SLOTS ? &state->slots[slot] : NULL;
}

flow_origins flow_state_immediate(const struct flow_insn *insn, uint64_t value)
{
    uint32_t at = (uint32_t)value;
    bool address = (at >= insn->memory->first && at < insn->memory->end) ||
                   (at >= 0x1008000 && at < 0x1020000);
    return FLOW_CONSTANT | (address ? FLOW_ADDRESS : 0);
}

flow_origins flow_state_value(struct flow_state *state, const struct flow_insn *insn,
                              unsigned number)
{
    const ZydisDecodedOperand *operand = &insn->operands[number];
    int reg = operand->type == ZYDIS_OPERAND_TYPE_REGISTER ? flow_register(operand->reg.value) : -1;
    const flow_origins *slot = flow_state_slot(state, operand);
    return reg >= 0 ? state->registers[reg]
           : slot   ? *slot
           : operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE
               ? flow_state_immediate(insn, operand->imm.value.u)
               : 0;
}

void flow_state_store(struct flow_state *state, const struct flow_insn *insn, unsigned number,
                      flow_origins value)
{
    const ZydisDecodedOperand *operand = &insn->operands[number];
    flow_origins *slot = flow_state_slot(state, operand);
    if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER && operand->size == 32) {
        int reg = flow_register(operand->reg.value);
        if (reg < 0)
            return;
        state->registers[reg] = value;
        state->framed[reg] = false;
    } else if (slot && operand->size == 32) {
        *slot = value;
    }
}

/* Returns the origins of a sum: those of the operand that is a pointer. */
flow_origins flow_sum(const struct code_uses *uses, flow_origins a, flow_origins b)
{
    if (!(b & FLOW_ALL))
        return a & FLOW_ALL ? a : a | b;
    if (!(a & FLOW_ALL))
        return a & FLOW_ADDRESS ? a : b;
    if (!uses->sums_known)
        return 0;
    return a & uses->pointers || !(b & uses->pointers) ? a : b;
}

bool flow_is_same_register(const struct flow_insn *insn)
{
    return insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           insn->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           insn->operands[0].reg.value == insn->operands[1].reg.value;
}

void flow_state_push(struct flow_state *state, flow_origins value)
{
    const int64_t slot = state->frames[ESP] / 4 - 1 + FLOW_BELOW;
    state->frames[ESP] -= 4;
    if (state->framed[ESP] && slot >= 0 && slot < FLOW_SLOTS)
        state->slots[slot] = value;
}

flow_origins flow_state_pop(struct flow_state *state)
{
    const int64_t slot = state->frames[ESP] / 4 + FLOW_BELOW;
    state->frames[ESP] += 4;
    return state->framed[ESP] && slot >= 0 && slot < FLOW_SLOTS ? state->slots[slot] : 0;
}

/* ---- instructions ---------------------------------------------------------------------------- */

void flow_state_call(struct flow_state *state)
{
    flow_state_push(state, 0);
}

void flow_state_return(struct flow_state *state)
{
    static const uint8_t scratch[] = {EAX, ECX, EDX};
    for (unsigned i = 0; i < sizeof scratch; i++) {
        state->registers[scratch[i]] = 0;
        state->framed[scratch[i]] = false;
    }
}
