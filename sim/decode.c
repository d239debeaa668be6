/*
 * SPDX-License-Identifier: MIT
 * The decoder. Zydis knows later processors too: what it takes for their instructions is taken
 * back.
 */
#include <string.h>

#include <Zydis/Zydis.h>

#include "branch.h"
#include "decode.h"
#include "fpu.h"
#include "opcodes.h"

/* What is known of an instruction while it is being decoded. */
struct decoding {
    const struct opcode *opcode;
    ZydisDecodedInstruction raw;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    bool memory;   /* ModRM names memory */
    unsigned size; /* SIZE_8, SIZE_16, SIZE_32 */
    struct insn *insn;
};

struct prefixes {
    bool operand, address, lock;
    uint8_t repeat;
    int segment; /* -1 for none */
};

static void undefined(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    raise_fault(cpu, VECTOR_UD);
}

/* ---- prefixes ------------------------------------------------------------------------------ */

static struct prefixes prefixes_of(const ZydisDecodedInstruction *raw)
{
    struct prefixes prefixes = {.segment = -1};

    for (unsigned i = 0; i < raw->raw.prefix_count; i++) {
        const uint8_t value = raw->raw.prefixes[i].value;
        switch (value) {
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
            prefixes.segment = value >> 3 & 3; /* ES CS SS DS */
            break;
        case 0x64:
        case 0x65:
            prefixes.segment = value - 0x64 + SEG_FS;
            break;
        case 0x66:
            prefixes.operand = true;
            break;
        case 0x67:
            prefixes.address = true;
            break;
        case 0xf0:
            prefixes.lock = true;
            break;
        default:
            prefixes.repeat = value;
            break;
        }
    }
    return prefixes;
}

/* ---- operands ------------------------------------------------------------------------------ */

static uint8_t reg_number(unsigned encoded, unsigned size)
{
    return (uint8_t)(size == SIZE_8 ? (encoded & 3) * 4 + (encoded >> 2) : encoded);
}

static uint8_t reg_of_zydis(ZydisRegister reg)
{
    return reg == ZYDIS_REGISTER_NONE ? REG_NONE : (uint8_t)ZydisRegisterGetId(reg);
}

static uint8_t scale_shift(unsigned scale)
{
    return scale == 8 ? 3 : scale == 4 ? 2 : scale == 2 ? 1 : 0;
}

static const ZydisDecodedOperand *memory_operand(const struct decoding *d)
{
    for (unsigned i = 0; i < d->raw.operand_count; i++)
        if (d->operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            return &d->operands[i];
    return NULL;
}

static void take_memory(struct decoding *d, int override)
{
    const ZydisDecodedOperand *operand = memory_operand(d);
    struct insn *insn = d->insn;

    if (!operand)
        return;
    insn->base = reg_of_zydis(operand->mem.base);
    insn->index = reg_of_zydis(operand->mem.index);
    insn->scale = scale_shift(operand->mem.scale);
    insn->displacement = (uint32_t)operand->mem.disp.value;
    insn->segment = SEG_DS;
    if (override >= 0)
        insn->segment = (uint8_t) override;
    else if (insn->base == REG_ESP || insn->base == REG_EBP)
        insn->segment = SEG_SS;
}

static uint32_t immediate_of(const struct decoding *d, unsigned number)
{
    return (uint32_t)d->raw.raw.imm[number].value.u;
}

static insn_execute *pick(insn_execute *const handlers[SIZE_COUNT], const struct decoding *d)
{
    return handlers[d->size];
}

/* ---- forms --------------------------------------------------------------------------------- */

static insn_execute *form_modrm(struct decoding *d)
{
    const struct operation *op = d->opcode->operation;
    struct insn *insn = d->insn;
    const uint8_t reg = reg_number(d->raw.raw.modrm.reg, d->size);
    uint8_t rm = reg_number(d->raw.raw.modrm.rm, d->size);

    /* The source of a byte extension is a byte register. */
    if (op == &op_movzx8 || op == &op_movsx8)
        rm = reg_number(d->raw.raw.modrm.rm, SIZE_8);
    insn->reg = reg;
    insn->rm = rm;
    switch (d->opcode->form) {
    case FORM_EG:
    case FORM_EGI:
        if (d->memory)
            return pick(op->mr, d);
        insn->reg = rm;
        insn->rm = reg;
        return pick(op->rr, d);
    case FORM_GE:
    case FORM_GEI:
        if (d->memory)
            return pick(op->rm, d) ? pick(op->rm, d) : pick(op->m, d);
        return pick(op->rr, d);
    case FORM_EI:
    case FORM_E1:
        insn->reg = rm;
        return d->memory ? pick(op->mi, d) : pick(op->ri, d);
    case FORM_ES:
        insn->reg = rm;
        insn->rm = d->raw.raw.modrm.reg;
        if (insn->rm > SEG_GS || (insn->rm == SEG_CS && op == &op_mov_to_segment))
            return NULL;
        return d->memory ? pick(op->m, d) : pick(op->r, d);
    default:
        insn->reg = rm;
        return d->memory ? pick(op->m, d) : pick(op->r, d);
    }
}

static insn_execute *form_control(struct decoding *d)
{
    d->insn->reg = d->raw.raw.modrm.rm;
    d->insn->rm = d->raw.raw.modrm.reg;
    return pick(d->opcode->operation->r, d);
}

/* The segment register of LES, LDS and the 0F forms. */
static uint8_t pointer_segment(const ZydisDecodedInstruction *raw)
{
    switch (raw->opcode) {
    case 0xc4:
        return SEG_ES;
    case 0xc5:
        return SEG_DS;
    case 0xb2:
        return SEG_SS;
    case 0xb4:
        return SEG_FS;
    default:
        return SEG_GS;
    }
}

static insn_execute *form_pointer(struct decoding *d)
{
    d->insn->reg = d->raw.raw.modrm.reg;
    d->insn->rm = pointer_segment(&d->raw);
    return d->memory ? pick(d->opcode->operation->m, d) : NULL;
}

static insn_execute *form_relative(struct decoding *d)
{
    struct insn *insn = d->insn;

    insn->immediate += insn->address + insn->length;
    if (insn->operand_size == 2)
        insn->immediate &= 0xffff;
    if (d->opcode->operation == &op_jcc)
        return jcc_handlers[d->raw.opcode & 15];
    return pick(d->opcode->operation->r, d);
}

static insn_execute *form_implied(struct decoding *d)
{
    const struct operation *op = d->opcode->operation;
    struct insn *insn = d->insn;

    switch (d->opcode->form) {
    case FORM_R:
        insn->reg = reg_number(d->raw.opcode & 7, d->size);
        return pick(op->r, d);
    case FORM_RI:
        insn->reg = reg_number(d->raw.opcode & 7, d->size);
        return pick(op->ri, d);
    case FORM_RA:
        insn->reg = d->raw.opcode & 7;
        insn->rm = REG_EAX;
        return pick(op->rr, d);
    case FORM_AI:
        insn->reg = REG_EAX;
        return pick(op->ri, d);
    case FORM_AO:
        insn->reg = REG_EAX;
        return pick(op->rm, d);
    case FORM_OA:
        insn->reg = REG_EAX;
        return pick(op->mr, d);
    case FORM_I:
        return pick(op->ri, d) ? pick(op->ri, d) : pick(op->r, d);
    case FORM_FAR:
        insn->immediate = d->operands[0].ptr.offset;
        insn->selector = d->operands[0].ptr.segment;
        return pick(op->r, d);
    case FORM_FRAME:
        insn->selector = (uint16_t)immediate_of(d, 1);
        return pick(op->r, d);
    case FORM_SEGMENT:
        insn->rm = d->raw.opcode >> 3 & 7;
        return pick(op->r, d);
    default:
        return pick(op->r, d);
    }
}

static insn_execute *form_handler(struct decoding *d)
{
    switch (d->opcode->form) {
    case FORM_UNDEFINED:
        return NULL;
    case FORM_E:
    case FORM_EG:
    case FORM_GE:
    case FORM_EI:
    case FORM_E1:
    case FORM_EGI:
    case FORM_GEI:
    case FORM_ES:
        return form_modrm(d);
    case FORM_CONTROL:
        return form_control(d);
    case FORM_POINTER:
        return form_pointer(d);
    case FORM_RELATIVE:
        return form_relative(d);
    case FORM_X87:
        return fpu_decode(
            d->raw.opcode,
            d->raw.raw.modrm.mod << 6 | d->raw.raw.modrm.reg << 3 | d->raw.raw.modrm.rm, d->insn);
    default:
        return form_implied(d);
    }
}

/* ---- one instruction ----------------------------------------------------------------------- */

static const struct opcode *find_opcode(const ZydisDecodedInstruction *raw)
{
    static const struct opcode none = {.form = FORM_UNDEFINED};
    const struct opcode *opcode = &none;

    if (raw->encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY)
        return &none;
    if (raw->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT)
        opcode = &opcode_map[raw->opcode];
    else if (raw->opcode_map == ZYDIS_OPCODE_MAP_0F)
        opcode = &opcode_map_0f[raw->opcode];
    if (opcode->form == FORM_GROUP)
        opcode = &opcode->group[raw->raw.modrm.reg];
    return opcode;
}

/* 66, F2 and F3 before the MMX opcodes are SSE's. */
static bool mmx_exists(const struct cpu *cpu, const ZydisDecodedInstruction *raw)
{
    const struct prefixes prefixes = prefixes_of(raw);

    return cpu->p55c && !prefixes.operand && !prefixes.repeat;
}

static unsigned size_index(const struct opcode *opcode, unsigned operand_size)
{
    switch (opcode->size) {
    case SIZE_B:
        return SIZE_8;
    case SIZE_W:
        return SIZE_16;
    case SIZE_D:
        return SIZE_32;
    default:
        return operand_size == 4 ? SIZE_32 : SIZE_16;
    }
}

static void fill(struct decoding *d, unsigned bits)
{
    const struct prefixes prefixes = prefixes_of(&d->raw);
    struct insn *insn = d->insn;
    const unsigned operand_size = (bits == 32) != prefixes.operand ? 4 : 2;

    insn->address_size = (bits == 32) != prefixes.address ? 4 : 2;
    insn->address_mask = insn->address_size == 4 ? 0xffffffffu : 0xffffu;
    insn->lock = prefixes.lock;
    insn->segment = prefixes.segment >= 0 ? (uint8_t)prefixes.segment : SEG_DS;
    d->opcode = find_opcode(&d->raw);
    d->size = size_index(d->opcode, operand_size);
    insn->operand_size = (uint8_t)(1u << d->size);
    if (d->opcode->form == FORM_STRING) {
        insn->repeat = prefixes.repeat;
        return;
    }
    insn->immediate = d->opcode->form == FORM_E1 ? 1 : immediate_of(d, 0);
    d->memory = (d->raw.attributes & ZYDIS_ATTRIB_HAS_MODRM) && d->raw.raw.modrm.mod != 3;
    if (d->memory || d->opcode->form == FORM_AO || d->opcode->form == FORM_OA)
        take_memory(d, prefixes.segment);
}

static ZydisDecoder decoder_for(unsigned bits)
{
    static const ZydisDecoderMode later[] = {
        ZYDIS_DECODER_MODE_MPX,   ZYDIS_DECODER_MODE_CET,      ZYDIS_DECODER_MODE_LZCNT,
        ZYDIS_DECODER_MODE_TZCNT, ZYDIS_DECODER_MODE_CLDEMOTE,
    };
    ZydisDecoder decoder;

    ZydisDecoderInit(&decoder,
                     bits == 32 ? ZYDIS_MACHINE_MODE_LEGACY_32 : ZYDIS_MACHINE_MODE_LEGACY_16,
                     bits == 32 ? ZYDIS_STACK_WIDTH_32 : ZYDIS_STACK_WIDTH_16);
    for (unsigned i = 0; i < sizeof later / sizeof later[0]; i++)
        ZydisDecoderEnableMode(&decoder, later[i], ZYAN_FALSE);
    return decoder;
}

static enum decode_status decode_undefined(uint32_t eip, struct insn *insn)
{
    *insn = (struct insn){.execute = undefined,
                          .address = eip,
                          .length = 1,
                          .base = REG_NONE,
                          .index = REG_NONE,
                          .timing = {.pairing = PAIR_NP, .latency = 1, .ends_block = true}};
    return DECODE_LAST;
}

enum decode_status decode(const struct cpu *cpu, const uint8_t *bytes, unsigned size, uint32_t eip,
                          unsigned bits, struct insn *insn)
{
    const ZydisDecoder decoder = decoder_for(bits);
    struct decoding d = {.insn = insn};
    const ZyanStatus status = ZydisDecoderDecodeFull(&decoder, bytes, size, &d.raw, d.operands);

    if (status == ZYDIS_STATUS_NO_MORE_DATA)
        return size < 15 ? DECODE_TRUNCATED : DECODE_TOO_LONG;
    if (status == ZYDIS_STATUS_INSTRUCTION_TOO_LONG)
        return DECODE_TOO_LONG;
    if (!ZYAN_SUCCESS(status))
        return decode_undefined(eip, insn);
    *insn = (struct insn){
        .address = eip,
        .mnemonic = (uint16_t)d.raw.mnemonic,
        .length = d.raw.length,
        .opcode = d.raw.opcode,
        .base = REG_NONE,
        .index = REG_NONE,
    };
    fill(&d, bits);
    insn->execute = d.opcode->mmx && !mmx_exists(cpu, &d.raw) ? NULL : form_handler(&d);
    if (!insn->execute)
        return decode_undefined(eip, insn);
    timing_classify(cpu->model, &d.raw, d.operands, insn);
    return d.opcode->ends || insn->timing.ends_block ? DECODE_LAST : DECODE_OK;
}
