/*
 * SPDX-License-Identifier: MIT
 * Makes a plan from Zydis's decoding: the row's clocks, and what is read and written. General
 * registers are treated as wholes: a write of a part waits for the rest (ILAT: a chain of MOV r8,
 * imm8 takes a clock each, one of MOV r32, imm32 only its throughput).
 */
#include <string.h>

#include "sim/model/common/decoded_insn.h"
#include "sim/model/k7/k7_state.h"
#include "sim/model/p5/timing_table.h"

/* Clocks of a load that are included in the measured rows. */
#define MEASURED_HIT (3 * K7_CLOCK)

static uint8_t k7_classify_name(ZydisRegister reg)
{
    const unsigned id = (unsigned)ZydisRegisterGetId(reg);

    switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
        return (uint8_t)(K7_EAX + decoded_insn_general_register(reg));
    case ZYDIS_REGCLASS_X87:
        return (uint8_t)(K7_ST0 + id);
    case ZYDIS_REGCLASS_MMX:
        return (uint8_t)(K7_MM0 + id);
    case ZYDIS_REGCLASS_SEGMENT:
    case ZYDIS_REGCLASS_CONTROL:
    case ZYDIS_REGCLASS_DEBUG:
        return K7_SYSTEM;
    default:
        return reg == ZYDIS_REGISTER_X87CONTROL  ? K7_X87_CONTROL
               : reg == ZYDIS_REGISTER_X87STATUS ? K7_X87_STATUS
                                                 : K7_NONE;
    }
}

static void k7_classify_add_source(struct k7_plan *plan, uint8_t name)
{
    plan_list_add(plan->sources, K7_SOURCES, &plan->source_count, name);
}

static void k7_classify_add_address(struct k7_plan *plan, uint8_t name)
{
    plan_list_add(plan->addresses, K7_ADDRESSES, &plan->address_count, name);
}

static void k7_classify_add_result(struct k7_plan *plan, uint8_t name, enum k7_when when)
{
    for (unsigned i = 0; i < plan->result_count; i++)
        if (plan->results[i].name == name)
            return;
    if (name != K7_NONE && plan->result_count < K7_RESULTS)
        plan->results[plan->result_count++] = (struct k7_result){name, (uint8_t)when};
}

/* ---- operands -------------------------------------------------------------------------------- */

/*
 * XOR and SUB of a 32-bit register with itself need no source; shorter ones and those of MMX do
 * (ILAT).
 */
static bool k7_classify_zeroes(const ZydisDecodedInstruction *decoded,
                               const ZydisDecodedOperand *operands)
{
    return decoded_insn_zeroes(decoded, operands) && operands[0].size == 32;
}

static bool k7_classify_is_part(ZydisRegister reg)
{
    const ZydisRegisterClass class = ZydisRegisterGetClass(reg);

    return class == ZYDIS_REGCLASS_GPR8 || class == ZYDIS_REGCLASS_GPR16;
}

/* When the register written by the instruction becomes available. */
static enum k7_when k7_classify_when(const ZydisDecodedInstruction *decoded,
                                     const ZydisDecodedOperand *operand, unsigned index)
{
    const uint8_t name = k7_classify_name(operand->reg.value);
    const bool hidden = operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;

    if ((hidden && name == K7_ESP) ||
        (decoded_insn_is_string(decoded) && (name == K7_ESI || name == K7_EDI)))
        return K7_POINTER;
    if (decoded->mnemonic == ZYDIS_MNEMONIC_MUL || decoded->mnemonic == ZYDIS_MNEMONIC_IMUL)
        return hidden && name == K7_EDX ? K7_LATE : K7_DONE; /* the upper half of one operand's */
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XCHG)
        return index ? K7_LATE : K7_DONE;
    return K7_DONE;
}

/*
 * Returns whether the operand is a source: it is read, written only in part, or kept if a condition
 * is false.
 */
static bool k7_classify_is_source(const ZydisDecodedInstruction *decoded,
                                  const ZydisDecodedOperand *operand, enum k7_when when)
{
    const bool writes = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;

    if (operand->reg.value == ZYDIS_REGISTER_X87STATUS && writes) /* FCOM after FCOM (ILAT) */
        return false;
    if (operand->actions & (ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_CONDWRITE))
        return true;
    return writes && k7_classify_is_part(operand->reg.value) && when == K7_DONE &&
           decoded->mnemonic != ZYDIS_MNEMONIC_XCHG;
}

static void k7_classify_register(const ZydisDecodedInstruction *decoded,
                                 const ZydisDecodedOperand *operand, unsigned index,
                                 bool needs_nothing, struct k7_plan *plan)
{
    const ZydisRegister reg = operand->reg.value;
    const bool writes = (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) &&
                        decoded->mnemonic != ZYDIS_MNEMONIC_FTST; /* Zydis claims that it writes
                                                                     ST0 */
    enum k7_when when = k7_classify_when(decoded, operand, index);
    uint8_t name = k7_classify_name(reg);

    if (plan->attributes & K7_EXCHANGES) /* registers are renamed, and nothing waits for that */
        return;
    if (when == K7_POINTER) {
        k7_classify_add_address(plan, name);
        k7_classify_add_result(plan, name, when);
        return;
    }
    if (!needs_nothing && k7_classify_is_source(decoded, operand, when))
        k7_classify_add_source(plan, name);
    if (!writes)
        return;
    if (when == K7_DONE && (plan->attributes & K7_MODIFIES))
        when = K7_WITH_LOAD;
    if (plan->stack < 0 && name == K7_ST0) /* a push writes the register above the old top */
        name = K7_ST0 + 7;
    k7_classify_add_result(plan, name, when);
}

static void k7_classify_memory(const ZydisDecodedInstruction *decoded,
                               const ZydisDecodedOperand *operand, struct k7_plan *plan)
{
    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN) {
        k7_classify_add_source(plan, k7_classify_name(operand->mem.base));
        k7_classify_add_source(plan, k7_classify_name(operand->mem.index));
        return;
    }
    k7_classify_add_address(plan, k7_classify_name(operand->mem.base));
    k7_classify_add_address(plan, k7_classify_name(operand->mem.index));
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XLAT)
        k7_classify_add_address(plan, K7_EAX);
    /* Zydis does not list the pointers of SCAS and CMPS as operands. */
    if (decoded_insn_is_string(decoded))
        k7_classify_add_result(plan, k7_classify_name(operand->mem.base), K7_POINTER);
}

static void k7_classify_flags(const ZydisDecodedInstruction *decoded, bool modifies,
                              struct k7_plan *plan)
{
    const ZydisAccessedFlags *flags = decoded->cpu_flags;
    const enum k7_when when = modifies ? K7_WITH_LOAD : K7_DONE;
    uint32_t written;

    if (!flags)
        return;
    written = flags->modified | flags->set_0 | flags->set_1 | flags->undefined;
    if (flags->tested & ZYDIS_CPUFLAG_CF)
        k7_classify_add_source(plan, K7_CARRY);
    if (flags->tested & (ZYDIS_CPUFLAG_ZF | ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_OF |
                         ZYDIS_CPUFLAG_AF))
        k7_classify_add_source(plan, K7_FLAGS);
    if (flags->tested & ZYDIS_CPUFLAG_DF)
        k7_classify_add_source(plan, K7_DIRECTION);
    if (written & ZYDIS_CPUFLAG_CF)
        k7_classify_add_result(plan, K7_CARRY, when);
    if (written & (ZYDIS_CPUFLAG_ZF | ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_OF))
        k7_classify_add_result(plan, K7_FLAGS, when);
    if (written & ZYDIS_CPUFLAG_DF)
        k7_classify_add_result(plan, K7_DIRECTION, when);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool k7_classify_serialises(const ZydisDecodedInstruction *decoded, uint32_t kinds)
{
    return decoded_insn_serialises(decoded) ||
           ((kinds & (CR | DR)) && (kinds & (TO_CR0 | TO_CR4 | DR)));
}

static unsigned k7_classify_by_mnemonic(const ZydisDecodedInstruction *decoded, uint32_t kinds)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_FXCH:
        return K7_EXCHANGES;
    case ZYDIS_MNEMONIC_XCHG:
        return kinds & MEMORY ? 0 : K7_SWAPS;
    case ZYDIS_MNEMONIC_MOV:
        return K7_MOVES;
    case ZYDIS_MNEMONIC_CPUID:
        return K7_CPUID;
    case ZYDIS_MNEMONIC_FSIN:
    case ZYDIS_MNEMONIC_FCOS:
    case ZYDIS_MNEMONIC_FSQRT:
    case ZYDIS_MNEMONIC_FDIV:
    case ZYDIS_MNEMONIC_FDIVP:
    case ZYDIS_MNEMONIC_FDIVR:
    case ZYDIS_MNEMONIC_FDIVRP:
    case ZYDIS_MNEMONIC_FIDIV:
    case ZYDIS_MNEMONIC_FIDIVR:
        return K7_BY_VALUE;
    default:
        return 0;
    }
}

static uint16_t k7_classify_attributes(const ZydisDecodedInstruction *decoded, uint32_t kinds)
{
    unsigned attributes = k7_classify_by_mnemonic(decoded, kinds);

    attributes |= k7_classify_serialises(decoded, kinds) ? K7_SERIALISES : 0;
    attributes |= kinds & REPEATED && decoded_insn_is_string(decoded) ? K7_REPEATED : 0;
    attributes |= kinds & RMW ? K7_MODIFIES : 0;
    return (uint16_t)attributes;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

static uint32_t k7_classify_without_load(uint32_t latency)
{
    return latency > MEASURED_HIT ? latency - MEASURED_HIT : 0;
}

static bool k7_classify_writes_memory(const ZydisDecodedInstruction *decoded,
                                      const ZydisDecodedOperand *operands)
{
    for (unsigned i = 0; i < decoded->operand_count; i++)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            (operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
            return true;
    return false;
}

static void k7_classify_clocks(const struct k7_form *form, uint32_t kinds, bool stores,
                               struct k7_plan *plan)
{
    const struct k7_row *row = form->row;
    const bool has_load = (kinds & (LOAD | RMW)) || (row && strncmp(row->key, "pop", 3) == 0);

    plan->row = (uint16_t)k7_row_number(row);
    plan->step = (uint16_t)k7_row_number(form->step);
    plan->pointed = K7_CLOCK;
    plan->unit = (uint8_t)form->unit;
    if (!row) {
        plan->latency = K7_CLOCK;
        plan->busy = K7_CLOCK / 3;
        return;
    }
    plan->busy = row->throughput;
    plan->latency = row->has_latency ? row->latency : stores ? 0 : row->throughput;
    if (stores && form->unit != K7_STORE && form->unit != K7_VECTOR && !strstr(row->key, "[m"))
        plan->attributes |= K7_STORES_MORE;
    if (has_load && !form->loads_first)
        plan->latency = k7_classify_without_load(plan->latency);
    if (k7_row_is_following(row))
        plan->attributes |= K7_FOLLOWING;
    if (form->other)
        plan->late = form->other->latency;
    if (plan->attributes & K7_SWAPS) { /* the row is the average latency of the two results */
        plan->late = form->other ? form->other->latency : plan->latency;
        plan->latency = form->other ? 2 * plan->latency - plan->late : plan->latency;
    }
}

void k7_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                 struct k7_plan *plan)
{
    const uint32_t kinds = timing_table_form(decoded, operands);
    const struct k7_form form = k7_form_of(decoded, operands);
    const bool needs_nothing = k7_classify_zeroes(decoded, operands);

    memset(plan, 0, sizeof *plan);
    plan->stack = timing_table_find((uint16_t)decoded->mnemonic, kinds)->stack;
    plan->attributes = k7_classify_attributes(decoded, kinds);
    k7_classify_clocks(&form, kinds, k7_classify_writes_memory(decoded, operands), plan);
    /* A string instruction depends on its predecessor only through its pointers. */
    if (decoded_insn_is_string(decoded) && form.row)
        plan->pointed = form.row->latency;
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER)
            k7_classify_register(decoded, &operands[i], i, needs_nothing, plan);
        else if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            k7_classify_memory(decoded, &operands[i], plan);
    }
    k7_classify_flags(decoded, plan->attributes & K7_MODIFIES, plan);
    if (plan->attributes & K7_EXCHANGES)
        plan->exchanged = decoded_insn_exchanged(operands);
}

/* ---- the model's interface ------------------------------------------------------------------- */

void k7_timing_classify(const struct model *model, const struct ZydisDecodedInstruction_ *decoded,
                        const struct ZydisDecodedOperand_ *operands, struct insn *insn)
{
    struct k7_plan plan;

    k7_classify(decoded, operands, &plan);
    decoded_insn_set_timing(decoded, operands, plan_table_number(model->plans, &plan),
                            &insn->timing);
}
