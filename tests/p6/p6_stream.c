/*
 * SPDX-License-Identifier: MIT
 * Plays straight code to the P6's core and says what it takes. Reads cases from standard input,
 * each three dwords (bytes of a prologue, bytes of a body, enum p6_value) and the two stretches of
 * code; for each it prints the clocks of one body behind many others, and the uops of one.
 *
 * Nothing is computed: registers hold the addresses that they begin with, but for ESP, ESI and EDI,
 * which move as the stack and strings move them. All data is in the first-level cache.
 */
#include <Zydis/Zydis.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/model/p6/core/p6_core.h"

enum { WARM = 200, MEASURED = 200, MOST_INSNS = 512, REGISTERS = 8, ACCESSES = 16 };

struct decoded {
    ZydisDecodedInstruction insn;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    struct p6_insn timing;
};

struct stretch {
    struct decoded insns[MOST_INSNS];
    unsigned count;
};

struct machine {
    struct p6_core *core;
    uint32_t address;
    uint32_t registers[REGISTERS];
    unsigned value;
};

static uint32_t *register_of(struct machine *machine, ZydisRegister reg)
{
    if (reg == ZYDIS_REGISTER_NONE)
        return NULL;
    reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
    return &machine->registers[ZydisRegisterGetId(reg) & 7];
}

static uint32_t address_of(struct machine *machine, const ZydisDecodedOperand *operand)
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

static unsigned add_access(struct p6_access *accesses, unsigned count, uint32_t address,
                           unsigned bytes, bool write)
{
    if (count < ACCESSES)
        accesses[count++] = (struct p6_access){
            .address = address, .bytes = (uint8_t)bytes, .write = write, .clocks = write ? 0 : 3};
    return count;
}

static unsigned times_of(ZydisMnemonic mnemonic)
{
    return mnemonic == ZYDIS_MNEMONIC_PUSHA || mnemonic == ZYDIS_MNEMONIC_PUSHAD ||
                   mnemonic == ZYDIS_MNEMONIC_POPA || mnemonic == ZYDIS_MNEMONIC_POPAD
               ? 8
               : 1;
}

static unsigned on_stack(struct machine *machine, const struct decoded *decoded,
                         const ZydisDecodedOperand *operand, struct p6_access *accesses,
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

static bool is_string(const struct decoded *decoded)
{
    return decoded->insn.meta.category == ZYDIS_CATEGORY_STRINGOP;
}

static unsigned accesses_of(struct machine *machine, const struct decoded *decoded,
                            struct p6_access *accesses)
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

static void play(struct machine *machine, const struct stretch *stretch)
{
    for (unsigned i = 0; i < stretch->count; i++) {
        const struct decoded *decoded = &stretch->insns[i];
        struct p6_access accesses[ACCESSES];
        const struct p6_run run = {
            .address = machine->address,
            .steps = 1,
            .value = (uint8_t)machine->value,
            .accesses = (uint8_t)accesses_of(machine, decoded, accesses),
            .access = accesses,
        };

        p6_core_instruction(machine->core, &decoded->timing, &run);
        machine->address += decoded->insn.length;
    }
}

static void decode(struct stretch *stretch, const uint8_t *bytes, size_t size)
{
    ZydisDecoder decoder;

    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
    stretch->count = 0;
    for (size_t at = 0; at < size && stretch->count < MOST_INSNS;) {
        struct decoded *decoded = &stretch->insns[stretch->count++];

        if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes + at, size - at, &decoded->insn,
                                                 decoded->operands))) {
            fprintf(stderr, "p6_stream: %02x at byte %zu cannot be decoded\n", bytes[at], at);
            exit(1);
        }
        p6_classify(&decoded->insn, decoded->operands, &decoded->timing);
        at += decoded->insn.length;
    }
}

static uint64_t uops(const struct machine *machine)
{
    p6_core_settle(machine->core);
    return p6_core_tally(machine->core, P6_CORE_UOPS_RETIRED)->total;
}

static void measure(const struct stretch *prologue, const struct stretch *body, unsigned value)
{
    struct machine machine = {.core = p6_core_create(NULL), .address = 0x100000, .value = value};
    uint64_t clock, uops_before;

    if (!machine.core)
        exit(1);
    for (unsigned i = 0; i < REGISTERS; i++)
        machine.registers[i] = 0x200000 + i * 0x10000;
    play(&machine, prologue);
    for (unsigned i = 0; i < WARM; i++)
        play(&machine, body);
    uops_before = uops(&machine);
    clock = p6_core_clock(machine.core);
    for (unsigned i = 0; i < MEASURED; i++)
        play(&machine, body);
    uops_before = uops(&machine) - uops_before;
    printf("%.4f %.4f\n", (double)(p6_core_clock(machine.core) - clock) / MEASURED,
           (double)uops_before / MEASURED);
    p6_core_destroy(machine.core);
}

int main(void)
{
    static struct stretch prologue, body;
    static uint8_t bytes[MOST_INSNS * ZYDIS_MAX_INSTRUCTION_LENGTH];
    uint32_t header[3];

    while (fread(header, sizeof header, 1, stdin) == 1) {
        const size_t size = (size_t)header[0] + header[1];

        if (size > sizeof bytes || fread(bytes, 1, size, stdin) != size) {
            fprintf(stderr, "p6_stream: a case of %zu bytes is cut off or too long\n", size);
            return 1;
        }
        decode(&prologue, bytes, header[0]);
        decode(&body, bytes + header[0], header[1]);
        measure(&prologue, &body, header[2]);
    }
    return 0;
}
