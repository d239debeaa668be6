/*
 * SPDX-License-Identifier: MIT
 * Default model functions: no pairing, and nothing done for reports that a model may ignore. They
 * are weak; a model's own function of the same name replaces them.
 */
#include "sim/model/model.h"

#define NOTHING __attribute__((weak))

/* Without pairing every instruction is reported as alone in the U pipe. */
NOTHING unsigned pairing_assign(const struct model *model, struct insn *insns, unsigned n)
{
    (void)model;
    for (unsigned i = 0; i < n; i++)
        insns[i].timing.pipe = PIPE_U;
    return n < BLOCK_MAX_INSNS ? n : BLOCK_MAX_INSNS;
}

NOTHING void model_watched(struct model *model)
{
    (void)model;
}

NOTHING void model_set_interrupts(struct model *model, const struct model_interrupts *interrupts)
{
    (void)model;
    (void)interrupts;
}

NOTHING void model_set_memory(struct model *model, const struct model_memory *memory)
{
    (void)model;
    (void)memory;
}

NOTHING void model_rdtsc_user(struct model *model)
{
    (void)model;
}

NOTHING void model_x87_stack_fault(struct model *model, bool overflow)
{
    (void)model;
    (void)overflow;
}

NOTHING void model_mmx_saturated(struct model *model)
{
    (void)model;
}

NOTHING void model_segment_load(struct model *model, unsigned times)
{
    (void)model;
    (void)times;
}

NOTHING void model_table_load(struct model *model)
{
    (void)model;
}

NOTHING const struct clock_account *model_clock_account(struct model *model)
{
    (void)model;
    return NULL;
}

NOTHING void model_x87_needs(const struct model *model, const struct insn *insn,
                             struct x87_needs *needs)
{
    (void)model;
    (void)insn;
    *needs = (struct x87_needs){0};
}

NOTHING uint64_t model_x87_ready(const struct model *model)
{
    (void)model;
    return 0;
}

NOTHING void model_breakpoint(struct model *model, unsigned number)
{
    (void)model;
    (void)number;
}

NOTHING void model_debug_exception(struct model *model)
{
    (void)model;
}

NOTHING bool model_steps_on_branches(const struct model *model)
{
    (void)model;
    return false;
}

NOTHING uint64_t model_branches_taken(const struct model *model)
{
    (void)model;
    return 0;
}

NOTHING void model_cpuid(struct model *model, uint32_t leaf)
{
    (void)model;
    (void)leaf;
}

NOTHING void model_x87_precision(struct model *model, unsigned bits)
{
    (void)model;
    (void)bits;
}

NOTHING void model_x87_divides(struct model *model, const struct insn *insn, bool zero,
                               uint16_t divisor, uint64_t significand)
{
    (void)model;
    (void)insn;
    (void)zero;
    (void)divisor;
    (void)significand;
}

NOTHING void model_x87_root(struct model *model, const struct insn *insn, uint64_t significand,
                            uint16_t exponent)
{
    (void)model;
    (void)insn;
    (void)significand;
    (void)exponent;
}

NOTHING void model_x87_sine(struct model *model, const struct insn *insn, bool cosine,
                            uint64_t significand, uint16_t exponent)
{
    (void)model;
    (void)insn;
    (void)cosine;
    (void)significand;
    (void)exponent;
}

NOTHING void model_sse_values(struct model *model, unsigned simple)
{
    (void)model;
    (void)simple;
}

NOTHING void model_x87_excepted(struct model *model, const struct insn *insn,
                                enum model_x87_outcome outcome)
{
    (void)model;
    (void)insn;
    (void)outcome;
}

NOTHING void model_set_debug_store(struct model *model, const struct model_debug_store *debug_store)
{
    (void)model;
    (void)debug_store;
}
