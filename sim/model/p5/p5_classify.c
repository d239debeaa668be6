/*
 * SPDX-License-Identifier: MIT
 * Derives an instruction's static timing from Zydis's decoding: the row of the table, register
 * masks, prefix clocks, encoding rules that restrict pairing, and which instructions form a block
 * alone.
 */
#include <string.h>

#include "sim/model/common/block_rules.h"
#include "sim/model/p5/p5_state.h"
#include "sim/model/p5/timing_table.h"

#define ESP 4u
#define ESI 6u
#define EDI 7u

static bool p5_classify_is_gpr(ZydisRegister reg)
{
    switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
        return true;
    default:
        return false;
    }
}

/* The register's bit in a mask, where a part stands for the whole; 0 for other registers. */
static unsigned p5_classify_register_bit(ZydisRegister reg)
{
    if (!p5_classify_is_gpr(reg))
        return 0;
    reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LEGACY_32, reg);
    return 1u << ZydisRegisterGetId(reg);
}

static bool hidden(const ZydisDecodedOperand *operand)
{
    return operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
}

/* RET n adds to ESP as an ADD would (Agner 9). */
static bool moves_esp_explicitly(const ZydisDecodedInstruction *decoded)
{
    return decoded->mnemonic == ZYDIS_MNEMONIC_RET && decoded->raw.imm[0].size != 0;
}

/*
 * String instructions update their pointers implicitly. No source mentions an interlock for that,
 * in particular not for LODS after LODS.
 */
static bool p5_classify_is_string(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.category == ZYDIS_CATEGORY_STRINGOP ||
           decoded->meta.category == ZYDIS_CATEGORY_IOSTRINGOP;
}

static void p5_classify_register(struct insn_timing *timing, const ZydisDecodedInstruction *decoded,
                                 const ZydisDecodedOperand *operand)
{
    const ZydisRegister reg = operand->reg.value;
    const bool writes = operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
    const bool reads = operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
    unsigned bit = p5_classify_register_bit(reg);

    if (ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_X87 ||
        ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_MMX) {
        const unsigned st = (unsigned)ZydisRegisterGetId(reg);

        timing->x87.reads |= (uint8_t)(reads << st);
        timing->x87.writes |= (uint8_t)(writes << st);
        return;
    }
    timing->reads |= (uint16_t)(reads ? bit : 0);
    if (bit == 1u << ESP && hidden(operand) && !moves_esp_explicitly(decoded))
        bit = TIMING_IMPLICIT_ESP;
    if (p5_classify_is_string(decoded) && (bit & (1u << ESI | 1u << EDI)))
        bit = 0; /* updated long before the next instruction forms its address */
    timing->writes |= (uint16_t)(writes ? bit : 0);
}

static void p5_classify_memory(const struct model *model, struct insn_timing *timing,
                               const ZydisDecodedOperand *operand)
{
    unsigned bits =
        p5_classify_register_bit(operand->mem.base) | p5_classify_register_bit(operand->mem.index);

    if ((bits & 1u << ESP) && !hidden(operand) && model->config.pairing.esp_interlock_after_stack)
        bits |= TIMING_IMPLICIT_ESP;
    timing->addresses |= (uint16_t)bits;
    timing->reads |= (uint16_t)(bits & 0xff);
    if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
        return;
    if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
        timing->memory |= TIMING_READS;
    if (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
        timing->memory |= TIMING_WRITES;
}

static void p5_classify_operands(const struct model *model, struct insn_timing *timing,
                                 const ZydisDecodedInstruction *decoded,
                                 const ZydisDecodedOperand *operands)
{
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER)
            p5_classify_register(timing, decoded, &operands[i]);
        else if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            p5_classify_memory(model, timing, &operands[i]);
    }
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XLAT) { /* Zydis omits its index */
        timing->addresses |= 1;
        timing->reads |= 1;
    }
}

static bool is_near_jcc(const ZydisDecodedInstruction *decoded)
{
    return decoded->opcode_map == ZYDIS_OPCODE_MAP_0F && (decoded->opcode & 0xf0) == 0x80;
}

struct p5_prefixes {
    unsigned clocks;
    bool u_only; /* some prefixes keep the instruction out of V */
};

static struct p5_prefixes p5_classify_prefixes(const struct model *model,
                                               const ZydisDecodedInstruction *decoded, bool ends,
                                               uint32_t form)
{
    const struct prefix_config *config = &model->config.prefix;
    const bool sizes_in_v = model->config.pairing.opcode_size_prefix_in_v;
    struct p5_prefixes prefixes = {0};
    bool sized = false;

    for (unsigned i = 0; i < decoded->raw.prefix_count; i++) {
        switch (decoded->raw.prefixes[i].value) {
        case 0x66:
        case 0x67:
            prefixes.clocks += config->size + (sized ? 0 : config->first_size);
            sized = true;
            prefixes.u_only |= !sizes_in_v;
            break;
        case 0xf2:
        case 0xf3:
            if (form & REPEATED) /* included in the row's clocks */
                break;
            /* fallthrough */
        default:
            prefixes.clocks += config->segment_repeat_lock;
            prefixes.u_only = true;
        }
    }
    if (decoded->opcode_map == ZYDIS_OPCODE_MAP_0F && !is_near_jcc(decoded)) {
        prefixes.clocks += ends ? 0 : config->opcode_0f;
        prefixes.u_only |= !sizes_in_v;
    }
    return prefixes;
}

static unsigned p5_classify_clocks(const struct model *model, const struct timing_row *row)
{
    if (row->parameter)
        return *(const unsigned *)((const char *)&model->config + row->parameter);
    if (row->kind >= MMX_PLAIN) /* issue takes one clock, regardless of the latency */
        return 1;
    return row->clocks - row->integer_overlap;
}

/* XCHG locks without a LOCK prefix. */
static unsigned p5_classify_lock_clocks(const struct model *model,
                                        const ZydisDecodedInstruction *decoded)
{
    return decoded->attributes & ZYDIS_ATTRIB_HAS_LOCK && decoded->mnemonic != ZYDIS_MNEMONIC_XCHG
               ? model->config.clocks.lock
               : 0;
}

static unsigned p5_classify_pairing(const struct model *model,
                                    const ZydisDecodedInstruction *decoded,
                                    const struct timing_row *row, uint32_t form)
{
    const struct pairing_config *config = &model->config.pairing;

    switch (row->mnemonic) {
    case ZYDIS_MNEMONIC_ROL:
    case ZYDIS_MNEMONIC_ROR:
        if ((form & IMMEDIATE) && !config->rotate_immediate)
            return PAIR_NP;
        break;
    case ZYDIS_MNEMONIC_FTST:
        if (config->ftst)
            return PAIR_FX;
    }
    if (decoded->raw.disp.size && decoded->raw.imm[0].size && row->pairing < PAIR_NP)
        return config->displacement_immediate_u && row->pairing != PAIR_PV ? PAIR_PU : PAIR_NP;
    return row->pairing;
}

static void p5_classify_x87(const struct model *model, struct insn_timing *timing,
                            const struct timing_row *row)
{
    const unsigned transcendental = model->config.x87.transcendental_operations;

    timing->fpu = row->kind;
    timing->x87.stack = row->stack;
    timing->x87.latency = (uint8_t)row->clocks;
    timing->x87.busy = (uint8_t)(row->clocks - row->x87_overlap);
    timing->x87.operations =
        row->operations == ROW_TRANSCENDENTAL ? (uint8_t)transcendental : row->operations;
    if (row->mnemonic == ZYDIS_MNEMONIC_MUL || row->mnemonic == ZYDIS_MNEMONIC_IMUL) {
        timing->fpu = X87_INTEGER_MULTIPLY;
        timing->x87.operations = 1;
    }
}

void p5_timing_classify(const struct model *model, const struct ZydisDecodedInstruction_ *decoded,
                        const struct ZydisDecodedOperand_ *operands, struct insn *insn)
{
    struct insn_timing *timing = &insn->timing;
    const uint32_t form = timing_table_form(decoded, operands);
    const struct timing_row *row = timing_table_find((uint16_t)decoded->mnemonic, form);
    const bool alone = block_rule_stands_alone(decoded);
    const bool ends = alone || block_rule_ends_after(decoded, operands);
    const struct p5_prefixes prefixes = p5_classify_prefixes(model, decoded, ends, form);

    memset(timing, 0, sizeof *timing);
    timing->ends_block = ends;
    timing->starts_block = alone;
    timing->latency =
        (uint16_t)(p5_classify_clocks(model, row) + p5_classify_lock_clocks(model, decoded));
    timing->steps_start = row->steps_start;
    timing->step = row->step;
    p5_classify_operands(model, timing, decoded, operands);
    p5_classify_x87(model, timing, row);
    timing->prefixes = (uint8_t)prefixes.clocks;
    timing->pairing = (uint8_t)p5_classify_pairing(model, decoded, row, form);
    if (prefixes.u_only && timing->pairing == PAIR_UV)
        timing->pairing = PAIR_PU;
    else if (prefixes.u_only && timing->pairing == PAIR_PV)
        timing->pairing = PAIR_NP;
}
