/*
 * SPDX-License-Identifier: MIT
 * Disassembly with Zydis, which decodes and formats.
 */
#include "host/analysis/profile/disassembly.h"

#include <stdio.h>

#include <Zydis/Zydis.h>

#include "host/analysis/fault/code_spot.h"
#include "tools/insn_decoder.h"

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
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction instruction;
    ZydisFormatter formatter;
    ZydisDecoder decoder;
    size_t left = 0;
    const uint8_t *bytes = debug_image_bytes(image, address, &left);
    insn_decoder_init(&decoder, 32);
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    if (!bytes ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, left, &instruction, operands))) {
        snprintf(text, INSTRUCTION_TEXT, "(undefined)");
        return 1;
    }
    if (!disassembly_branch(image, address, &instruction, operands, text))
        ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                        instruction.operand_count_visible, text, INSTRUCTION_TEXT,
                                        address, NULL);
    return instruction.length;
}
