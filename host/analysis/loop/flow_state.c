/*
 * SPDX-License-Identifier: MIT
 * Only what moves or changes addresses and counts is followed; the result of anything else has no
 * origin.
 */
#include "host/analysis/loop/flow_state.h"

#include <string.h>

#include <Zydis/Zydis.h>

#include "host/analysis/loop/loop_setup.h"
#include "tools/insn_decoder.h"

struct flow_insn {
    ZydisDecodedInstruction decoded;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    const struct flow_memory *memory;
    struct code_uses *uses;
};

void flow_state_begin(struct flow_state *state)
{
    *state = (struct flow_state){.reached = true};
    for (unsigned i = 0; i < 8; i++)
        state->registers[i] = i == ESP ? 0 : 1u << i;
    for (unsigned i = 0; i < FLOW_ARGUMENTS; i++)
        state->slots[FLOW_BELOW + 1 + i] = 1u << (8 + i);
    state->framed[ESP] = true;
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
        state->framed[i] = state->framed[i] && other->framed[i] &&
                           state->frames[i] == other->frames[i];
    }
    for (unsigned i = 0; i < FLOW_SLOTS; i++)
        state->slots[i] |= other->slots[i];
    return memcmp(&before, state, sizeof before) != 0;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Returns the number of a general register that contains `reg`; -1 for others. */
static int general_register(ZydisRegister reg)
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
static flow_origins *flow_state_slot(struct flow_state *state, const ZydisDecodedOperand *operand)
{
    int base = operand->type == ZYDIS_OPERAND_TYPE_MEMORY ? general_register(operand->mem.base) : -1;
    if (base < 0 || !state->framed[base] || operand->mem.index != ZYDIS_REGISTER_NONE)
        return NULL;
    int64_t at = state->frames[base] + operand->mem.disp.value;
    int64_t slot = at / 4 + FLOW_BELOW;
    return at % 4 == 0 && slot >= 0 && slot < FLOW_SLOTS ? &state->slots[slot] : NULL;
}

static flow_origins flow_state_immediate(const struct flow_insn *insn, uint64_t value)
{
    uint32_t at = (uint32_t)value;
    bool address = (at >= insn->memory->first && at < insn->memory->end) ||
                   (at >= 0x1008000 && at < 0x1020000);
    return FLOW_CONSTANT | (address ? FLOW_ADDRESS : 0);
}

static flow_origins flow_state_value(struct flow_state *state, const struct flow_insn *insn,
                                     unsigned number)
{
    const ZydisDecodedOperand *operand = &insn->operands[number];
    int reg = operand->type == ZYDIS_OPERAND_TYPE_REGISTER ? general_register(operand->reg.value)
                                                           : -1;
    const flow_origins *slot = flow_state_slot(state, operand);
    return reg >= 0 ? state->registers[reg]
           : slot   ? *slot
           : operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE
               ? flow_state_immediate(insn, operand->imm.value.u)
               : 0;
}

static void flow_state_store(struct flow_state *state, const struct flow_insn *insn,
                             unsigned number, flow_origins value)
{
    const ZydisDecodedOperand *operand = &insn->operands[number];
    flow_origins *slot = flow_state_slot(state, operand);
    if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER && operand->size == 32) {
        int reg = general_register(operand->reg.value);
        if (reg < 0)
            return;
        state->registers[reg] = value;
        state->framed[reg] = false;
    } else if (slot && operand->size == 32) {
        *slot = value;
    }
}

/* Returns the origins of a sum: those of the operand that is a pointer. */
static flow_origins flow_sum(const struct code_uses *uses, flow_origins a, flow_origins b)
{
    if (!(b & FLOW_ALL))
        return a & FLOW_ALL ? a : a | b;
    if (!(a & FLOW_ALL))
        return a & FLOW_ADDRESS ? a : b;
    if (!uses->sums_known)
        return 0;
    return a & uses->pointers || !(b & uses->pointers) ? a : b;
}

/* ---- uses ------------------------------------------------------------------------------------ */

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
    int base = general_register(operand->mem.base), index = general_register(operand->mem.index);
    flow_origins bases = base >= 0 ? state->registers[base] : 0,
                 indices = index >= 0 ? state->registers[index] : 0;
    uint32_t place = (uint32_t)operand->mem.disp.value;
    bool placed = operand->mem.disp.has_displacement &&
                  flow_state_immediate(insn, place) & FLOW_ADDRESS;
    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN || (base >= 0 && state->framed[base]))
        return;
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

static void flow_use_comparison(struct code_uses *uses, flow_origins a, flow_origins b)
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

static void flow_use_step(struct code_uses *uses, flow_origins value, int64_t step)
{
    value &= FLOW_ALL;
    *(step > 0 ? &uses->up : &uses->down) |= value;
    for (unsigned i = 0; i < FLOW_INPUTS; i++)
        if (value >> i & 1)
            uses->step[i] = (uint32_t)(step < 0 ? -step : step);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void flow_execute_push(struct flow_state *state, flow_origins value)
{
    const int64_t slot = state->frames[ESP] / 4 - 1 + FLOW_BELOW;
    state->frames[ESP] -= 4;
    if (state->framed[ESP] && slot >= 0 && slot < FLOW_SLOTS)
        state->slots[slot] = value;
}

static flow_origins flow_execute_pop(struct flow_state *state)
{
    const int64_t slot = state->frames[ESP] / 4 + FLOW_BELOW;
    state->frames[ESP] += 4;
    return state->framed[ESP] && slot >= 0 && slot < FLOW_SLOTS ? state->slots[slot] : 0;
}

static void flow_execute_lea(struct flow_state *state, const struct flow_insn *insn)
{
    const ZydisDecodedOperand *operand = &insn->operands[1];
    int to = general_register(insn->operands[0].reg.value),
        base = general_register(operand->mem.base), index = general_register(operand->mem.index);
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
    int reg = to->type == ZYDIS_OPERAND_TYPE_REGISTER ? general_register(to->reg.value) : -1;
    if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        if (reg >= 0 && state->framed[reg]) {
            state->frames[reg] += (int32_t)(sign * from->imm.value.s);
            return;
        }
        flow_use_step(insn->uses, value, sign * from->imm.value.s);
        if (!(value & FLOW_ALL))
            flow_state_store(state, insn, 0, value | more);
    } else if (sign < 0 && reg >= 0 && from->type == ZYDIS_OPERAND_TYPE_REGISTER &&
               general_register(from->reg.value) == reg) {
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
                  ? general_register(insn->operands[0].reg.value)
                  : -1;
    if (reg >= 0 && state->framed[reg])
        state->frames[reg] += step;
    flow_use_step(insn->uses, flow_state_value(state, insn, 0), step);
}

static void flow_execute_exchange(struct flow_state *state, const struct flow_insn *insn)
{
    flow_origins first = flow_state_value(state, insn, 0), second = flow_state_value(state, insn, 1);
    flow_state_store(state, insn, 0, second);
    flow_state_store(state, insn, 1, first);
}

static void flow_execute_move(struct flow_state *state, const struct flow_insn *insn)
{
    const ZydisDecodedOperand *to = &insn->operands[0], *from = &insn->operands[1];
    int reg = to->type == ZYDIS_OPERAND_TYPE_REGISTER ? general_register(to->reg.value) : -1;
    int other = from->type == ZYDIS_OPERAND_TYPE_REGISTER ? general_register(from->reg.value) : -1;
    flow_state_store(state, insn, 0, flow_state_value(state, insn, 1));
    if (reg >= 0 && other >= 0 && to->size == 32) {
        state->framed[reg] = state->framed[other];
        state->frames[reg] = state->frames[other];
    }
}

static bool is_same_register(const struct flow_insn *insn)
{
    return insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           insn->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           insn->operands[0].reg.value == insn->operands[1].reg.value;
}

/* Other instructions: what they write has no origin. */
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
    state->registers[EBP] = flow_execute_pop(state);
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
                        general_register(insn->operands[0].reg.value) < 0
                    ? 0
                    : flow_state_value(state, insn, 0);
        flow_execute_push(state, value);
        break;
    case ZYDIS_MNEMONIC_POP:
        flow_state_store(state, insn, 0, flow_execute_pop(state));
        break;
    case ZYDIS_MNEMONIC_LEAVE:
        flow_execute_leave(state);
        break;
    case ZYDIS_MNEMONIC_AND:
        if (insn->operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
            flow_execute_other(state, insn);
        else if (insn->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                 general_register(insn->operands[0].reg.value) == ESP)
            state->framed[ESP] = true; /* alignment; the arguments are at EBP then */
        break;
    case ZYDIS_MNEMONIC_XOR:
        if (is_same_register(insn))
            flow_state_store(state, insn, 0, FLOW_CONSTANT);
        else
            flow_execute_other(state, insn);
        break;
    default:
        flow_execute_other(state, insn);
        break;
    }
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
        return is_same_register(insn);
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

void flow_state_execute(struct flow_state *state, const struct code_form *form,
                        struct code_uses *uses, const struct flow_memory *memory)
{
    struct flow_insn insn = {.memory = memory, .uses = uses};
    ZydisDecoder decoder;
    insn_decoder_init(&decoder, 32);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, form->bytes, form->insn.length,
                                             &insn.decoded, insn.operands)))
        return;
    flow_use_read(state, &insn, form);
    for (unsigned i = 0; i < insn.decoded.operand_count; i++)
        if (insn.operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            flow_use_memory(state, &insn, &insn.operands[i]);
    /* Implicit addresses that Zydis does not list: all of insn_effects */
    for (unsigned i = 0; i < 8; i++)
        if (i != ESP && form->effects.implicit_memory && form->effects.pointers >> i & 1 &&
            !state->framed[i])
            uses->pointers |= state->registers[i] & FLOW_ALL;
    if (form->x87)
        flow_use_x87(state, &insn);
    if (form->divides)
        uses->divided |= state->registers[EAX] & FLOW_ALL;
    flow_execute_mnemonic(state, &insn);
}

flow_origins flow_state_first_operand(struct flow_state *state, const struct code_form *form)
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

void flow_state_call(struct flow_state *state)
{
    flow_execute_push(state, 0);
}

void flow_state_return(struct flow_state *state)
{
    static const uint8_t scratch[] = {EAX, ECX, EDX};
    for (unsigned i = 0; i < sizeof scratch; i++) {
        state->registers[scratch[i]] = 0;
        state->framed[scratch[i]] = false;
    }
}
