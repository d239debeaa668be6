/*
 * SPDX-License-Identifier: MIT
 * Disassembly with Zydis, which decodes and formats.
 */
#include "host/analysis/profile/disassembly.h"

#include <stdio.h>

#include "host/analysis/fault/code_spot.h"
#include "host/analysis/fault/image_instruction.h"

/* Formats a branch as "jnz next_word+0x1c"; returns false unless it is a near branch to a
 * symbol. */
static bool disassembly_branch(const struct debug_image *image, uint32_t address,
                               const ZydisDecodedInstruction *instruction,
                               const ZydisDecodedOperand *operand, char text[INSTRUCTION_TEXT])
{
    struct code_spot spot;
    ZyanU64 target;
    if (!instruction->operand_count_visible || operand->type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
        !operand->imm.is_relative ||
        !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(instruction, operand, address, &target)) ||
        !code_spot_find(image, (uint32_t)target, &spot) || !spot.function)
        return false;
    const char *mnemonic = ZydisMnemonicGetString(instruction->mnemonic);
    uint32_t offset = (uint32_t)target - spot.first;
    if (address >= spot.first && address < spot.end)
        snprintf(text, INSTRUCTION_TEXT, "%s %08x", mnemonic, (uint32_t)target);
    else if (offset)
        snprintf(text, INSTRUCTION_TEXT, "%s %.80s+0x%x", mnemonic, spot.function, offset);
    else
        snprintf(text, INSTRUCTION_TEXT, "%s %.80s", mnemonic, spot.function);
    return true;
}

unsigned disassembly_text(const struct debug_image *image, uint32_t address,
                          char text[INSTRUCTION_TEXT])
{
    struct image_instruction decoded;
    ZydisFormatter formatter;
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    if (!image_instruction_decode(image, address, &decoded)) {
        snprintf(text, INSTRUCTION_TEXT, "(undefined)");
        return 1;
    }
    if (!disassembly_branch(image, address, &decoded.instruction, decoded.operands, text))
        ZydisFormatterFormatInstruction(&formatter, &decoded.instruction, decoded.operands,
                                        decoded.instruction.operand_count_visible, text,
                                        INSTRUCTION_TEXT, address, NULL);
    return decoded.instruction.length;
}
