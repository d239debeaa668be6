/*
 * SPDX-License-Identifier: MIT
 * Decodes instructions with Zydis, classifies and pairs them with the model, and runs loops through
 * the model without executing them.
 */
#include "host/analysis/code/code_form.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <Zydis/Zydis.h>

#include "sim/model/model.h"
#include "sim/model/p5/p5_parameters.h"
#include "tools/insn_decoder.h"

#define WARM_ITERATIONS     8u
#define MEASURED_ITERATIONS 24u /* a multiple of many periods */

struct model *code_form_model(const char *cpu)
{
    struct model_config config;
    struct model *model =
        model_config_named(cpu ? cpu : "p54c", &config) ? NULL : model_create(&config);
    if (model)
        model_set_cache(model, true);
    return model;
}

static void register_name(ZydisRegister reg, char name[8])
{
    snprintf(name, 8, "%s", reg == ZYDIS_REGISTER_NONE ? "" : ZydisRegisterGetString(reg));
    for (char *at = name; *at; at++)
        *at = (char)toupper((unsigned char)*at);
}

static void code_form_set_operands(struct code_form *form, const ZydisDecodedInstruction *decoded,
                                   const ZydisDecodedOperand *operands)
{
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        const ZydisDecodedOperand *operand = &operands[i];
        if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY) {
            if (operand->visibility == ZYDIS_OPERAND_VISIBILITY_EXPLICIT) {
                register_name(operand->mem.base, form->base);
                register_name(operand->mem.index, form->index);
            }
            form->short_address |=
                decoded->address_width == 16 && operand->mem.type != ZYDIS_MEMOP_TYPE_AGEN;
        }
        form->by_cl |= operand->type == ZYDIS_OPERAND_TYPE_REGISTER && i == 1 &&
                       operand->reg.value == ZYDIS_REGISTER_CL &&
                       decoded->meta.category != ZYDIS_CATEGORY_DATAXFER;
    }
}

/* Sets the kinds of writes that a loop's set-up depends on. */
static void code_form_set_kind(struct code_form *form, const ZydisDecodedInstruction *decoded)
{
    form->repeats = decoded->attributes &
                    (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE);
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_DIV:
    case ZYDIS_MNEMONIC_IDIV:
        form->divides = true;
        break;
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
    case ZYDIS_MNEMONIC_LOOP:
    case ZYDIS_MNEMONIC_LOOPE:
    case ZYDIS_MNEMONIC_LOOPNE:
        form->counts = true;
        break;
    default:
        break;
    }
}

static void code_form_set_encoding(struct code_form *form, const ZydisDecodedInstruction *decoded)
{
    for (unsigned i = 0; i < decoded->raw.prefix_count; i++)
        form->size_prefix |= decoded->raw.prefixes[i].value == 0x66;
    form->displacement = decoded->raw.disp.size != 0;
    form->immediate = decoded->raw.imm[0].size != 0 && !decoded->raw.imm[0].is_relative;
    form->escape_prefix = decoded->opcode_map == ZYDIS_OPCODE_MAP_0F;
    form->x87 = decoded->meta.isa_ext == ZYDIS_ISA_EXT_X87;
}

static bool is_branch(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.category == ZYDIS_CATEGORY_COND_BR ||
           decoded->meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
           decoded->meta.category == ZYDIS_CATEGORY_CALL ||
           decoded->meta.category == ZYDIS_CATEGORY_RET;
}

bool code_form_read(const struct model *model, uint32_t address, const uint8_t *bytes,
                    unsigned size, struct code_form *form)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction decoded;
    ZydisDecoder decoder;
    ZyanU64 target = 0;
    memset(form, 0, sizeof *form);
    insn_decoder_init(&decoder, 32);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, size, &decoded, operands)))
        return false;
    form->insn.address = address;
    form->insn.length = decoded.length;
    form->insn.mnemonic = (uint16_t)decoded.mnemonic;
    timing_classify(model, &decoded, operands, &form->insn);
    memcpy(form->bytes, bytes, decoded.length);
    snprintf(form->mnemonic, sizeof form->mnemonic, "%s", ZydisMnemonicGetString(decoded.mnemonic));
    code_form_set_encoding(form, &decoded);
    code_form_set_operands(form, &decoded, operands);
    code_form_set_kind(form, &decoded);
    insn_effects_read(&decoded, operands, &form->effects);
    form->branch = is_branch(&decoded);
    form->effects.orders |= form->branch || form->insn.timing.ends_block ||
                            form->insn.timing.starts_block ||
                            (form->insn.timing.writes & TIMING_IMPLICIT_ESP);
    form->relative =
        decoded.operand_count_visible && operands[0].imm.is_relative &&
        ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&decoded, &operands[0], address, &target));
    form->target = (uint32_t)target;
    return true;
}

/* Pairs are determined block by block. A block ends with a branch or at its maximum length. */
static unsigned code_form_block(const struct model *model, const struct code_form *forms,
                                unsigned n, unsigned from,
                                struct insn insns[BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD])
{
    unsigned count = 0;
    while (from + count < n && count < BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD) {
        insns[count] = forms[from + count].insn;
        if (insns[count++].timing.ends_block)
            break;
    }
    return pairing_assign(model, insns, count);
}

void code_form_pair_all(const struct model *model, struct code_form *forms, unsigned n)
{
    struct insn insns[BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD];
    for (unsigned from = 0; from < n;) {
        unsigned count = code_form_block(model, forms, n, from, insns);
        for (unsigned i = 0; i < count; i++)
            forms[from + i].insn = insns[i];
        from += count;
    }
}

/* Runs one iteration through the model; only its last instruction may be a branch. */
static void code_form_run_iteration(struct model *model, const struct code_form *forms, unsigned n)
{
    struct insn insns[BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD];
    for (unsigned from = 0; from < n;) {
        unsigned count = code_form_block(model, forms, n, from, insns);
        for (unsigned i = 0; i < count; i++)
            model_issue(model, &insns[i]);
        model_retire(model, insns, count);
        from += count;
    }
}

unsigned code_form_loop_clocks(struct model *model, const struct code_form *forms, unsigned n)
{
    for (unsigned i = 0; i < WARM_ITERATIONS; i++)
        code_form_run_iteration(model, forms, n);
    uint64_t before = model_clock(model);
    for (unsigned i = 0; i < MEASURED_ITERATIONS; i++)
        code_form_run_iteration(model, forms, n);
    uint64_t clocks = model_clock(model) - before;
    return (unsigned)((clocks * 100 + MEASURED_ITERATIONS / 2) / MEASURED_ITERATIONS);
}

const char *code_form_register(unsigned mask)
{
    static const char *const names[] = {"EAX", "ECX", "EDX", "EBX", "ESP", "EBP", "ESI", "EDI"};
    if (mask & TIMING_IMPLICIT_ESP)
        return "ESP";
    for (unsigned i = 0; i < 8; i++)
        if (mask >> i & 1)
            return names[i];
    return "";
}
