/*
 * SPDX-License-Identifier: MIT
 * Finds an instruction's row in timing.def.
 */
#include "sim/model/p5/timing_table.h"

#include "sim/model/p5/p5_state.h"

#define TRANSCENDENTAL ROW_TRANSCENDENTAL

static const struct timing_row rows[] = {
#define INTEGER(mnemonic_, form_, pairing_, clocks_)                                               \
    {                                                                                              \
        .mnemonic = ZYDIS_MNEMONIC_##mnemonic_,                                                    \
        .form = (form_),                                                                           \
        .pairing = PAIR_##pairing_,                                                                \
        .clocks = (clocks_),                                                                       \
    },
#define CONFIGURED(mnemonic_, form_, member)                                                       \
    {                                                                                              \
        .mnemonic = ZYDIS_MNEMONIC_##mnemonic_,                                                    \
        .form = (form_),                                                                           \
        .pairing = PAIR_NP,                                                                        \
        .parameter = offsetof(struct model_config, clocks.member),                                 \
    },
#define STEPPED(mnemonic_, form_, clocks_, start_, step_)                                          \
    {                                                                                              \
        .mnemonic = ZYDIS_MNEMONIC_##mnemonic_,                                                    \
        .form = (form_),                                                                           \
        .pairing = PAIR_NP,                                                                        \
        .clocks = (clocks_),                                                                       \
        .steps_start = (start_),                                                                   \
        .step = (step_),                                                                           \
    },
#define X87(mnemonic_, form_, pairing_, latency_, integer_, x87_, stack_, kind_, operations_)      \
    {                                                                                              \
        .mnemonic = ZYDIS_MNEMONIC_##mnemonic_,                                                    \
        .form = (form_),                                                                           \
        .pairing = PAIR_##pairing_,                                                                \
        .clocks = (latency_),                                                                      \
        .integer_overlap = (integer_),                                                             \
        .x87_overlap = (x87_),                                                                     \
        .stack = (stack_),                                                                         \
        .kind = X87_##kind_,                                                                       \
        .operations = (operations_),                                                               \
    },
#define MMX(mnemonic_, form_, pairing_, latency_, kind_)                                           \
    {                                                                                              \
        .mnemonic = ZYDIS_MNEMONIC_##mnemonic_,                                                    \
        .form = (form_),                                                                           \
        .pairing = PAIR_##pairing_,                                                                \
        .clocks = (latency_),                                                                      \
        .kind = MMX_##kind_,                                                                       \
    },
#include "sim/model/p5/timing.def"
#undef MMX
#undef INTEGER
#undef CONFIGURED
#undef STEPPED
#undef X87
};

const struct timing_row *timing_table_find(uint16_t mnemonic, uint32_t form)
{
    static const struct timing_row unlisted = {.pairing = PAIR_NP, .clocks = 1};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].mnemonic == mnemonic && (rows[i].form & form) == rows[i].form)
            return &rows[i];
    return &unlisted;
}

static uint32_t timing_table_memory_form(const ZydisDecodedOperand *operand)
{
    const bool reads = operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
    const bool writes = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;

    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
        return 0;
    return MEMORY | (operand->size == 80 ? SIZE80 : 0) | (reads && writes ? RMW : 0) |
           (reads && !writes ? LOAD : 0) | (writes && !reads ? STORE : 0);
}

static uint32_t timing_table_register_form(const ZydisDecodedInstruction *decoded,
                                           const ZydisDecodedOperand *operand, bool first)
{
    const bool written = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;

    switch (ZydisRegisterGetClass(operand->reg.value)) {
    case ZYDIS_REGCLASS_GPR8:
        if (operand->reg.value == ZYDIS_REGISTER_CL && !first &&
            operand->visibility == ZYDIS_OPERAND_VISIBILITY_IMPLICIT)
            return COUNT_CL;
        /* fallthrough */
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
        if (ZydisRegisterGetId(operand->reg.value) != 0 || operand->reg.value == ZYDIS_REGISTER_AH)
            return GENERAL_REGISTER;
        return GENERAL_REGISTER | ACCUMULATOR |
               (decoded->attributes & ZYDIS_ATTRIB_HAS_MODRM ? 0 : ACCUMULATOR_FORM);
    case ZYDIS_REGCLASS_SEGMENT:
        return SREG | (written ? TO_SREG : 0);
    case ZYDIS_REGCLASS_CONTROL:
        return CR | (written && operand->reg.value == ZYDIS_REGISTER_CR0 ? TO_CR0 : 0) |
               (written && operand->reg.value == ZYDIS_REGISTER_CR4 ? TO_CR4 : 0);
    case ZYDIS_REGCLASS_DEBUG:
        return DR;
    default:
        return 0;
    }
}

static uint32_t timing_table_operand_form(const ZydisDecodedInstruction *decoded,
                                          const ZydisDecodedOperand *operand, bool first)
{
    switch (operand->type) {
    case ZYDIS_OPERAND_TYPE_MEMORY:
        return timing_table_memory_form(operand);
    case ZYDIS_OPERAND_TYPE_REGISTER:
        return timing_table_register_form(decoded, operand, first);
    case ZYDIS_OPERAND_TYPE_IMMEDIATE:
        if (operand->imm.is_relative)
            return RELATIVE;
        return operand->visibility == ZYDIS_OPERAND_VISIBILITY_IMPLICIT ? COUNT_ONE : IMMEDIATE;
    default:
        return 0;
    }
}

static uint32_t timing_table_size_form(unsigned bits)
{
    return bits == 8 ? SIZE8 : bits == 16 ? SIZE16 : bits == 32 ? SIZE32 : 0;
}

uint32_t timing_table_form(const ZydisDecodedInstruction *decoded,
                           const ZydisDecodedOperand *operands)
{
    uint32_t form = decoded->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? FAR : 0;
    unsigned explicit_operands = 0;

    if (decoded->attributes &
        (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE))
        form |= REPEATED;
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN)
            continue;
        form |= timing_table_operand_form(decoded, &operands[i], i == 0);
        explicit_operands += operands[i].visibility == ZYDIS_OPERAND_VISIBILITY_EXPLICIT;
    }
    if (explicit_operands == 1)
        form |= ONE_OPERAND;
    if (decoded->operand_count)
        form |= timing_table_size_form(operands[0].size);
    return form;
}
