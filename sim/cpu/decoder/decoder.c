/*
 * SPDX-License-Identifier: MIT
 * Instruction decoder. Zydis also knows later processors: encodings that it accepts but the
 * simulated processor does not have are rejected here.
 */
#include <string.h>

#include "sim/cpu/decoder/decoder.h"
#include "sim/cpu/decoder/operand_forms.h"
#include "tools/insn_decoder.h"

struct insn_prefixes {
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

static struct insn_prefixes decoder_prefixes(const ZydisDecodedInstruction *raw)
{
    struct insn_prefixes prefixes = {.segment = -1};

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

/* ---- one instruction ----------------------------------------------------------------------- */

static const struct opcode no_opcode = {.form = FORM_UNDEFINED};

/* Selects the map for prefix F3, F2 or 66 before 0F. The first one in this order applies. */
static const struct opcode *prefixed_map(const struct insn_prefixes *prefixes)
{
    if (prefixes->repeat)
        return prefixes->repeat == 0xf3 ? opcode_map_f3 : opcode_map_f2;
    return prefixes->operand ? opcode_map_66 : NULL;
}

static const struct opcode *decoder_map_entry(const ZydisDecodedInstruction *raw,
                                              const struct insn_prefixes *prefixes)
{
    if (raw->encoding == ZYDIS_INSTRUCTION_ENCODING_3DNOW)
        return &opcode_map_3dnow[raw->opcode];
    if (raw->encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY)
        return &no_opcode;
    if (raw->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT)
        return &opcode_map[raw->opcode];
    if (raw->opcode_map != ZYDIS_OPCODE_MAP_0F)
        return &no_opcode;

    const struct opcode *prefixed = prefixed_map(prefixes);

    if (prefixed && prefixed[raw->opcode].form != FORM_UNDEFINED)
        return &prefixed[raw->opcode];
    return &opcode_map_0f[raw->opcode];
}

static const struct opcode *decoder_find_opcode(const struct cpu *cpu,
                                                const ZydisDecodedInstruction *raw,
                                                const struct insn_prefixes *prefixes)
{
    const struct opcode *opcode = decoder_map_entry(raw, prefixes);
    const bool prefixed = prefixes->operand || prefixes->repeat;

    if (opcode->form == FORM_GROUP)
        opcode = &opcode->group[raw->raw.modrm.reg];
    else if (opcode->form == FORM_GROUP_BY_MOD)
        opcode = &opcode->group[raw->raw.modrm.reg + (raw->raw.modrm.mod == 3 ? 8 : 0)];
    if ((opcode->isa && !(opcode->isa & cpu->kind->isa)) || (opcode->bare && prefixed))
        return &no_opcode;
    return opcode;
}

static unsigned decoder_size_index(const struct opcode *opcode, unsigned operand_size)
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

static void decoder_fill(const struct cpu *cpu, struct decoding *d, unsigned bits)
{
    const struct insn_prefixes prefixes = decoder_prefixes(&d->raw);
    struct insn *insn = d->insn;
    const unsigned operand_size = (bits == 32) != prefixes.operand ? 4 : 2;

    insn->address_size = (bits == 32) != prefixes.address ? 4 : 2;
    insn->address_mask = insn->address_size == 4 ? 0xffffffffu : 0xffffu;
    insn->lock = prefixes.lock;
    insn->segment = prefixes.segment >= 0 ? (uint8_t)prefixes.segment : SEG_DS;
    d->isa = cpu->kind->isa;
    d->opcode = decoder_find_opcode(cpu, &d->raw, &prefixes);
    d->size = decoder_size_index(d->opcode, operand_size);
    insn->operand_size = (uint8_t)(1u << d->size);
    if (d->opcode->form == FORM_STRING) {
        insn->repeat = prefixes.repeat;
        return;
    }
    insn->immediate = d->opcode->form == FORM_E1 ? 1 : immediate_of(d, 0);
    d->memory = (d->raw.attributes & ZYDIS_ATTRIB_HAS_MODRM) && d->raw.raw.modrm.mod != 3;
    if (d->memory || d->opcode->form == FORM_AO || d->opcode->form == FORM_OA)
        operand_form_memory(d, prefixes.segment);
}

static enum decode_status decoder_undefined_insn(uint32_t eip, struct insn *insn)
{
    *insn = (struct insn){.execute = undefined,
                          .address = eip,
                          .length = 1,
                          .base = REG_NONE,
                          .index = REG_NONE,
                          .timing = {.pairing = PAIR_NP, .latency = 1, .ends_block = true}};
    return DECODE_LAST;
}

static enum decode_status decoder_decode_bytes(const struct cpu *cpu, const uint8_t *bytes,
                                               unsigned size, uint32_t eip, unsigned bits,
                                               struct decoding *d)
{
    ZydisDecoder decoder;
    struct insn *insn = d->insn;
    ZyanStatus status;

    insn_decoder_init(&decoder, bits);
    status = ZydisDecoderDecodeFull(&decoder, bytes, size, &d->raw, d->operands);
    if (status == ZYDIS_STATUS_NO_MORE_DATA)
        return size < 15 ? DECODE_TRUNCATED : DECODE_TOO_LONG;
    if (status == ZYDIS_STATUS_INSTRUCTION_TOO_LONG)
        return DECODE_TOO_LONG;
    if (!ZYAN_SUCCESS(status))
        return decoder_undefined_insn(eip, insn);
    *insn = (struct insn){
        .address = eip,
        .mnemonic = (uint16_t)d->raw.mnemonic,
        .length = d->raw.length,
        .opcode = d->raw.opcode,
        .base = REG_NONE,
        .index = REG_NONE,
    };
    decoder_fill(cpu, d, bits);
    insn->execute = operand_form_handler(d);
    if (!insn->execute)
        return decoder_undefined_insn(eip, insn);
    timing_classify(cpu->model, &d->raw, d->operands, insn);
    return d->opcode->ends || insn->timing.ends_block ? DECODE_LAST : DECODE_OK;
}

/* ---- instructions decoded before ------------------------------------------------------------- */

/* Hashes the first bytes, but no more bytes than a short instruction with that opcode has. */
static struct decoded *decoder_slot(struct decoded *known, const uint8_t *bytes)
{
    uint32_t first = bytes[0];

    if ((first & 0xe0) != 0x40 && first != 0xc3) { /* INC, DEC, PUSH, POP; RET */
        first |= (uint32_t)bytes[1] << 8;
        if ((first & 0xf0) != 0x70 && bytes[1] < 0xc0) /* Jcc; two register operands */
            first |= (uint32_t)bytes[2] << 16;
    }
    return &known[first * 2654435761u / (UINT32_MAX / DECODED_COUNT + 1)]; /* Fibonacci hashing */
}

/* Returns the earlier decoding of the same bytes, relocated to another address. */
static enum decode_status decoder_recall(const struct decoded *slot, uint32_t eip,
                                         struct insn *insn)
{
    *insn = slot->insn;
    insn->address = eip;
    if (slot->relative)
        insn->immediate += eip - slot->insn.address;
    return slot->last ? DECODE_LAST : DECODE_OK;
}

enum decode_status decoder_decode(const struct cpu *cpu, struct decoded *known,
                                  const uint8_t *bytes, unsigned size, uint32_t eip, unsigned bits,
                                  struct insn *insn)
{
    struct decoded *slot = size >= sizeof known->bytes ? decoder_slot(known, bytes) : NULL;
    struct decoding d;
    enum decode_status status;

    if (slot && slot->insn.length && slot->bits == bits &&
        memcmp(slot->bytes, bytes, slot->insn.length) == 0)
        return decoder_recall(slot, eip, insn);
    d = (struct decoding){.insn = insn};
    status = decoder_decode_bytes(cpu, bytes, size, eip, bits, &d);
    if (!slot || (status != DECODE_OK && status != DECODE_LAST) || insn->execute == undefined)
        return status;
    *slot = (struct decoded){
        .insn = *insn,
        .bits = (uint8_t)bits,
        .last = status == DECODE_LAST,
        .relative = d.opcode->form == FORM_RELATIVE,
    };
    memcpy(slot->bytes, bytes, insn->length);
    if (slot->relative && insn->operand_size == 2)
        slot->insn.length = 0; /* its target wraps at 64 KB: not stored */
    return status;
}
