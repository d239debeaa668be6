/*
 * SPDX-License-Identifier: MIT
 * Computes the address of an instruction's data from the registers after it, with Zydis.
 */
#include "host/analysis/profile/data_address.h"

#include "host/analysis/fault/image_instruction.h"
#include "host/analysis/profile/skid_correction.h"

const char *data_address_words(enum data_address_is is)
{
    static const char *const words[DATA_ADDRESS_KINDS] = {
        [DATA_ADDRESS_OVERWRITTEN] = "the instruction changed a register of its address",
        [DATA_ADDRESS_NONE] = "the instruction accesses no memory",
        [DATA_ADDRESS_NO_CODE] = "the instruction is not known",
    };
    return words[is];
}

/* The operand in memory that is read or written, or NULL. LEA only computes an address. */
static const ZydisDecodedOperand *data_address_operand(const struct image_instruction *decoded)
{
    for (unsigned i = 0; i < decoded->instruction.operand_count; i++)
        if (decoded->operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            decoded->operands[i].mem.type == ZYDIS_MEMOP_TYPE_MEM)
            return &decoded->operands[i];
    return NULL;
}

static ZydisRegister data_address_whole(ZydisRegister part)
{
    return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, part);
}

/* Returns whether the instruction writes the register or a part of it. */
static bool data_address_writes(const struct image_instruction *decoded, ZydisRegister wanted)
{
    for (unsigned i = 0; i < decoded->instruction.operand_count; i++) {
        const ZydisDecodedOperand *operand = &decoded->operands[i];
        if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
            operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE &&
            data_address_whole(operand->reg.value) == data_address_whole(wanted))
            return true;
    }
    return false;
}

static uint32_t data_address_register(const struct register_sample *sample, ZydisRegister name)
{
    switch (name) {
    case ZYDIS_REGISTER_EAX:
        return sample->eax;
    case ZYDIS_REGISTER_EBX:
        return sample->ebx;
    case ZYDIS_REGISTER_ECX:
        return sample->ecx;
    case ZYDIS_REGISTER_EDX:
        return sample->edx;
    case ZYDIS_REGISTER_ESI:
        return sample->esi;
    case ZYDIS_REGISTER_EDI:
        return sample->edi;
    case ZYDIS_REGISTER_EBP:
        return sample->ebp;
    case ZYDIS_REGISTER_ESP:
        return sample->esp;
    default:
        return 0;
    }
}

/* FS and GS are thread-local segments of programs; their bases are not stored. */
static bool data_address_is_flat(const ZydisDecodedOperand *operand)
{
    return operand->mem.segment != ZYDIS_REGISTER_FS && operand->mem.segment != ZYDIS_REGISTER_GS;
}

/* PUSH and CALL store at the new ESP, POP and RET (without a number) load below it. */
static bool data_address_of_stack(const struct image_instruction *decoded,
                                  const ZydisDecodedOperand *operand,
                                  const struct register_sample *sample, uint32_t *address)
{
    const bool implicit = operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
    const bool plain = decoded->instruction.mnemonic == ZYDIS_MNEMONIC_PUSH ||
                       decoded->instruction.mnemonic == ZYDIS_MNEMONIC_CALL ||
                       decoded->instruction.mnemonic == ZYDIS_MNEMONIC_POP ||
                       (decoded->instruction.mnemonic == ZYDIS_MNEMONIC_RET &&
                        !decoded->instruction.operand_count_visible);
    if (!implicit || !plain || operand->mem.base != ZYDIS_REGISTER_ESP)
        return false;
    *address = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE ? sample->esp
                                                                  : sample->esp - operand->size / 8;
    return true;
}

static struct data_address data_address_compute(const struct image_instruction *decoded,
                                                const struct register_sample *sample,
                                                uint32_t instruction)
{
    const ZydisDecodedOperand *operand = data_address_operand(decoded);
    struct data_address found = {.is = DATA_ADDRESS_KNOWN, .instruction = instruction};
    if (!operand)
        found.is = DATA_ADDRESS_NONE;
    else if (data_address_of_stack(decoded, operand, sample, &found.address))
        return found;
    else if (!data_address_is_flat(operand))
        found.is = DATA_ADDRESS_OVERWRITTEN;
    else if ((operand->mem.base != ZYDIS_REGISTER_NONE &&
              data_address_writes(decoded, operand->mem.base)) ||
             (operand->mem.index != ZYDIS_REGISTER_NONE &&
              data_address_writes(decoded, operand->mem.index)))
        found.is = DATA_ADDRESS_OVERWRITTEN;
    else
        found.address =
            data_address_register(sample, operand->mem.base) +
            data_address_register(sample, operand->mem.index) * operand->mem.scale +
            (operand->mem.disp.has_displacement ? (uint32_t)operand->mem.disp.value : 0);
    return found;
}

struct data_address data_address_of(const struct debug_image *image, const struct run *run,
                                    const struct register_sample *sample)
{
    const struct hit hit = {.address = sample->address, .ring = sample->ring, .n = 1};
    /* A jump accesses no data, so the instruction above is the one that did, as for a write. */
    const struct skid_correction before = skid_correction_of_write(image, run, &hit);
    struct image_instruction decoded;
    if (!image || !before.known || !image_instruction_decode(image, before.address, &decoded))
        return (struct data_address){.is = DATA_ADDRESS_NO_CODE};
    return data_address_compute(&decoded, sample, before.address);
}
