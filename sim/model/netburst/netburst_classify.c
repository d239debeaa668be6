/*
 * SPDX-License-Identifier: MIT
 * Makes an instruction's plan from Zydis's decoding.
 */
#include <string.h>

#include "sim/model/common/decoded_insn.h"
#include "sim/model/netburst/netburst_kinds.h"
#include "sim/model/netburst/netburst_state.h"
#include "sim/model/p5/timing_table.h"

/* ---- operands ------------------------------------------------------------------------------- */

static uint8_t netburst_classify_name(ZydisRegister reg)
{
    switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
        return (uint8_t)(NAME_EAX + decoded_insn_general_register(reg));
    case ZYDIS_REGCLASS_MMX:
        return (uint8_t)(NAME_MM0 + ZydisRegisterGetId(reg));
    case ZYDIS_REGCLASS_XMM:
        return (uint8_t)(NAME_XMM0 + ZydisRegisterGetId(reg));
    case ZYDIS_REGCLASS_X87:
        return (uint8_t)(NAME_ST0 + ZydisRegisterGetId(reg));
    case ZYDIS_REGCLASS_SEGMENT:
    case ZYDIS_REGCLASS_CONTROL:
    case ZYDIS_REGCLASS_DEBUG:
        return NAME_SYSTEM;
    default:
        return NAME_NONE;
    }
}

/*
 * A write of 8 or 16 bits keeps the rest of the register, so it waits for it (ILAT: MOV r8, imm8
 * and MOV r16, r16 have a latency).
 */
static bool netburst_classify_is_part(ZydisRegister reg)
{
    const ZydisRegisterClass class = ZydisRegisterGetClass(reg);

    return class == ZYDIS_REGCLASS_GPR8 || class == ZYDIS_REGCLASS_GPR16;
}

/* SSE2 moves between registers keep the other half of the register. */
static bool netburst_classify_is_half(const ZydisDecodedInstruction *decoded,
                                      const ZydisDecodedOperand *operand)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_MOVHLPS:
    case ZYDIS_MNEMONIC_MOVLHPS:
    case ZYDIS_MNEMONIC_MOVSS:
    case ZYDIS_MNEMONIC_MOVSD:
        return operand->id == 0 && decoded->meta.category != ZYDIS_CATEGORY_STRINGOP &&
               decoded->raw.modrm.mod == 3;
    default:
        return false;
    }
}

static bool netburst_classify_multiplies(const ZydisDecodedInstruction *decoded)
{
    return decoded->mnemonic == ZYDIS_MNEMONIC_MUL || decoded->mnemonic == ZYDIS_MNEMONIC_IMUL;
}

static bool netburst_classify_is_source(const ZydisDecodedInstruction *decoded,
                                        const ZydisDecodedOperand *operand)
{
    if (operand->actions & (ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_CONDWRITE))
        return true;
    /* A product's upper half does not wait (ILAT: MUL r16 (ax) 17.0, MUL r32 (eax) 16.0). */
    return (netburst_classify_is_part(operand->reg.value) &&
            !netburst_classify_multiplies(decoded)) ||
           netburst_classify_is_half(decoded, operand);
}

/* Zydis claims that the comparisons FTST and FXAM write ST0. */
static bool netburst_classify_writes(const ZydisDecodedInstruction *decoded,
                                     const ZydisDecodedOperand *operand)
{
    return (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) &&
           decoded->mnemonic != ZYDIS_MNEMONIC_FTST && decoded->mnemonic != ZYDIS_MNEMONIC_FXAM;
}

static void netburst_classify_register(const ZydisDecodedInstruction *decoded,
                                       const ZydisDecodedOperand *operand,
                                       struct netburst_plan *plan)
{
    const bool writes = netburst_classify_writes(decoded, operand);
    const bool hidden = operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
    uint8_t name = netburst_classify_name(operand->reg.value);

    if (hidden && (name == NAME_ESP ||
                   (decoded_insn_is_string(decoded) && (name == NAME_ESI || name == NAME_EDI)))) {
        plan_list_add(plan->addresses, PLAN_ADDRESSES, &plan->address_count, name);
        plan->pointers |= (uint8_t)(writes << (name - NAME_EAX));
        return;
    }
    if (netburst_classify_is_source(decoded, operand))
        plan_list_add(plan->sources, PLAN_SOURCES, &plan->source_count, name);
    if (!writes)
        return;
    if (plan->stack < 0 && name == NAME_ST0) /* a push writes the register above the old top */
        name = NAME_ST0 + 7;
    if (hidden && name == NAME_EDX && netburst_classify_multiplies(decoded))
        plan->late_result = name;
    plan_list_add(plan->results, PLAN_RESULTS, &plan->result_count, name);
}

/* All flags are one result: an instruction that writes only some of them waits for the others. */
static void netburst_classify_flags(const ZydisDecodedInstruction *decoded, enum netburst_kind kind,
                                    struct netburst_plan *plan)
{
    const uint32_t all = ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF |
                         ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_OF;
    const ZydisAccessedFlags *flags = decoded->cpu_flags;
    uint32_t written;

    if (!flags)
        return;
    written = flags->modified | flags->set_0 | flags->set_1 | flags->undefined;
    if ((flags->tested & (all | ZYDIS_CPUFLAG_DF)) || (written && (written & all) != all) ||
        kind == KIND_SHIFT_CL) /* a count of 0 keeps all */
        plan_list_add(plan->sources, PLAN_SOURCES, &plan->source_count, NAME_FLAGS);
    if (written)
        plan_list_add(plan->results, PLAN_RESULTS, &plan->result_count, NAME_FLAGS);
}

/* The registers of an address; those of LEA are its sources. */
static void netburst_classify_memory(const ZydisDecodedOperand *operand, struct netburst_plan *plan)
{
    const ZydisRegister registers[] = {operand->mem.base, operand->mem.index};

    for (unsigned i = 0; i < 2; i++) {
        if (operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
            plan_list_add(plan->sources, PLAN_SOURCES, &plan->source_count,
                          netburst_classify_name(registers[i]));
        else
            plan_list_add(plan->addresses, PLAN_ADDRESSES, &plan->address_count,
                          netburst_classify_name(registers[i]));
    }
}

/* ILAT: SUB r32, r32 and PXOR mm, mm with one register twice do not wait for it; PSUB does. */
static bool netburst_classify_zeroes(const ZydisDecodedInstruction *decoded,
                                     const ZydisDecodedOperand *operands)
{
    if (decoded->mnemonic == ZYDIS_MNEMONIC_PXOR)
        return operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
               operands[0].reg.value == operands[1].reg.value;
    return decoded_insn_zeroes(decoded, operands) && operands[0].size == 32;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

static uint16_t netburst_classify_ticks(double clocks)
{
    return (uint16_t)(clocks * NETBURST_CLOCK + 0.5);
}

/* PUSH and POP: updating the stack pointer needs another uop. */
static bool moves_stack(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.category == ZYDIS_CATEGORY_PUSH ||
           decoded->meta.category == ZYDIS_CATEGORY_POP;
}

/* Moves that are only a load or only a store, if one operand is memory. */
static enum netburst_kind netburst_classify_access(const ZydisDecodedInstruction *decoded,
                                                   const ZydisDecodedOperand *operands,
                                                   enum netburst_kind kind)
{
    const bool plain =
        kind == KIND_SIMPLE &&
        (decoded->mnemonic == ZYDIS_MNEMONIC_MOV || decoded->mnemonic == ZYDIS_MNEMONIC_POP ||
         decoded->mnemonic == ZYDIS_MNEMONIC_MOVZX || decoded->mnemonic == ZYDIS_MNEMONIC_MOVSX);

    if (!plain && kind != KIND_SIMD_MOVE && kind != KIND_X87_MOVE)
        return kind;
    if (netburst_kind_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_WRITE))
        return KIND_STORE;
    if (!netburst_kind_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ))
        return kind;
    /* A shorter load needs a uop that inserts its value (ILAT: MOV r8, [m8] 3.0). */
    return plain && decoded->mnemonic == ZYDIS_MNEMONIC_MOV &&
                   netburst_classify_is_part(operands[0].reg.value)
               ? kind
               : KIND_LOAD;
}

/*
 * An immediate value of more than 16 bits takes the place of another uop in the trace cache (ILAT:
 * ADD r32, 0x04000 0.34 and ADD r32, 0x08000 0.68).
 */
static uint8_t netburst_classify_space(const ZydisDecodedInstruction *decoded,
                                       const ZydisDecodedOperand *operands)
{
    const ZydisDecodedOperand *last = &operands[decoded->operand_count_visible - 1u];

    if (!decoded->operand_count_visible || last->type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
        decoded->raw.imm[0].size != 32)
        return 0;
    return last->imm.value.s < -0x8000 || last->imm.value.s > 0x7fff;
}

static void netburst_classify_clocks(const ZydisDecodedInstruction *decoded,
                                     const ZydisDecodedOperand *operands, enum netburst_kind kind,
                                     const struct core_config *config, struct netburst_plan *plan)
{
    const struct netburst_kind_clocks *clocks;

    kind = netburst_classify_access(decoded, operands, kind);
    clocks = &netburst_kind_clocks[kind];
    plan->unit = clocks->unit;
    plan->uops = clocks->uops;
    plan->latency = netburst_classify_ticks(clocks->latency);
    plan->busy = netburst_classify_ticks(clocks->busy);
    if (kind == KIND_LOAD || kind == KIND_STORE)
        plan->uops = moves_stack(decoded);
    if (kind == KIND_DOUBLE_SHIFT)
        plan->latency = plan->busy = netburst_classify_ticks(config->double_shift);
    if (kind == KIND_EMMS)
        plan->latency = plan->busy = netburst_classify_ticks(config->emms);
    if (kind == KIND_X87_DIVIDE || kind == KIND_X87_SINE)
        plan->attributes |= PLAN_BY_VALUE;
    if ((plan->attributes & PLAN_REPEATED) && plan->unit == UNIT_MICROCODE)
        plan->unit = UNIT_ALONE;
    plan->space = netburst_classify_space(decoded, operands);
}

/* The event of its uop: one for an instruction of SSE, MMX or x87 arithmetic; moves have none. */
static uint8_t netburst_classify_line(const ZydisDecodedInstruction *decoded,
                                      const ZydisDecodedOperand *operands, enum netburst_kind kind)
{
    const char *name = ZydisMnemonicGetString(decoded->mnemonic);
    const size_t length = strlen(name);

    if (netburst_kind_is_move(kind) || kind == KIND_X87_EXCHANGE || kind == KIND_EMMS)
        return 0;
    if (decoded_insn_is_x87(decoded))
        return netburst_kind_clocks[kind].unit <= UNIT_DIVIDE ? LINE_X87 : 0;
    if (!decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM))
        return decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX) ? LINE_MMX_64 : 0;
    if (name[0] == 'p')
        return LINE_MMX_128;
    if (strcmp(name + length - 2, "ps") == 0)
        return LINE_PACKED_SP;
    if (strcmp(name + length - 2, "pd") == 0)
        return LINE_PACKED_DP;
    if (strcmp(name + length - 2, "ss") == 0)
        return LINE_SCALAR_SP;
    return strcmp(name + length - 2, "sd") == 0 ? LINE_SCALAR_DP : 0;
}

/*
 * instr_retired counts these twice, and instr_completed once: Weaver, Terpstra and Moore, ISPASS
 * 2013, measured on a Pentium D; valgrind's manual (exp-bbv) has FLDCW.
 */
static bool netburst_classify_is_twice(const ZydisDecodedInstruction *decoded,
                                       const ZydisDecodedOperand *operands)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_FLDCW:
    case ZYDIS_MNEMONIC_FLDENV:
    case ZYDIS_MNEMONIC_FRSTOR:
    case ZYDIS_MNEMONIC_EMMS:
    case ZYDIS_MNEMONIC_MASKMOVQ:
    case ZYDIS_MNEMONIC_SFENCE:
    case ZYDIS_MNEMONIC_MFENCE:
        return true;
    case ZYDIS_MNEMONIC_CVTPD2PI:
    case ZYDIS_MNEMONIC_CVTTPD2PI:
        return netburst_kind_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ);
    default:
        return false;
    }
}

/* The same source: these count as a store each. */
static bool netburst_classify_stores(const ZydisDecodedInstruction *decoded)
{
    return decoded->mnemonic == ZYDIS_MNEMONIC_SFENCE ||
           decoded->mnemonic == ZYDIS_MNEMONIC_MFENCE ||
           decoded->mnemonic == ZYDIS_MNEMONIC_CLFLUSH || decoded->mnemonic == ZYDIS_MNEMONIC_CPUID;
}

static bool netburst_classify_copies(const ZydisDecodedInstruction *decoded)
{
    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_MOVSB:
    case ZYDIS_MNEMONIC_MOVSW:
    case ZYDIS_MNEMONIC_STOSB:
    case ZYDIS_MNEMONIC_STOSW:
    case ZYDIS_MNEMONIC_STOSD:
        return true;
    case ZYDIS_MNEMONIC_MOVSD: /* the name of an SSE2 instruction too */
        return decoded->meta.category == ZYDIS_CATEGORY_STRINGOP;
    default:
        return false;
    }
}

static uint16_t netburst_classify_counting(const ZydisDecodedInstruction *decoded,
                                           const ZydisDecodedOperand *operands, uint32_t form)
{
    unsigned attributes = netburst_classify_is_twice(decoded, operands) ? PLAN_TWICE : 0;

    if (netburst_classify_stores(decoded))
        attributes |= PLAN_STORES;
    if ((form & REPEATED) && netburst_classify_copies(decoded))
        attributes |= PLAN_BLOCKS;
    return (uint16_t)attributes;
}

static uint16_t netburst_classify_attributes(const ZydisDecodedInstruction *decoded, uint32_t form)
{
    unsigned attributes = 0;

    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_CPUID:
    case ZYDIS_MNEMONIC_WRMSR:
    case ZYDIS_MNEMONIC_IRET:
    case ZYDIS_MNEMONIC_IRETD:
    case ZYDIS_MNEMONIC_INVD:
    case ZYDIS_MNEMONIC_WBINVD:
    case ZYDIS_MNEMONIC_INVLPG:
    case ZYDIS_MNEMONIC_LGDT:
    case ZYDIS_MNEMONIC_LIDT:
    case ZYDIS_MNEMONIC_LLDT:
    case ZYDIS_MNEMONIC_LTR:
    case ZYDIS_MNEMONIC_HLT:
        attributes = PLAN_SERIALISES;
        break;
    case ZYDIS_MNEMONIC_FXCH:
        attributes = PLAN_EXCHANGES;
        break;
    case ZYDIS_MNEMONIC_CLFLUSH:
        attributes = PLAN_FLUSHES;
        break;
    case ZYDIS_MNEMONIC_CALL:
        attributes = form & FAR ? 0 : PLAN_CALLS;
        break;
    default:
        break;
    }
    return (uint16_t)(attributes | (form & REPEATED ? PLAN_REPEATED : 0u));
}

static bool is_wide(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands)
{
    for (unsigned i = 0; i < decoded->operand_count; i++)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY && operands[i].size == 128)
            return true;
    return false;
}

/*
 * Returns whether its loads and stores count as moves; instructions that compute from memory have
 * such loads too.
 */
static bool netburst_classify_has_moves(const ZydisDecodedInstruction *decoded,
                                        const ZydisDecodedOperand *operands,
                                        enum netburst_kind kind)
{
    return netburst_kind_clocks[kind].unit < UNIT_MICROCODE && kind != KIND_X87_EXCHANGE &&
           (decoded_insn_is_x87(decoded) ||
            decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM) ||
            decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX));
}

static void netburst_classify_operands(const ZydisDecodedInstruction *decoded,
                                       const ZydisDecodedOperand *operands, enum netburst_kind kind,
                                       struct netburst_plan *plan)
{
    const bool zeroes = netburst_classify_zeroes(decoded, operands);

    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            netburst_classify_memory(&operands[i], plan);
        else if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER && !zeroes)
            netburst_classify_register(decoded, &operands[i], plan);
    }
    netburst_classify_flags(decoded, kind, plan);
    if (zeroes)
        plan_list_add(plan->results, PLAN_RESULTS, &plan->result_count,
                      netburst_classify_name(operands[0].reg.value));
}

void netburst_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       const struct core_config *config, struct netburst_plan *plan)
{
    const uint32_t form = timing_table_form(decoded, operands);
    const enum netburst_kind kind = netburst_kind_of(decoded, operands);

    memset(plan, 0, sizeof *plan);
    plan->stack = timing_table_find((uint16_t)decoded->mnemonic, form)->stack;
    plan->attributes = netburst_classify_attributes(decoded, form) |
                       netburst_classify_counting(decoded, operands, form);
    plan->line = netburst_classify_line(decoded, operands, kind);
    if (netburst_classify_has_moves(decoded, operands, kind))
        plan->attributes |= PLAN_MOVES;
    if (is_wide(decoded, operands))
        plan->attributes |= PLAN_WIDE;
    if (form & RMW)
        plan->attributes |= PLAN_MODIFIES;
    netburst_classify_clocks(decoded, operands, kind, config, plan);
    if (plan->attributes & PLAN_EXCHANGES)
        plan->exchanged = decoded_insn_exchanged(operands);
    else
        netburst_classify_operands(decoded, operands, kind, plan);
}

/* ---- the model's interface --------------------------------------------------------------------
 */

void netburst_timing_classify(const struct model *model,
                              const struct ZydisDecodedInstruction_ *decoded,
                              const struct ZydisDecodedOperand_ *operands, struct insn *insn)
{
    struct netburst_plan plan;

    netburst_classify(decoded, operands, &model->config.core, &plan);
    decoded_insn_set_timing(decoded, operands, plan_table_number(model->plans, &plan),
                            &insn->timing);
}
