/*
 * SPDX-License-Identifier: MIT
 * Reads properties of an instruction from Zydis's decoding.
 */
#include "sim/model/common/decoded_insn.h"

#include <string.h>

#include "sim/model/common/block_rules.h"

bool decoded_insn_uses(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       ZydisRegisterClass class)
{
    for (unsigned i = 0; i < decoded->operand_count; i++)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            ZydisRegisterGetClass(operands[i].reg.value) == class)
            return true;
    return false;
}

unsigned decoded_insn_general_register(ZydisRegister reg)
{
    reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
    return (unsigned)ZydisRegisterGetId(reg);
}

bool decoded_insn_is_string(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.category == ZYDIS_CATEGORY_STRINGOP ||
           decoded->meta.category == ZYDIS_CATEGORY_IOSTRINGOP;
}

bool decoded_insn_is_x87(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.isa_set == ZYDIS_ISA_SET_X87 ||
           decoded->meta.isa_set == ZYDIS_ISA_SET_FCMOV;
}

bool decoded_insn_zeroes(const ZydisDecodedInstruction *decoded,
                         const ZydisDecodedOperand *operands)
{
    return (decoded->mnemonic == ZYDIS_MNEMONIC_XOR || decoded->mnemonic == ZYDIS_MNEMONIC_SUB) &&
           operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operands[0].reg.value == operands[1].reg.value;
}

bool decoded_insn_serialises(const ZydisDecodedInstruction *decoded)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_CPUID:
    case ZYDIS_MNEMONIC_INVD:
    case ZYDIS_MNEMONIC_INVLPG:
    case ZYDIS_MNEMONIC_IRET:
    case ZYDIS_MNEMONIC_IRETD:
    case ZYDIS_MNEMONIC_LGDT:
    case ZYDIS_MNEMONIC_LIDT:
    case ZYDIS_MNEMONIC_LLDT:
    case ZYDIS_MNEMONIC_LTR:
    case ZYDIS_MNEMONIC_RSM:
    case ZYDIS_MNEMONIC_WBINVD:
    case ZYDIS_MNEMONIC_WRMSR:
    case ZYDIS_MNEMONIC_HLT:
        return true;
    default:
        return false;
    }
}

uint8_t decoded_insn_exchanged(const ZydisDecodedOperand *operands)
{
    const unsigned first = (unsigned)ZydisRegisterGetId(operands[0].reg.value);

    return (uint8_t)(first ? first : (unsigned)ZydisRegisterGetId(operands[1].reg.value));
}

void decoded_insn_set_timing(const ZydisDecodedInstruction *decoded,
                             const ZydisDecodedOperand *operands, unsigned plan,
                             struct insn_timing *timing)
{
    const bool alone = block_rule_stands_alone(decoded);

    memset(timing, 0, sizeof *timing);
    timing->ends_block = alone || block_rule_ends_after(decoded, operands);
    timing->starts_block = alone;
    timing->pairing = PAIR_NP;
    timing->plan = (uint16_t)plan;
}
