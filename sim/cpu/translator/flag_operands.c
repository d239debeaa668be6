/*
 * SPDX-License-Identifier: MIT
 * Arithmetic flags in translated code. An instruction whose flags may be used stores its operands
 * in cpu->pending, and the user of the flags repeats the operation.
 */
#include "sim/cpu/translator/flag_operands.h"

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

bool flag_operands_is_shift(unsigned kind)
{
    return kind == PENDING_SHL || kind == PENDING_SHR || kind == PENDING_SAR;
}

/* Returns a shift's count, or 0 if the count is CL. */
unsigned flag_operands_shift_count(const struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *count = &t->operands[i][1];

    return count->type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? (unsigned)count->imm.value.u & 31 : 0;
}

/* Shifts by CL set no flags if CL is 0. */
static bool flag_operands_always_set(const ZydisDecodedInstruction *raw)
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

static unsigned flag_operands_kind(const ZydisDecodedInstruction *raw)
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

static unsigned flag_operands_operation(const struct translation *t, unsigned i)
{
    const unsigned bits = t->operands[i][0].size;

    return PENDING(flag_operands_kind(&t->raw[i]), bits == 8 ? 0u : bits == 16 ? 1u : 2u);
}

static bool flag_operands_storable(const struct translation *t, unsigned i)
{
    const unsigned kind = flag_operands_kind(&t->raw[i]);

    return kind != PENDING_NONE &&
           (!flag_operands_is_shift(kind) || flag_operands_shift_count(t, i));
}

static bool writes_memory(const struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *memory = guest_insn_memory(t, i);

    return memory && memory->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
}

/* Determines, from the last instruction to the first, which flags are needed after each instruction
 * and therefore which instructions can be native. */
void flag_operands_plan(struct translation *t)
{
    uint32_t live = ALL_FLAGS;

    for (unsigned i = t->block->count; i-- > 0;) {
        const ZydisDecodedInstruction *raw = &t->raw[i];
        const uint32_t set = flags_set(raw);

        t->wanted[i] = writes_memory(t, i) ? set : live & set; /* code may be overwritten */
        if (t->wanted[i] && !flag_operands_storable(t, i))
            t->how[i] = HOW_INTERPRETED;
        if (t->how[i] == HOW_INTERPRETED || t->accesses[i])
            live = ALL_FLAGS;
        else
            live = (flag_operands_always_set(raw) ? live & ~set : live) | flags_asked(raw);
    }
}

/* ---- storing operands and results ------------------------------------------------------------ */

bool flag_operands_is_high_byte(ZydisRegister reg)
{
    return reg >= ZYDIS_REGISTER_AH && reg <= ZYDIS_REGISTER_BH;
}

static enum host_register host_of_operand(const ZydisDecodedOperand *operand)
{
    const ZydisRegister reg = operand->reg.value;

    return host_of((unsigned)ZydisRegisterGetId(reg) & (flag_operands_is_high_byte(reg) ? 3 : 7));
}

/* Loads the operand's value into a free register; the bits above it are undefined. */
static void flag_operands_load_value(struct translation *t, const ZydisDecodedOperand *operand,
                                     enum host_register to)
{
    if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        host_code_load_constant(t->code, to, (uint32_t)operand->imm.value.u);
    } else if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY) {
        const enum host_operation load = operand->size == 8    ? HOST_MOVZX8
                                         : operand->size == 16 ? HOST_MOVZX16
                                                               : HOST_MOV;
        host_code_memory(t->code, load, HOST_32, to, host_at(HOST_ADDRESS, 0));
    } else {
        host_code_registers(t->code, HOST_MOV, HOST_32, to, host_of_operand(operand));
        if (flag_operands_is_high_byte(operand->reg.value))
            host_code_shift_right(t->code, to, 8);
    }
}

static void flag_operands_store(struct translation *t, const ZydisDecodedOperand *operand,
                                struct host_memory where)
{
    if (operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        host_code_store_immediate(t->code, HOST_32, where, (int32_t)operand->imm.value.u);
    } else if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
               !flag_operands_is_high_byte(operand->reg.value)) {
        host_code_memory(t->code, HOST_STORE, HOST_32, host_of_operand(operand), where);
    } else {
        flag_operands_load_value(t, operand, HOST_OFFSET);
        host_code_memory(t->code, HOST_STORE, HOST_32, HOST_OFFSET, where);
    }
}

unsigned flag_operands_unused_bits(unsigned operation)
{
    static const uint8_t unused[] = {24, 16, 0};

    return unused[operation & ((1u << PENDING_SIZE_SHIFT) - 1)];
}

void flag_operands_reload(struct translation *t)
{
    const unsigned unused = flag_operands_unused_bits(t->pending);

    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R11, HAS_CPU(pending.b));
    if (unused) {
        host_code_shift_left(t->code, HOST_R10, unused);
        host_code_shift_left(t->code, HOST_R11, unused);
    }
}

/* The flags come from the previous block: usually from a comparison, or the carry is already
 * stored. */
static void flag_operands_block_carry(struct translation *t, unsigned i)
{
    struct late_code *late = translator_add_late(t, LATE_CARRY, i);

    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.operation));
    host_code_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R10, PENDING(PENDING_SUB, 2));
    late->jumps[0] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(pending.a));
    host_code_memory(t->code, HOST_CMP, HOST_32, HOST_R10, HAS_CPU(pending.b));
    host_code_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
    late->back = t->code->at;
    late->place = translator_call_site(t, i);
}

void flag_operands_late_carry(struct translation *t, const struct late_code *late)
{
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R10, 0xf8);
    host_code_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R10, PENDING(PENDING_INC, 0));
    host_code_land(host_code_jump_if(t->code, HOST_IF_EQUAL), late->back);
    translator_call_slow(t, SLOW_CARRY, late->place);
}

/* Stores the current CF in cpu->pending.carry. */
static void flag_operands_store_carry(struct translation *t, unsigned i)
{
    switch (t->pending == PENDING_AS_IT_IS ? PENDING_AS_IT_IS : t->pending >> PENDING_SIZE_SHIFT) {
    case PENDING_INC:
    case PENDING_DEC:
    case PENDING_MULTIPLY:
        break;
    case PENDING_LOGIC:
        host_code_store_immediate(t->code, 1, HAS_CPU(pending.carry), 0);
        break;
    case PENDING_NONE:
        host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, HAS_CPU(flags.carry));
        host_code_shift_right(t->code, HOST_R10, 31);
        host_code_memory(t->code, HOST_STORE8, 1, HOST_R10, HAS_CPU(pending.carry));
        break;
    case PENDING_ADD:
    case PENDING_SUB:
        flag_operands_reload(t);
        host_code_registers(t->code,
                            t->pending >> PENDING_SIZE_SHIFT == PENDING_ADD ? HOST_ADD : HOST_CMP,
                            HOST_32, HOST_R10, HOST_R11);
        host_code_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
        break;
    case PENDING_AS_IT_IS:
        flag_operands_block_carry(t, i);
        break;
    case PENDING_ADC:
    case PENDING_SBB:
        if (!t->accesses[i] && flag_condition_carry(t)) { /* no access can need them before */
            host_code_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
            break;
        }
        /* fallthrough */
    default:
        translator_call_slow(t, SLOW_CARRY, translator_call_site(t, i));
        flag_operands_settled(t);
        break;
    }
}

static bool flag_operands_uses_carry(unsigned kind)
{
    return kind == PENDING_ADC || kind == PENDING_SBB;
}

void flag_operands_carry(struct translation *t, unsigned i)
{
    const unsigned kind = flag_operands_kind(&t->raw[i]);

    if (flag_operands_uses_carry(kind) ||
        (t->wanted[i] && (kind == PENDING_INC || kind == PENDING_DEC)))
        flag_operands_store_carry(t, i);
}

void flag_operands_before(struct translation *t, unsigned i)
{
    const ZydisDecodedOperand *operands = t->operands[i];
    const unsigned kind = flag_operands_kind(&t->raw[i]);

    if (t->wanted[i] && kind >= PENDING_ADD && kind <= PENDING_SBB) {
        if (t->raw[i].mnemonic == ZYDIS_MNEMONIC_NEG) {
            host_code_store_immediate(t->code, HOST_32, HAS_CPU(pending.a), 0);
            flag_operands_store(t, &operands[0], HAS_CPU(pending.b));
        } else {
            flag_operands_store(t, &operands[0], HAS_CPU(pending.a));
            flag_operands_store(t, &operands[1], HAS_CPU(pending.b));
        }
    }
    if (t->wanted[i] && flag_operands_is_shift(kind)) {
        flag_operands_store(t, &operands[0], HAS_CPU(pending.a));
        host_code_store_immediate(t->code, HOST_32, HAS_CPU(pending.b),
                                  (int32_t)flag_operands_shift_count(t, i));
    }
    if (t->wanted[i] && t->raw[i].mnemonic == ZYDIS_MNEMONIC_TEST) {
        flag_operands_load_value(t, &operands[0], HOST_OFFSET);
        flag_operands_load_value(t, &operands[1], HOST_R11);
        host_code_registers(t->code, HOST_AND, HOST_32, HOST_OFFSET, HOST_R11);
        host_code_memory(t->code, HOST_STORE, HOST_32, HOST_OFFSET, HAS_CPU(pending.a));
    }
    if (flag_operands_uses_carry(kind)) { /* carries if R11 is 1 */
        host_code_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R11, HAS_CPU(pending.carry));
        host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R11, -1);
    }
}

unsigned flag_operands_next_pending(const struct translation *t, unsigned i)
{
    return t->wanted[i] ? flag_operands_operation(t, i) : t->pending;
}

void flag_operands_after(struct translation *t, unsigned i)
{
    const unsigned kind = flag_operands_kind(&t->raw[i]);

    if (!t->wanted[i])
        return;
    if ((kind == PENDING_LOGIC && t->raw[i].mnemonic != ZYDIS_MNEMONIC_TEST) ||
        kind == PENDING_INC || kind == PENDING_DEC)
        flag_operands_store(t, &t->operands[i][0], HAS_CPU(pending.a));
    if (kind == PENDING_MULTIPLY) {
        const bool implicit = t->raw[i].operand_count_visible == 1;

        host_code_set_if(t->code, HOST_IF_BELOW, HAS_CPU(pending.carry));
        host_code_memory(t->code, HOST_STORE, HOST_32,
                         implicit ? HOST_RAX : host_of_operand(&t->operands[i][0]),
                         HAS_CPU(pending.a));
    }
}

void flag_operands_set_pending(struct translation *t, unsigned i)
{
    if (!t->wanted[i])
        return;
    t->pending = flag_operands_operation(t, i);
    t->pending_by = i;
    t->pending_stored = false;
}

void flag_operands_store_pending(struct translation *t)
{
    if (!t->pending_stored)
        host_code_store_immediate(t->code, HOST_32, HAS_CPU(pending.operation),
                                  (int32_t)t->pending);
    t->pending_stored = true;
}

void flag_operands_settled(struct translation *t)
{
    t->pending = PENDING_NONE;
    t->pending_stored = true;
}
