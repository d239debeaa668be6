/*
 * SPDX-License-Identifier: MIT
 * Generates loops of random instructions.
 */
#include "tests/reordering/random_loop.h"

#include <stdio.h>
#include <string.h>

#include <Zydis/Zydis.h>

#include "tools/insn_decoder.h"
#include "tools/processor_sets.h"

#define POINTERS (1u << 3 | 1u << 5 | 1u << 6 | 1u << 7) /* EBX, EBP, ESI, EDI */

uint32_t random_next(uint64_t *state)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    uint32_t mixed = (uint32_t)((*state >> 18 ^ *state) >> 27);
    unsigned turn = (unsigned)(*state >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

uint32_t random_below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)((uint64_t)random_next(state) * limit >> 32);
}

static bool one_in(uint64_t *state, unsigned n)
{
    return random_below(state, n) == 0;
}

/* Writes ModRM and what follows it: a register, or memory near one of the pointers. */
static unsigned random_operand(uint8_t *bytes, bool short_address, uint64_t *state)
{
    static const uint8_t bases[] = {3, 5, 6, 7};
    uint8_t reg = (uint8_t)(random_below(state, 8) << 3);
    uint8_t near = (uint8_t)(random_below(state, 120) - 60);
    if (!one_in(state, 3)) {
        bytes[0] = (uint8_t)(0xc0 | reg | random_below(state, 8));
        return 1;
    }
    if (short_address) {
        bytes[0] = (uint8_t)(0x40 | reg | random_below(state, 8));
        bytes[1] = near;
        return 2;
    }
    uint8_t base = bases[random_below(state, 4)];
    if (one_in(state, 4)) { /* with EDX as an index */
        bytes[0] = 0x44 | reg;
        bytes[1] = (uint8_t)(random_below(state, 4) << 6 | (one_in(state, 3) ? 4 : 2) << 3 | base);
        bytes[2] = near;
        return 3;
    }
    bytes[0] = (uint8_t)(0x40 | reg | base);
    bytes[1] = near;
    return 2;
}

static unsigned random_prefixes(uint8_t *bytes, bool *short_address, uint64_t *state)
{
    static const uint8_t segments[] = {0x26, 0x36, 0x3e, 0x64, 0x65};
    unsigned n = 0;
    *short_address = one_in(state, 20);
    if (one_in(state, 6))
        bytes[n++] = 0x66;
    if (*short_address)
        bytes[n++] = 0x67;
    if (one_in(state, 30))
        bytes[n++] = segments[random_below(state, sizeof segments)];
    if (one_in(state, 60))
        bytes[n++] = 0xf0;
    if (one_in(state, 60))
        bytes[n++] = (uint8_t)(0xf2 + random_below(state, 2));
    return n;
}

static uint8_t random_opcode(uint8_t *bytes, unsigned *n, uint64_t *state)
{
    static const uint8_t strings[] = {0xa4, 0xa5, 0xa6, 0xa7, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf};
    static const uint8_t groups[] = {0x80, 0x81, 0x83, 0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3,
                                     0xf6, 0xf7, 0xfe, 0xff, 0xa0, 0xa1, 0xa2, 0xa3};
    switch (random_below(state, 8)) {
    case 0:
        if (one_in(state, 2))
            bytes[(*n)++] = (uint8_t)(0xf2 + random_below(state, 2));
        return strings[random_below(state, sizeof strings)];
    case 1:
        return groups[random_below(state, sizeof groups)];
    case 2:
        bytes[(*n)++] = 0x0f;
        return (uint8_t)random_next(state);
    case 3:
        return (uint8_t)(0xd8 + random_below(state, 8));
    case 4:
        bytes[(*n)++] = 0x0f; /* SETcc, bit tests, double shifts, moves with extension */
        return (uint8_t)(0x90 + random_below(state, 0x40));
    default:
        return (uint8_t)random_next(state);
    }
}

/* Fills 15 bytes with an instruction; those after it are an immediate, often small or 0. */
static void random_insn_bytes(uint8_t bytes[INSTRUCTION_BYTES + 4], uint64_t *state)
{
    bool short_address;
    memset(bytes, 0, INSTRUCTION_BYTES + 4);
    unsigned n = random_prefixes(bytes, &short_address, state);
    uint8_t opcode = random_opcode(bytes, &n, state);
    bool offset = (opcode & 0xfc) == 0xa0 && (!n || bytes[n - 1] != 0x0f);
    bytes[n++] = opcode;
    if (offset) { /* MOV of EAX and memory at an offset of 4 or 2 bytes */
        bytes[n] = (uint8_t)random_next(state);
        bytes[n + 1] = 1 + random_below(state, 6);
        return;
    }
    if (!one_in(state, 8))
        n += random_operand(bytes + n, short_address, state);
    bytes[n] = (uint8_t)(one_in(state, 2) ? random_below(state, 3) * 16 : random_next(state));
    for (unsigned i = 1; i < 4 && one_in(state, 2); i++)
        bytes[n + i] = (uint8_t)random_next(state);
}

/* Returns whether Zydis lists a write to a register of the mask that is not a small step. */
static bool random_insn_overwrites(const ZydisDecodedInstruction *decoded,
                                   const ZydisDecodedOperand *operands, unsigned mask)
{
    bool step = decoded->mnemonic == ZYDIS_MNEMONIC_INC ||
                decoded->mnemonic == ZYDIS_MNEMONIC_DEC ||
                decoded->meta.category == ZYDIS_CATEGORY_STRINGOP;
    for (unsigned i = 0; i < decoded->operand_count && !step; i++) {
        ZydisRegister reg = operands[i].reg.value;
        if (operands[i].type != ZYDIS_OPERAND_TYPE_REGISTER ||
            !(operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
            continue;
        reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
        if (ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_GPR32 &&
            mask >> ZydisRegisterGetId(reg) & 1)
            return true;
    }
    return false;
}

static bool is_flow(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.branch_type != ZYDIS_BRANCH_TYPE_NONE ||
           decoded->meta.category == ZYDIS_CATEGORY_RET ||
           decoded->meta.category == ZYDIS_CATEGORY_CALL ||
           decoded->meta.category == ZYDIS_CATEGORY_INTERRUPT ||
           (decoded->attributes & ZYDIS_ATTRIB_IS_PRIVILEGED);
}

static void random_loop_set_form(struct random_loop *loop, const struct model *model,
                                 const uint8_t *bytes, unsigned size)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction decoded;
    ZydisFormatter formatter;
    ZydisDecoder decoder;
    struct code_form *form = &loop->forms[loop->n];
    uint32_t address = 0x100000;
    for (unsigned i = 0; i < loop->n; i++)
        address += loop->forms[i].insn.length;
    if (!code_form_read(model, address, bytes, size, form))
        return;
    insn_decoder_init(&decoder, 32);
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    ZydisDecoderDecodeFull(&decoder, bytes, size, &decoded, operands);
    ZydisFormatterFormatInstruction(&formatter, &decoded, operands, decoded.operand_count_visible,
                                    loop->texts[loop->n], sizeof loop->texts[0], address, NULL);
    loop->n++;
}

static void random_loop_add(struct random_loop *loop, const struct model *model, uint64_t *state)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    uint8_t bytes[INSTRUCTION_BYTES + 4];
    ZydisDecodedInstruction decoded;
    ZydisDecoder decoder;
    insn_decoder_init(&decoder, 32);
    for (;;) {
        random_insn_bytes(bytes, state);
        if (!ZYAN_SUCCESS(
                ZydisDecoderDecodeFull(&decoder, bytes, INSTRUCTION_BYTES, &decoded, operands)) ||
            is_flow(&decoded) || (processor_sets_needed(&decoded) & ~SET_MMX))
            continue;
        bool code = decoded.attributes & ZYDIS_ATTRIB_HAS_SEGMENT_CS;
        if (!code && (one_in(state, 12) ||
                      !random_insn_overwrites(&decoded, operands, POINTERS | 1u << ESP)))
            break;
    }
    random_loop_set_form(loop, model, bytes, INSTRUCTION_BYTES);
}

/* Ends the loop as people end loops: a count or a comparison, and a conditional jump. */
static void random_loop_close(struct random_loop *loop, const struct model *model, uint64_t *state)
{
    static const uint8_t counts[][3] = {
        {0x49},       {0x4a},       {0x83, 0xe9, 1}, {0x83, 0xc5, 4},
        {0x39, 0xf7}, {0x85, 0xc0}, {0xff, 0x4e, 8},
    };
    uint8_t branch[2] = {(uint8_t)(0x70 + random_below(state, 16)), 0xf0};
    if (one_in(state, 6))
        branch[0] = (uint8_t)(0xe0 + random_below(state, 4)); /* LOOPNE, LOOPE, LOOP, JECXZ */
    if (!one_in(state, 5))
        random_loop_set_form(loop, model, counts[random_below(state, 7)], 3);
    random_loop_set_form(loop, model, branch, 2);
}

void random_loop_make(struct random_loop *loop, const struct model *model, uint64_t *state)
{
    memset(loop, 0, sizeof *loop);
    unsigned n = 2 + random_below(state, RANDOM_LOOP_MOST - 4);
    while (loop->n < n)
        random_loop_add(loop, model, state);
    random_loop_close(loop, model, state);
}
