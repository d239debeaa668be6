/*
 * SPDX-License-Identifier: MIT
 * Making and ending a model, and what of its interface this one has nothing to do for.
 */
#include "sim/model/netburst/netburst_state.h"

#include <stdlib.h>

static int init(struct model *model)
{
    netburst_core_init(&model->core, &model->config.core);
    model->plans = plan_table_create(sizeof(struct netburst_plan));
    if (!model->plans || netburst_hierarchy_init(model) != 0 || netburst_tlbs_init(model) != 0 ||
        netburst_branches_init(model) != 0)
        return -1;
    model->trace_block = NO_LINE;
    netburst_registers_reset(model);
    return 0;
}

struct model *model_create(const struct model_config *config)
{
    struct model *model = calloc(1, sizeof *model);

    if (!model)
        return NULL;
    model->config = config ? *config : model_config_default();
    if (model_config_error(&model->config) || init(model) != 0) {
        model_destroy(model);
        return NULL;
    }
    return model;
}

void model_destroy(struct model *model)
{
    if (!model)
        return;
    netburst_hierarchy_release(model);
    netburst_tlbs_release(model);
    btb_release(&model->btb);
    plan_table_destroy(model->plans);
    free(model);
}

void model_watch(struct model *model, model_lost *lost, void *context)
{
    model->watch = lost;
    model->watch_context = context;
}

void model_set_overflow(struct model *model, model_overflow *overflow, void *context)
{
    model->overflow = overflow;
    model->overflow_context = context;
}

/* No event asks for clocks in which interrupts are masked. */
void model_set_interrupts(struct model *model, const struct model_interrupts *interrupts)
{
    (void)model;
    (void)interrupts;
}

/* Its test registers, which would need memory's contents, are none. */
void model_set_memory(struct model *model, const struct model_memory *memory)
{
    (void)model;
    (void)memory;
}

/* RDTSC takes as long in any ring; which instructions saturate no event asks; nor for segments. */

void model_rdtsc_user(struct model *model)
{
    (void)model;
}

void model_mmx_saturated(struct model *model)
{
    (void)model;
}

void model_segment_load(struct model *model, unsigned times)
{
    (void)model;
    (void)times;
}

/* Its units are no part of what is watched. */
void model_x87_needs(const struct model *model, const struct insn *insn, struct x87_needs *needs)
{
    (void)model;
    (void)insn;
    *needs = (struct x87_needs){0};
}

uint64_t model_x87_ready(const struct model *model)
{
    (void)model;
    return 0;
}

/* What operands and leaves change of the clocks is not modelled; breakpoints nobody counts. */

void model_breakpoint(struct model *model, unsigned number)
{
    (void)model;
    (void)number;
}

void model_cpuid(struct model *model, uint32_t leaf)
{
    (void)model;
    (void)leaf;
}

void model_x87_precision(struct model *model, unsigned bits)
{
    (void)model;
    (void)bits;
}

void model_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                       uint64_t significand)
{
    (void)model;
    (void)insn;
    (void)zero;
    (void)divisor;
    (void)significand;
}

void model_x87_root(struct model *model, const struct insn *insn, bool zero)
{
    (void)model;
    (void)insn;
    (void)zero;
}

void model_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                    uint16_t exponent)
{
    (void)model;
    (void)insn;
    (void)cosine;
    (void)significand;
    (void)exponent;
}
