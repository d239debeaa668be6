/*
 * SPDX-License-Identifier: MIT
 * Disassembles an instruction with Zydis's formatter, and names targets of near branches by symbol.
 */
#include "sim/inspection/insn_text.h"

#include <stdio.h>
#include <string.h>

#include <Zydis/Zydis.h>

#include "tools/insn_decoder.h"

/* Length of a name without the suffix of a copy that the compiler made, such as .constprop.0. */
static int insn_text_name_length(const char *name)
{
    static const char *const suffixes[] = {".constprop.", ".isra.", ".part."};
    const char *end = NULL;

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes && !end; i++)
        end = strstr(name, suffixes[i]);
    return (int)(end ? (size_t)(end - name) : strlen(name));
}

void insn_text_address(const struct symbols *symbols, uint32_t address, char *text, size_t size)
{
    const struct symbol *symbol = symbols_at(symbols, address);
    const char *name = symbol ? symbol->name : "";
    const int length = insn_text_name_length(name);

    if (!symbol || symbol->address == address)
        snprintf(text, size, "%.*s", length, name);
    else
        snprintf(text, size, "%.*s+0x%x", length, name, address - symbol->address);
}

/* Formats a near branch with its target's name; returns false for other instructions. */
static bool insn_text_branch(const struct symbols *symbols,
                             const ZydisDecodedInstruction *instruction,
                             const ZydisDecodedOperand *operand, uint32_t linear, char *text)
{
    char name[64];
    ZyanU64 target;

    if (!instruction->operand_count_visible || operand->type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
        !operand->imm.is_relative ||
        !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(instruction, operand, linear, &target)))
        return false;
    insn_text_address(symbols, (uint32_t)target, name, sizeof name);
    if (name[0])
        snprintf(text, DISASSEMBLY_BYTES, "%s %s", ZydisMnemonicGetString(instruction->mnemonic),
                 name);
    return name[0];
}

void insn_text(const struct symbols *symbols, const struct observation *seen,
               char text[DISASSEMBLY_BYTES])
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction instruction;
    ZydisFormatter formatter;
    ZydisDecoder decoder;

    insn_decoder_init(&decoder, seen->bits);
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, seen->bytes, seen->length, &instruction, operands)))
        snprintf(text, DISASSEMBLY_BYTES, "(undefined: %02x)", seen->bytes[0]);
    else if (!insn_text_branch(symbols, &instruction, operands, seen->linear, text))
        ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                        instruction.operand_count_visible, text, DISASSEMBLY_BYTES,
                                        seen->linear, NULL);
}
