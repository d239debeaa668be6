/*
 * SPDX-License-Identifier: MIT
 * Notes the uses of inputs as addresses, indices, limits and counts.
 */
#include "host/analysis/code/flow_uses.h"

/* An address base + index: a base that is certainly a number makes the index the pointer. */
static void flow_use_sum(struct code_uses *uses, flow_origins base, flow_origins index)
{
    bool number = !(base & FLOW_ALL) && base & FLOW_CONSTANT && !(base & FLOW_ADDRESS);
    bool known = !(base & uses->pointers) && index & uses->pointers;
    if (number || known) {
        uses->pointers |= index & FLOW_ALL;
        uses->indices |= base & FLOW_ALL & ~uses->pointers;
    } else if (uses->sums_known || base & uses->pointers) {
        uses->pointers |= base & FLOW_ALL;
        uses->indices |= index & FLOW_ALL & ~uses->pointers;
    }
}

static void flow_use_memory(struct flow_state *state, const struct flow_insn *insn,
                            const ZydisDecodedOperand *operand)
{
    struct code_uses *uses = insn->uses;
    int base = flow_register(operand->mem.base), index = flow_register(operand->mem.index);
    flow_origins bases = base >= 0 ? state->registers[base] : 0,
                 indices = index >= 0 ? state->registers[index] : 0;
    uint32_t place = (uint32_t)operand->mem.disp.value;
    bool placed =
        operand->mem.disp.has_displacement && flow_state_immediate(insn, place) & FLOW_ADDRESS;
    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN || (base >= 0 && state->framed[base]))
        return;
    if (bases == 1u << EBP && index < 0 && operand->mem.disp.value >= 8)
        uses->frame_above = true;
    else if (bases == 1u << EBP && (index >= 0 || operand->mem.disp.value >= 0))
        uses->frame_other = true;
    if (placed || base < 0) /* an array's address with indices */
        uses->indices |= (bases | indices) & FLOW_ALL & ~uses->pointers;
    else if (index >= 0 && operand->mem.scale <= 1)
        flow_use_sum(uses, bases, indices);
    else {
        uses->pointers |= bases & FLOW_ALL;
        uses->indices |= indices & FLOW_ALL;
    }
    uses->indices &= ~uses->pointers;
}

/* Notes arguments that an x87 instruction loads. */
static void flow_use_x87(struct flow_state *state, const struct flow_insn *insn)
{
    for (unsigned i = 0; i < insn->decoded.operand_count_visible; i++) {
        const flow_origins *slot = flow_state_slot(state, &insn->operands[i]);
        if (slot && insn->operands[i].element_type == ZYDIS_ELEMENT_TYPE_FLOAT32)
            insn->uses->singles |= *slot & FLOW_ALL;
        else if (slot && insn->operands[i].element_type == ZYDIS_ELEMENT_TYPE_FLOAT64)
            insn->uses->doubles |= *slot & FLOW_ALL;
    }
}

static unsigned flow_first(flow_origins origins)
{
    return (unsigned)__builtin_ctz(origins);
}

void flow_use_comparison(struct code_uses *uses, flow_origins a, flow_origins b)
{
    flow_origins x = a & FLOW_ALL, y = b & FLOW_ALL;
    if (x && y && flow_first(x) != flow_first(y)) {
        uses->compared[flow_first(x)] = (uint8_t)(flow_first(y) + 1);
        uses->compared[flow_first(y)] = (uint8_t)(flow_first(x) + 1);
    } else if (x && !y && b & FLOW_CONSTANT) {
        if (!uses->compared[flow_first(x)])
            uses->compared[flow_first(x)] = FLOW_TO_CONSTANT;
    } else if (y && !x && a & FLOW_CONSTANT && !uses->compared[flow_first(y)]) {
        uses->compared[flow_first(y)] = FLOW_TO_CONSTANT;
    }
}

void flow_use_step(struct code_uses *uses, flow_origins value, int64_t step)
{
    value &= FLOW_ALL;
    *(step > 0 ? &uses->up : &uses->down) |= value;
    for (unsigned i = 0; i < FLOW_INPUTS; i++)
        if (value >> i & 1)
            uses->step[i] = (uint32_t)(step < 0 ? -step : step);
}

/* Returns whether the instruction reads no value: it clears a register, or fills space. */
static bool is_without_input(const struct flow_insn *insn)
{
    const ZydisDecodedOperand *from = &insn->operands[1];
    switch (insn->decoded.mnemonic) {
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_XCHG:
        return flow_is_same_register(insn);
    case ZYDIS_MNEMONIC_LEA: /* LEA ESI, [ESI+0] aligns code */
        return from->mem.base == insn->operands[0].reg.value &&
               from->mem.index == ZYDIS_REGISTER_NONE && !from->mem.disp.value;
    case ZYDIS_MNEMONIC_PUSH: /* only stores it */
        return insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER;
    default:
        return false;
    }
}

/* Notes the inputs that the instruction reads. */
static void flow_use_read(struct flow_state *state, const struct flow_insn *insn,
                          const struct code_form *form)
{
    if (is_without_input(insn))
        return;
    for (unsigned i = 0; i < 8; i++)
        if (form->effects.registers_read >> i & 1)
            insn->uses->read |= state->registers[i] & FLOW_ALL;
    for (unsigned i = 0; i < insn->decoded.operand_count_visible; i++) {
        const flow_origins *slot = flow_state_slot(state, &insn->operands[i]);
        if (slot && insn->operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_READ)
            insn->uses->read |= *slot & FLOW_ALL;
    }
}

void flow_use_operands(struct flow_state *state, const struct flow_insn *insn,
                       const struct code_form *form)
{
    flow_use_read(state, insn, form);
    for (unsigned i = 0; i < insn->decoded.operand_count; i++)
        if (insn->operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            flow_use_memory(state, insn, &insn->operands[i]);
    /* Implicit addresses that Zydis does not list: all of insn_effects */
    for (unsigned i = 0; i < 8; i++)
        if (i != ESP && form->effects.implicit_memory && form->effects.pointers >> i & 1 &&
            !state->framed[i])
            insn->uses->pointers |= state->registers[i] & FLOW_ALL;
    if (form->x87)
        flow_use_x87(state, insn);
    if (form->divides)
        insn->uses->divided |= state->registers[EAX] & FLOW_ALL;
}
