/*
 * SPDX-License-Identifier: MIT
 * Classifies instructions for events that their uops do not show, and stores plans.
 */
#include "sim/model/p6/p6_plan.h"

#include <Zydis/Zydis.h>
#include <string.h>

#include "sim/model/common/decoded_insn.h"
#include "sim/model/p6/p6_state.h"

/* ---- classes --------------------------------------------------------------------------------- */

static bool p6_plan_has_prefix(ZydisMnemonic mnemonic, const char *prefix)
{
    const char *name = ZydisMnemonicGetString(mnemonic);

    return name && strncmp(name, prefix, strlen(prefix)) == 0;
}

/* The types of event B3h, by prefix of the mnemonic; the first match applies. */
static const struct {
    const char *prefix;
    uint32_t classes;
} mmx_types[] = {
    {"pmul", CLASS_MMX_MULTIPLY},
    {"pmadd", CLASS_MMX_MULTIPLY},
    {"psll", CLASS_MMX_SHIFT},
    {"psra", CLASS_MMX_SHIFT},
    {"psrl", CLASS_MMX_SHIFT},
    {"pack", CLASS_MMX_PACK | CLASS_SATURATING},
    {"punpck", CLASS_MMX_UNPACK},
    {"pand", CLASS_MMX_LOGICAL},
    {"por", CLASS_MMX_LOGICAL},
    {"pxor", CLASS_MMX_LOGICAL},
    {"padds", CLASS_MMX_ARITHMETIC | CLASS_SATURATING},
    {"paddus", CLASS_MMX_ARITHMETIC | CLASS_SATURATING},
    {"psubs", CLASS_MMX_ARITHMETIC | CLASS_SATURATING},
    {"psubus", CLASS_MMX_ARITHMETIC | CLASS_SATURATING},
    {"padd", CLASS_MMX_ARITHMETIC},
    {"psub", CLASS_MMX_ARITHMETIC},
    {"pcmp", CLASS_MMX_ARITHMETIC},
    {"emms", CLASS_EMMS},
};

static uint32_t p6_plan_mmx_classes(const ZydisDecodedInstruction *decoded,
                                    const ZydisDecodedOperand *operands)
{
    if ((decoded->mnemonic == ZYDIS_MNEMONIC_MOVD || decoded->mnemonic == ZYDIS_MNEMONIC_MOVQ) &&
        operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY)
        return CLASS_MMX | CLASS_MMX_STORE;
    for (size_t i = 0; i < sizeof mmx_types / sizeof mmx_types[0]; i++)
        if (p6_plan_has_prefix(decoded->mnemonic, mmx_types[i].prefix))
            return CLASS_MMX | mmx_types[i].classes;
    return CLASS_MMX;
}

/* Returns whether it is arithmetic; moves, shuffles, logic, conversions and control are not. */
static bool p6_plan_is_computing(ZydisMnemonic mnemonic)
{
    static const char *const names[] = {"add",   "sub", "mul", "div", "sqrt", "rcp",
                                        "rsqrt", "min", "max", "cmp", "comi", "ucomi"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (p6_plan_has_prefix(mnemonic, names[i]))
            return true;
    return false;
}

static uint32_t p6_plan_sse_classes(const ZydisDecodedInstruction *decoded)
{
    const char *name = ZydisMnemonicGetString(decoded->mnemonic);
    const size_t length = name ? strlen(name) : 0;
    const bool scalar = length > 2 && strcmp(name + length - 2, "ss") == 0;

    switch (decoded->mnemonic) {
    case ZYDIS_MNEMONIC_PREFETCHNTA:
        return CLASS_PREFETCH_NTA;
    case ZYDIS_MNEMONIC_PREFETCHT1:
        return CLASS_PREFETCH_T1;
    case ZYDIS_MNEMONIC_PREFETCHT2:
        return CLASS_PREFETCH_T2;
    case ZYDIS_MNEMONIC_MOVNTPS:
        return CLASS_STREAMING | CLASS_SSE_PACKED;
    case ZYDIS_MNEMONIC_MOVNTQ:
        return CLASS_STREAMING;
    default:
        return (scalar ? CLASS_SSE_SCALAR : CLASS_SSE_PACKED) |
               (p6_plan_is_computing(decoded->mnemonic) ? CLASS_SSE_COMPUTING : 0u);
    }
}

uint32_t p6_plan_classes(const ZydisDecodedInstruction *decoded,
                         const ZydisDecodedOperand *operands)
{
    if (decoded->mnemonic == ZYDIS_MNEMONIC_EMMS ||
        decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_MMX))
        return p6_plan_mmx_classes(decoded, operands) |
               (decoded->mnemonic == ZYDIS_MNEMONIC_MOVNTQ ? CLASS_STREAMING : 0u);
    if (decoded_insn_uses(decoded, operands, ZYDIS_REGCLASS_XMM) ||
        p6_plan_has_prefix(decoded->mnemonic, "prefetch"))
        return p6_plan_sse_classes(decoded);
    return 0;
}

/* ---- storing plans --------------------------------------------------------------------------- */

struct plan_table *p6_plans_create(void)
{
    static const struct p6_plan of_a_nop = {
        .insn = {
            .attributes = P6_UNLISTED,
            .length = 1,
            .count = 1,
            .total = 1,
            .uops = {{.kind = P6_ALU, .ports = P6_PORT_0 | P6_PORT_1, .repeat = 1, .latency = 1}}}};
    struct plan_table *table = plan_table_create(sizeof of_a_nop);

    if (table)
        memcpy(table->plans, &of_a_nop, sizeof of_a_nop);
    return table;
}

/* ---- the model's interface ------------------------------------------------------------------- */

void p6_timing_classify(const struct model *model, const struct ZydisDecodedInstruction_ *decoded,
                        const struct ZydisDecodedOperand_ *operands, struct insn *insn)
{
    struct p6_plan plan;

    memset(&plan, 0, sizeof plan);
    p6_classify(decoded, operands, &plan.insn);
    plan.classes = p6_plan_classes(decoded, operands);
    decoded_insn_set_timing(decoded, operands, plan_table_number(model->plans, &plan),
                            &insn->timing);
}
