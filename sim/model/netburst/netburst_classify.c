/*
 * SPDX-License-Identifier: MIT
 * Makes an instruction's plan from Zydis's decoding.
 */
#include <string.h>

#include "sim/model/common/decoded_insn.h"
#include "sim/model/netburst/netburst_state.h"
#include "sim/model/p5/timing_table.h"

enum kind {
#define KIND(name, unit, latency, throughput, source) KIND_##name,
#include "sim/model/netburst/netburst_clocks.def"
#undef KIND
    KINDS,
};

static const struct {
    uint8_t unit;
    double latency, throughput;
} kinds[KINDS] = {
#define KIND(name, unit, latency, throughput, source) {UNIT_##unit, latency, throughput},
#include "sim/model/netburst/netburst_clocks.def"
#undef KIND
};

static const struct {
    uint16_t mnemonic;
    uint8_t kind;
} known[] = {
#define OF(mnemonic, kind) {ZYDIS_MNEMONIC_##mnemonic, KIND_##kind},
#include "sim/model/netburst/netburst_clocks.def"
#undef OF
};

/* ---- operands ------------------------------------------------------------------------------- */

/* Returns whether a memory operand is read, or written. */
static bool netburst_classify_touches(const ZydisDecodedInstruction *decoded,
                                      const ZydisDecodedOperand *operands, unsigned actions)
{
    for (unsigned i = 0; i < decoded->operand_count; i++)
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
            operands[i].mem.type == ZYDIS_MEMOP_TYPE_MEM && (operands[i].actions & actions))
            return true;
    return false;
}

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
    case ZYDIS_REGCLASS_FLAGS:
        return NAME_FLAGS;
    case ZYDIS_REGCLASS_SEGMENT:
    case ZYDIS_REGCLASS_CONTROL:
    case ZYDIS_REGCLASS_DEBUG:
        return NAME_SYSTEM;
    default:
        return NAME_NONE;
    }
}

static void netburst_classify_register(const ZydisDecodedOperand *operand,
                                       struct netburst_plan *plan)
{
    uint8_t name = netburst_classify_name(operand->reg.value);

    if (operand->actions & (ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_CONDWRITE))
        plan_list_add(plan->sources, PLAN_SOURCES, &plan->source_count, name);
    if (!(operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
        return;
    if (plan->stack < 0 && name == NAME_ST0) /* a push writes the register above the old top */
        name = NAME_ST0 + 7;
    plan_list_add(plan->results, PLAN_RESULTS, &plan->result_count, name);
}

static void netburst_classify_memory(const ZydisDecodedOperand *operand, struct netburst_plan *plan)
{
    plan_list_add(plan->addresses, PLAN_ADDRESSES, &plan->address_count,
                  netburst_classify_name(operand->mem.base));
    plan_list_add(plan->addresses, PLAN_ADDRESSES, &plan->address_count,
                  netburst_classify_name(operand->mem.index));
}

static bool netburst_classify_zeroes(const ZydisDecodedInstruction *decoded,
                                     const ZydisDecodedOperand *operands)
{
    return decoded_insn_zeroes(decoded, operands) && operands[0].size == 32;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static enum kind netburst_classify_by_operands(const ZydisDecodedInstruction *decoded,
                                               const ZydisDecodedOperand *operands)
{
    const bool xmm = decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM);
    const bool mmx = decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX);

    if (strncmp(ZydisMnemonicGetString(decoded->mnemonic), "cvt", 3) == 0)
        return KIND_CONVERT;
    if (xmm)
        return KIND_SIMD;
    if (mmx)
        return KIND_MMX;
    if (decoded_insn_is_x87(decoded))
        return KIND_X87_ADD;
    if (netburst_classify_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_WRITE) &&
        !netburst_classify_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ))
        return KIND_STORE;
    return KIND_SIMPLE;
}

static enum kind netburst_classify_kind(const ZydisDecodedInstruction *decoded,
                                        const ZydisDecodedOperand *operands)
{
    if (decoded->attributes & ZYDIS_ATTRIB_HAS_LOCK)
        return KIND_LOCKED;
    if (decoded->mnemonic == ZYDIS_MNEMONIC_XCHG &&
        netburst_classify_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ))
        return KIND_LOCKED;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].mnemonic == decoded->mnemonic)
            return (enum kind)known[i].kind;
    switch (decoded->meta.category) {
    case ZYDIS_CATEGORY_STRINGOP:
        return KIND_STRING;
    case ZYDIS_CATEGORY_IOSTRINGOP:
    case ZYDIS_CATEGORY_IO:
        return KIND_IO;
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_UNCOND_BR:
    case ZYDIS_CATEGORY_CALL:
    case ZYDIS_CATEGORY_RET:
        return timing_table_form(decoded, operands) & FAR ? KIND_FAR : KIND_BRANCH;
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_SYSRET:
    case ZYDIS_CATEGORY_SYSCALL:
        return KIND_FAR;
    case ZYDIS_CATEGORY_CMOV:
        return KIND_CMOV;
    case ZYDIS_CATEGORY_SETCC:
        return KIND_SETCC;
    case ZYDIS_CATEGORY_SYSTEM:
        return KIND_SYSTEM;
    default:
        return netburst_classify_by_operands(decoded, operands);
    }
}

static uint16_t netburst_classify_ticks(double clocks)
{
    return (uint16_t)(clocks * NETBURST_CLOCK + 0.5);
}

/*
 * A move from memory is a load, one to memory a store; neither counts as an x87 or SSE operation.
 */
static bool is_move(enum kind kind)
{
    return kind == KIND_SIMD_MOVE || kind == KIND_X87_MOVE || kind == KIND_STORE;
}

/* PUSH and POP: updating the stack pointer needs another uop. */
static bool moves_stack(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.category == ZYDIS_CATEGORY_PUSH ||
           decoded->meta.category == ZYDIS_CATEGORY_POP;
}

static void netburst_classify_clocks(const ZydisDecodedInstruction *decoded,
                                     const ZydisDecodedOperand *operands, enum kind kind,
                                     struct netburst_plan *plan)
{
    const bool plain =
        kind == KIND_SIMPLE &&
        (decoded->mnemonic == ZYDIS_MNEMONIC_MOV || decoded->mnemonic == ZYDIS_MNEMONIC_POP ||
         decoded->mnemonic == ZYDIS_MNEMONIC_MOVZX || decoded->mnemonic == ZYDIS_MNEMONIC_MOVSX);

    if ((plain || is_move(kind)) &&
        netburst_classify_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_WRITE))
        kind = KIND_STORE;
    else if ((plain || is_move(kind)) &&
             netburst_classify_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ))
        kind = KIND_LOAD;
    plan->uops = kind == KIND_LOAD || kind == KIND_STORE ? moves_stack(decoded) : 1;
    plan->unit = kinds[kind].unit;
    plan->latency = netburst_classify_ticks(kinds[kind].latency);
    plan->busy = netburst_classify_ticks(kinds[kind].throughput);
}

/* The event of its uop: one for an instruction of SSE, MMX or x87 arithmetic; moves have none. */
static uint8_t netburst_classify_line(const ZydisDecodedInstruction *decoded,
                                      const ZydisDecodedOperand *operands, enum kind kind)
{
    const char *name = ZydisMnemonicGetString(decoded->mnemonic);
    const size_t length = strlen(name);

    if (is_move(kind) || kind == KIND_X87_EXCHANGE || kind == KIND_EMMS)
        return 0;
    if (decoded_insn_is_x87(decoded))
        return kinds[kind].unit == UNIT_FP ? LINE_X87 : 0;
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
        return netburst_classify_touches(decoded, operands, ZYDIS_OPERAND_ACTION_MASK_READ);
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
                                        const ZydisDecodedOperand *operands, enum kind kind)
{
    return kinds[kind].unit != UNIT_MICROCODE && kind != KIND_X87_EXCHANGE &&
           (decoded_insn_is_x87(decoded) ||
            decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM) ||
            decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX));
}

void netburst_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       struct netburst_plan *plan)
{
    const uint32_t form = timing_table_form(decoded, operands);
    const enum kind kind = netburst_classify_kind(decoded, operands);

    memset(plan, 0, sizeof *plan);
    plan->stack = timing_table_find((uint16_t)decoded->mnemonic, form)->stack;
    plan->attributes = netburst_classify_attributes(decoded, form) |
                       netburst_classify_counting(decoded, operands, form);
    plan->line = netburst_classify_line(decoded, operands, kind);
    if (netburst_classify_has_moves(decoded, operands, kind))
        plan->attributes |= PLAN_MOVES;
    if (is_wide(decoded, operands))
        plan->attributes |= PLAN_WIDE;
    netburst_classify_clocks(decoded, operands, kind, plan);
    if (plan->attributes & PLAN_EXCHANGES) {
        plan->exchanged = decoded_insn_exchanged(operands);
        return;
    }
    for (unsigned i = 0; i < decoded->operand_count; i++) {
        if (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
            netburst_classify_memory(&operands[i], plan);
        else if (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                 !netburst_classify_zeroes(decoded, operands))
            netburst_classify_register(&operands[i], plan);
    }
    if (netburst_classify_zeroes(decoded, operands))
        plan_list_add(plan->results, PLAN_RESULTS, &plan->result_count,
                      netburst_classify_name(operands[0].reg.value));
}

/* ---- the model's interface --------------------------------------------------------------------
 */

void netburst_timing_classify(const struct model *model,
                              const struct ZydisDecodedInstruction_ *decoded,
                              const struct ZydisDecodedOperand_ *operands, struct insn *insn)
{
    struct netburst_plan plan;

    netburst_classify(decoded, operands, &plan);
    decoded_insn_set_timing(decoded, operands, plan_table_number(model->plans, &plan),
                            &insn->timing);
}
