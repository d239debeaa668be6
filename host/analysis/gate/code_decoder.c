/*
 * SPDX-License-Identifier: MIT
 * Decodes instructions: the frequent ones by a table, the others with Zydis. Zydis decodes operands
 * only where an address can be in them, since that takes most of its time.
 */
#include "host/analysis/gate/code_decoder.h"

#include <stdio.h>
#include <string.h>

#include "host/analysis/gate/common_code.h"
#include "tools/insn_decoder.h"
#include "tools/processor_sets.h"

static ZydisDecoder *code_decoder(void)
{
    static ZydisDecoder decoder;
    static bool ready;
    if (!ready)
        insn_decoder_init_later(&decoder, 32);
    ready = true;
    return &decoder;
}

static bool is_unusual(const ZydisDecodedInstruction *instruction)
{
    switch (instruction->mnemonic) {
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_ARPL:
    case ZYDIS_MNEMONIC_BOUND:
    case ZYDIS_MNEMONIC_LES:
    case ZYDIS_MNEMONIC_LDS:
    case ZYDIS_MNEMONIC_SALC:
        return true;
    default:
        return (instruction->attributes & ZYDIS_ATTRIB_IS_PRIVILEGED) ||
               instruction->meta.category == ZYDIS_CATEGORY_IO ||
               instruction->meta.category == ZYDIS_CATEGORY_IOSTRINGOP ||
               instruction->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR;
    }
}

static void code_decoder_flow(const ZydisDecodedInstruction *instruction, uint32_t after,
                              struct decoded_code *code)
{
    const bool direct = instruction->raw.imm[0].size && instruction->raw.imm[0].is_relative;
    code->goes_on = true;
    switch (instruction->meta.category) {
    case ZYDIS_CATEGORY_CALL:
        code->flags |= NODE_CALL;
        break;
    case ZYDIS_CATEGORY_COND_BR:
        code->flags |= NODE_CONDITION;
        break;
    case ZYDIS_CATEGORY_UNCOND_BR:
        code->goes_on = false;
        code->flags |= direct ? 0 : NODE_RETURN;
        break;
    case ZYDIS_CATEGORY_RET:
        code->goes_on = false;
        code->flags |= NODE_RETURN;
        break;
    default:
        if (instruction->mnemonic == ZYDIS_MNEMONIC_HLT ||
            instruction->mnemonic == ZYDIS_MNEMONIC_UD2)
            code->goes_on = false;
        if (instruction->mnemonic == ZYDIS_MNEMONIC_CPUID)
            code->flags |= NODE_CPUID;
        return;
    }
    code->jumps = direct;
    code->target = after + (uint32_t)instruction->raw.imm[0].value.s;
}

/* Reads the memory operand of an instruction with a 32-bit displacement. */
static void code_decoder_memory(const ZydisDecodedOperand *operand, uint32_t got,
                                struct decoded_code *code)
{
    const uint32_t displacement = (uint32_t)operand->mem.disp.value;
    const bool based = operand->mem.base != ZYDIS_REGISTER_NONE;
    const bool indexed = operand->mem.index != ZYDIS_REGISTER_NONE;
    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN) {
        if (!indexed)
            code->addresses[code->n_addresses++] = displacement + (based ? got : 0);
        return;
    }
    if (indexed) {
        if ((code->flags & NODE_RETURN) && !based && operand->mem.scale == 4)
            code->table = displacement;
        return;
    }
    code->place = decoded_code_place(displacement, based);
    if (code->place && (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
        code->flags |= NODE_STORE;
}

/* The constant of other instructions than MOV and PUSH is no function's address:
 * position-independent code begins with ADD EBX and the distance of its data, which may look like
 * one. */
bool code_decoder_decode_any(const uint8_t *bytes, uint32_t left, uint32_t address, uint32_t got,
                             struct decoded_code *code)
{
    ZydisDecodedInstruction instruction;
    ZydisDecoderContext context;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeInstruction(code_decoder(), &context, bytes, left, &instruction)))
        return false;
    *code = (struct decoded_code){.length = instruction.length,
                                  .unusual = is_unusual(&instruction),
                                  .sets = (uint16_t)processor_sets_needed(&instruction)};
    code_decoder_flow(&instruction, address + instruction.length, code);
    if (instruction.raw.imm[0].size == 32 &&
        (instruction.mnemonic == ZYDIS_MNEMONIC_MOV || instruction.mnemonic == ZYDIS_MNEMONIC_PUSH))
        code->addresses[code->n_addresses++] = (uint32_t)instruction.raw.imm[0].value.u;
    if (instruction.mnemonic == ZYDIS_MNEMONIC_TEST && instruction.raw.modrm.mod != 3 &&
        instruction.raw.imm[0].size == 32 && instruction.raw.imm[0].value.u == HWCAP_SSE)
        code->flags |= NODE_HWCAP;
    if (instruction.raw.disp.size != 32 ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeOperands(code_decoder(), &context, &instruction, operands,
                                                 instruction.operand_count)))
        return true;
    for (unsigned i = 0; i < instruction.operand_count; i++)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY && operands[i].mem.disp.has_displacement)
            code_decoder_memory(&operands[i], got, code);
    return true;
}

bool code_decoder_decode_at(const struct program_image *image, const uint8_t *bytes, uint32_t left,
                            uint32_t address, struct decoded_code *code)
{
    return common_code_decode(bytes, left, address, image->got, code) ||
           code_decoder_decode_any(bytes, left, address, image->got, code);
}

bool code_decoder_decode(const struct program_image *image, uint32_t address,
                         struct decoded_code *code)
{
    uint32_t left;
    const uint8_t *bytes = program_image_code(image, address, &left);
    return bytes && code_decoder_decode_at(image, bytes, left, address, code);
}

void code_decoder_text(const struct program_image *image, uint32_t address, char *text, size_t size)
{
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisFormatter formatter;
    uint32_t left;
    const uint8_t *bytes = program_image_code(image, address, &left);
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    if (!bytes ||
        !ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(code_decoder(), bytes, left, &instruction, operands)) ||
        !ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                                      instruction.operand_count_visible, text, size,
                                                      address, NULL)))
        snprintf(text, size, "?");
}
