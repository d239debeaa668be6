/*
 * SPDX-License-Identifier: MIT
 * Reads and decodes straight-line code, and lists its memory accesses.
 */
#include "tests/p6/straight_code.h"
#include "tools/insn_decoder.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t *register_of(struct straight_machine *machine, ZydisRegister reg)
{
    if (reg == ZYDIS_REGISTER_NONE)
        return NULL;
    reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
    return &machine->registers[ZydisRegisterGetId(reg) & 7];
}

static uint32_t address_of(struct straight_machine *machine, const ZydisDecodedOperand *operand)
{
    const uint32_t *base = register_of(machine, operand->mem.base);
    const uint32_t *index = register_of(machine, operand->mem.index);

    return (base ? *base : 0) + (index ? *index * operand->mem.scale : 0) +
           (uint32_t)operand->mem.disp.value;
}

static bool is_stack(const ZydisDecodedOperand *operand)
{
    return operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
           operand->mem.base == ZYDIS_REGISTER_ESP;
}

static unsigned add_access(struct straight_access *accesses, unsigned count, uint32_t address,
                           unsigned bytes, bool write)
{
    if (bytes == 16) { /* the simulator reports two accesses */
        count = add_access(accesses, count, address, 8, write);
        return add_access(accesses, count, address + 8, 8, write);
    }
    if (count < STRAIGHT_ACCESSES)
        accesses[count++] = (struct straight_access){address, bytes, write};
    return count;
}

static unsigned times_of(ZydisMnemonic mnemonic)
{
    return mnemonic == ZYDIS_MNEMONIC_PUSHA || mnemonic == ZYDIS_MNEMONIC_PUSHAD ||
                   mnemonic == ZYDIS_MNEMONIC_POPA || mnemonic == ZYDIS_MNEMONIC_POPAD
               ? 8
               : 1;
}

static unsigned on_stack(struct straight_machine *machine, const struct straight_insn *decoded,
                         const ZydisDecodedOperand *operand, struct straight_access *accesses,
                         unsigned count)
{
    const bool write = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
    const unsigned times = times_of(decoded->insn.mnemonic), bytes = operand->size / 8u / times;
    uint32_t *esp = register_of(machine, ZYDIS_REGISTER_ESP);

    for (unsigned i = 0; i < times; i++) {
        if (write)
            *esp -= bytes;
        count = add_access(accesses, count, *esp, bytes, write);
        if (!write)
            *esp += bytes;
    }
    return count;
}

static bool is_string(const struct straight_insn *decoded)
{
    return decoded->insn.meta.category == ZYDIS_CATEGORY_STRINGOP;
}

unsigned straight_accesses(struct straight_machine *machine, const struct straight_insn *decoded,
                           struct straight_access accesses[STRAIGHT_ACCESSES])
{
    unsigned count = 0;

    for (unsigned i = 0; i < decoded->insn.operand_count; i++) {
        const ZydisDecodedOperand *operand = &decoded->operands[i];

        if (operand->type != ZYDIS_OPERAND_TYPE_MEMORY ||
            operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
            continue;
        if (is_stack(operand)) {
            count = on_stack(machine, decoded, operand, accesses, count);
            continue;
        }
        if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
            count = add_access(accesses, count, address_of(machine, operand), operand->size / 8u,
                               false);
        if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
            count =
                add_access(accesses, count, address_of(machine, operand), operand->size / 8u, true);
        if (is_string(decoded))
            *register_of(machine, operand->mem.base) += operand->size / 8u;
    }
    return count;
}

void straight_update_pointers(struct straight_machine *machine, const struct straight_insn *decoded)
{
    const ZydisDecodedOperand *to = &decoded->operands[0], *from = &decoded->operands[1];
    uint32_t *reg;

    if (to->type != ZYDIS_OPERAND_TYPE_REGISTER || to->size != 32)
        return;
    reg = register_of(machine, to->reg.value);
    switch (decoded->insn.mnemonic) {
    case ZYDIS_MNEMONIC_INC:
        ++*reg;
        break;
    case ZYDIS_MNEMONIC_DEC:
        --*reg;
        break;
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
        if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
            *reg += decoded->insn.mnemonic == ZYDIS_MNEMONIC_ADD ? (uint32_t)from->imm.value.u
                                                                 : -(uint32_t)from->imm.value.u;
        break;
    case ZYDIS_MNEMONIC_LEA:
        if (from->mem.base == to->reg.value && from->mem.index == ZYDIS_REGISTER_NONE)
            *reg = address_of(machine, from);
        break;
    default:
        break;
    }
}

void straight_begin(struct straight_machine *machine)
{
    machine->address = 0x100000;
    for (unsigned i = 0; i < STRAIGHT_REGISTERS; i++)
        machine->registers[i] = 0x200000 + i * 0x10000;
}

static void decode(const char *program, struct straight_code *code, const uint8_t *bytes,
                   size_t size)
{
    ZydisDecoder decoder;

    insn_decoder_init(&decoder, 32);
    code->count = 0;
    for (size_t at = 0; at < size && code->count < STRAIGHT_INSNS;) {
        struct straight_insn *insn = &code->insns[code->count++];

        if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes + at, size - at, &insn->insn,
                                                 insn->operands))) {
            fprintf(stderr, "%s: %02x at byte %zu cannot be decoded\n", program, bytes[at], at);
            exit(1);
        }
        at += insn->insn.length;
    }
}

bool straight_read(const char *program, struct straight_case *next)
{
    static uint8_t bytes[STRAIGHT_INSNS * ZYDIS_MAX_INSTRUCTION_LENGTH];
    uint32_t header[3];
    size_t size;

    if (fread(header, sizeof header, 1, stdin) != 1)
        return false;
    size = (size_t)header[0] + header[1];
    if (size > sizeof bytes || fread(bytes, 1, size, stdin) != size) {
        fprintf(stderr, "%s: a case of %zu bytes is cut off or too long\n", program, size);
        exit(1);
    }
    decode(program, &next->prologue, bytes, header[0]);
    decode(program, &next->body, bytes + header[0], header[1]);
    next->number = header[2];
    return true;
}
