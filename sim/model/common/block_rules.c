/*
 * SPDX-License-Identifier: MIT
 * Decides which instructions end a straight run, and which form a block alone.
 */
#include "sim/model/common/block_rules.h"

static bool is_register_of(const ZydisDecodedOperand *operand, ZydisRegisterClass class)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operand->visibility != ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
           ZydisRegisterGetClass(operand->reg.value) == class;
}

static bool block_rule_uses_class(const ZydisDecodedInstruction *decoded,
                                  const ZydisDecodedOperand *operands, ZydisRegisterClass class)
{
    for (unsigned i = 0; i < decoded->operand_count; i++)
        if (is_register_of(&operands[i], class))
            return true;
    return false;
}

/* It begins an interrupt shadow. */
static bool loads_ss(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands)
{
    return decoded->operand_count && is_register_of(&operands[0], ZYDIS_REGCLASS_SEGMENT) &&
           (operands[0].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) &&
           operands[0].reg.value == ZYDIS_REGISTER_SS;
}

bool block_rule_ends_after(const ZydisDecodedInstruction *decoded,
                           const ZydisDecodedOperand *operands)
{
    if (decoded->meta.branch_type != ZYDIS_BRANCH_TYPE_NONE ||
        block_rule_uses_class(decoded, operands, ZYDIS_REGCLASS_CONTROL) ||
        block_rule_uses_class(decoded, operands, ZYDIS_REGCLASS_DEBUG) ||
        loads_ss(decoded, operands))
        return true;
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_INT:
    case ZYDIS_MNEMONIC_INT1:
    case ZYDIS_MNEMONIC_INT3:
    case ZYDIS_MNEMONIC_INTO:
    case ZYDIS_MNEMONIC_IRET:
    case ZYDIS_MNEMONIC_IRETD:
    case ZYDIS_MNEMONIC_RSM:
    case ZYDIS_MNEMONIC_CLI:
    case ZYDIS_MNEMONIC_STI:
    case ZYDIS_MNEMONIC_POPF:
    case ZYDIS_MNEMONIC_POPFD:
    case ZYDIS_MNEMONIC_LMSW:
    case ZYDIS_MNEMONIC_CLTS:
    case ZYDIS_MNEMONIC_LGDT:
    case ZYDIS_MNEMONIC_LIDT:
    case ZYDIS_MNEMONIC_LLDT:
    case ZYDIS_MNEMONIC_LTR:
    case ZYDIS_MNEMONIC_INVLPG:
    case ZYDIS_MNEMONIC_INVD:
    case ZYDIS_MNEMONIC_WBINVD:
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
        return true;
    default:
        return false;
    }
}

bool block_rule_stands_alone(const ZydisDecodedInstruction *decoded)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_RDMSR:
    case ZYDIS_MNEMONIC_WRMSR:
    case ZYDIS_MNEMONIC_RDTSC:
    case ZYDIS_MNEMONIC_RDPMC:
    case ZYDIS_MNEMONIC_CPUID:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_IN:
    case ZYDIS_MNEMONIC_INSB:
    case ZYDIS_MNEMONIC_INSW:
    case ZYDIS_MNEMONIC_INSD:
    case ZYDIS_MNEMONIC_OUT:
    case ZYDIS_MNEMONIC_OUTSB:
    case ZYDIS_MNEMONIC_OUTSW:
    case ZYDIS_MNEMONIC_OUTSD:
        return true;
    default:
        return false;
    }
}
