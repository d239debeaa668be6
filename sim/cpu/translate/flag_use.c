/*
 * SPDX-License-Identifier: MIT
 * Arithmetic flags in translated code. An instruction whose flags may be used stores its operands
 * in cpu->pending, and the user of the flags repeats the operation.
 */
#include "sim/cpu/translate/flag_use.h"

#define ALL_FLAGS                                                                                  \
    (ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF |                   \
     ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_OF)

static uint32_t flags_set(const ZydisDecodedInstruction *raw)
{
    const ZydisAccessedFlags *flags = raw->cpu_flags;

    return flags ? (flags->modified | flags->set_0 | flags->set_1 | flags->undefined) & ALL_FLAGS
                 : 0;
}

static uint32_t flags_asked(const ZydisDecodedInstruction *raw)
{
    return raw->cpu_flags ? raw->cpu_flags->tested & ALL_FLAGS : 0;
}

bool flags_is_shift(unsigned kind)
{
    return kind == PENDING_SHL || kind == PENDING_SHR || kind == PENDING_SAR;
}

/* Returns a shift's count, or 0 if the count is CL. */
unsigned flags_count_of(const struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *count = &t->operands[i][1];

    return count->type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? (unsigned)count->imm.value.u & 31 : 0;
}

/* Shifts by CL set no flags if CL is 0. */
static bool sets_for_sure(const ZydisDecodedInstruction *raw)
{
    switch (raw->mnemonic) {
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_SHR:
    case ZYDIS_MNEMONIC_SAR:
    case ZYDIS_MNEMONIC_ROL:
    case ZYDIS_MNEMONIC_ROR:
    case ZYDIS_MNEMONIC_SHLD:
    case ZYDIS_MNEMONIC_SHRD:
        return false;
    default:
        return true;
    }
}

static unsigned kind_of(const ZydisDecodedInstruction *raw)
{
    switch (raw->mnemonic) {
    case ZYDIS_MNEMONIC_ADD:
        return PENDING_ADD;
    case ZYDIS_MNEMONIC_ADC:
        return PENDING_ADC;
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_NEG:
        return PENDING_SUB;
    case ZYDIS_MNEMONIC_SBB:
        return PENDING_SBB;
    case ZYDIS_MNEMONIC_AND:
    case ZYDIS_MNEMONIC_OR:
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_TEST:
        return PENDING_LOGIC;
    case ZYDIS_MNEMONIC_INC:
        return PENDING_INC;
    case ZYDIS_MNEMONIC_DEC:
        return PENDING_DEC;
    case ZYDIS_MNEMONIC_SHL:
        return PENDING_SHL;
    case ZYDIS_MNEMONIC_SHR:
        return PENDING_SHR;
    case ZYDIS_MNEMONIC_SAR:
        return PENDING_SAR;
    case ZYDIS_MNEMONIC_MUL:
    case ZYDIS_MNEMONIC_IMUL:
        return PENDING_MULTIPLY;
    default:
        return PENDING_NONE;
    }
}

static unsigned operation_of(const struct translation *t, unsigned i)
{
    const unsigned bits = t->operands[i][0].size;

    return PENDING(kind_of(&t->raw[i]), bits == 8 ? 0u : bits == 16 ? 1u : 2u);
}

static bool can_be_kept(const struct translation *t, unsigned i)
{
    const unsigned kind = kind_of(&t->raw[i]);

    return kind != PENDING_NONE && (!flags_is_shift(kind) || flags_count_of(t, i));
}

static bool writes_memory(const struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *memory = guest_memory(t, i);

    return memory && memory->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
}

/* Determines, from the last instruction to the first, which flags are needed after each instruction
 * and therefore which instructions can be native. */
void flags_plan(struct translation *t)
{
    uint32_t live = ALL_FLAGS;

    for (unsigned i = t->block->count; i-- > 0;) {
        const ZydisDecodedInstruction *raw = &t->raw[i];
        const uint32_t set = flags_set(raw);

        t->wanted[i] = writes_memory(t, i) ? set : live & set; /* code may be overwritten */
        if (t->wanted[i] && !can_be_kept(t, i))
            t->how[i] = HOW_INTERPRETED;
        if (t->how[i] == HOW_INTERPRETED || t->accesses[i])
            live = ALL_FLAGS;
        else
            live = (sets_for_sure(raw) ? live & ~set : live) | flags_asked(raw);
    }
}

/* ---- storing operands and results ------------------------------------------------------------ */

bool flags_is_high_byte(ZydisRegister reg)
{
    return reg >= ZYDIS_REGISTER_AH && reg <= ZYDIS_REGISTER_BH;
}

static enum host_register host_of_operand(const ZydisDecodedOperand *operand)
{
    const ZydisRegister reg = operand->reg.value;

    return host_of((unsigned)ZydisRegisterGetId(reg) & (flags_is_high_byte(reg) ? 3 : 7));
}

/* Loads the operand's value into a free register; the bits above it are undefined. */
static void value_to(struct translation *t, const ZydisDecodedOperand *operand,
                     enum host_register to)
{
    if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        host_load_constant(t->code, to, (uint32_t)operand->imm.value.u);
    } else if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        const enum host_operation load = operand->size == 8    ? HOST_MOVZX8
                                         : operand->size == 16 ? HOST_MOVZX16
                                                               : HOST_MOV;
        host_memory(t->code, load, HOST_32, to, host_at(HOST_ADDRESS, 0));
    } else {
        host_registers(t->code, HOST_MOV, HOST_32, to, host_of_operand(operand));
        if (flags_is_high_byte(operand->reg.value))
            host_shift_right(t->code, to, 8);
    }
}

static void keep(struct translation *t, const ZydisDecodedOperand *operand,
                 struct host_memory where)
{
    if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        host_store_immediate(t->code, HOST_32, where, (int32_t)operand->imm.value.u);
    } else if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
               !flags_is_high_byte(operand->reg.value)) {
        host_memory(t->code, HOST_STORE, HOST_32, host_of_operand(operand), where);
    } else {
        value_to(t, operand, HOST_OFFSET);
        host_memory(t->code, HOST_STORE, HOST_32, HOST_OFFSET, where);
    }
}

unsigned flags_unused_bits(unsigned operation)
{
    static const uint8_t unused[] = {24, 16, 0};

    return unused[operation & ((1u << PENDING_SIZE_SHIFT) - 1)];
}

void flags_operands_back(struct translation *t)
{
    const unsigned unused = flags_unused_bits(t->pending);

    host_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    host_memory(t->code, HOST_MOV, HOST_32, HOST_R11, HAS_CPU(pending.b));
    if (unused) {
        host_shift_left(t->code, HOST_R10, unused);
        host_shift_left(t->code, HOST_R11, unused);
    }
}

/* The flags come from the previous block: usually from a comparison, or the carry is already
 * stored. */
static void keep_carry_before(struct translation *t, unsigned i)
{
    struct late *late = late_add(t, LATE_CARRY, i);

    host_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.operation));
    host_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R10, PENDING(PENDING_SUB, 2));
    late->jumps[0] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    host_memory(t->code, HOST_CMP, HOST_32, HOST_R10, HAS_CPU(pending.b));
    host_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
    late->back = t->code->at;
    late->place = place_here(t, i);
}

void flags_late_carry(struct translation *t, const struct late *late)
{
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R10, 0xf8);
    host_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R10, PENDING(PENDING_INC, 0));
    host_land(host_jump_if(t->code, HOST_IF_EQUAL), late->back);
    call_slow(t, SLOW_CARRY, late->place);
}

/* Stores the current CF in cpu->pending.carry. */
static void keep_carry(struct translation *t, unsigned i)
{
    switch (t->pending == PENDING_AS_IT_IS ? PENDING_AS_IT_IS : t->pending >> PENDING_SIZE_SHIFT) {
    case PENDING_INC:
    case PENDING_DEC:
    case PENDING_MULTIPLY:
        break;
    case PENDING_LOGIC:
        host_store_immediate(t->code, 1, HAS_CPU(pending.carry), 0);
        break;
    case PENDING_NONE:
        host_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(flags.carry));
        host_shift_right(t->code, HOST_R10, 31);
        host_memory(t->code, HOST_STORE8, 1, HOST_R10, HAS_CPU(pending.carry));
        break;
    case PENDING_ADD:
    case PENDING_SUB:
        flags_operands_back(t);
        host_registers(t->code,
                       t->pending >> PENDING_SIZE_SHIFT == PENDING_ADD ? HOST_ADD : HOST_CMP,
                       HOST_32, HOST_R10, HOST_R11);
        host_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
        break;
    case PENDING_AS_IT_IS:
        keep_carry_before(t, i);
        break;
    case PENDING_ADC:
    case PENDING_SBB:
        if (!t->accesses[i] && flags_with_carry_again(t)) { /* no access can need them before */
            host_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
            break;
        }
        /* fallthrough */
    default:
        call_slow(t, SLOW_CARRY, place_here(t, i));
        flags_settled(t);
        break;
    }
}

static bool takes_carry(unsigned kind)
{
    return kind == PENDING_ADC || kind == PENDING_SBB;
}

void flags_carry(struct translation *t, unsigned i)
{
    const unsigned kind = kind_of(&t->raw[i]);

    if (takes_carry(kind) || (t->wanted[i] && (kind == PENDING_INC || kind == PENDING_DEC)))
        keep_carry(t, i);
}

void flags_before(struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *operands = t->operands[i];
    const unsigned kind = kind_of(&t->raw[i]);

    if (t->wanted[i] && kind >= PENDING_ADD && kind <= PENDING_SBB) {
        if (t->raw[i].mnemonic == ZYDIS_MNEMONIC_NEG) {
            host_store_immediate(t->code, HOST_32, HAS_CPU(pending.a), 0);
            keep(t, &operands[0], HAS_CPU(pending.b));
        } else {
            keep(t, &operands[0], HAS_CPU(pending.a));
            keep(t, &operands[1], HAS_CPU(pending.b));
        }
    }
    if (t->wanted[i] && flags_is_shift(kind)) {
        keep(t, &operands[0], HAS_CPU(pending.a));
        host_store_immediate(t->code, HOST_32, HAS_CPU(pending.b), (int32_t)flags_count_of(t, i));
    }
    if (t->wanted[i] && t->raw[i].mnemonic == ZYDIS_MNEMONIC_TEST) {
        value_to(t, &operands[0], HOST_OFFSET);
        value_to(t, &operands[1], HOST_R11);
        host_registers(t->code, HOST_AND, HOST_32, HOST_OFFSET, HOST_R11);
        host_memory(t->code, HOST_STORE, HOST_32, HOST_OFFSET, HAS_CPU(pending.a));
    }
    if (takes_carry(kind)) { /* carries if R11 is 1 */
        host_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R11, HAS_CPU(pending.carry));
        host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R11, -1);
    }
}

unsigned flags_after(const struct translation *t, unsigned i)
{
    return t->wanted[i] ? operation_of(t, i) : t->pending;
}

void flags_behind(struct translation *t, unsigned i)
{
    const unsigned kind = kind_of(&t->raw[i]);

    if (!t->wanted[i])
        return;
    if ((kind == PENDING_LOGIC && t->raw[i].mnemonic != ZYDIS_MNEMONIC_TEST) ||
        kind == PENDING_INC || kind == PENDING_DEC)
        keep(t, &t->operands[i][0], HAS_CPU(pending.a));
    if (kind == PENDING_MULTIPLY) {
        const bool implicit = t->raw[i].operand_count_visible == 1;

        host_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
        host_memory(t->code, HOST_STORE, HOST_32,
                    implicit ? HOST_RAX : host_of_operand(&t->operands[i][0]), HAS_CPU(pending.a));
    }
}

void flags_noted(struct translation *t, unsigned i)
{
    if (!t->wanted[i])
        return;
    t->pending = operation_of(t, i);
    t->pending_by = i;
    t->pending_stored = false;
}

void flags_store(struct translation *t)
{
    if (!t->pending_stored)
        host_store_immediate(t->code, HOST_32, HAS_CPU(pending.operation), (int32_t)t->pending);
    t->pending_stored = true;
}

void flags_settled(struct translation *t)
{
    t->pending = PENDING_NONE;
    t->pending_stored = true;
}
