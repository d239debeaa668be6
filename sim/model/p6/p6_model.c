/*
 * SPDX-License-Identifier: MIT
 * Making and ending a model, and what of its interface a P6 has nothing to do for.
 */
#include "sim/model/p6/p6_state.h"

#include <stdlib.h>

static int init(struct model *model)
{
    const struct btb_config btb = {
        .shape = model->config.branch.btb,
        .rule = DIRECTION_TWO_LEVELS,
        .random = model->config.branch.random_replacement,
        .seed = model->config.seed,
    };

    model->core = p6_core_create(&model->config.core);
    model->plans = p6_plans_create();
    if (!model->core || !model->plans || p6_hierarchy_init(model) != 0 ||
        p6_tlbs_init(model) != 0 || btb_init(&model->btb, &btb) != 0)
        return -1;
    model->code_line = model->fetch_block = NO_LINE;
    model->precision = P6_VALUE_EXTENDED;
    p6_registers_reset(model);
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
    p6_hierarchy_release(model);
    p6_tlbs_release(model);
    btb_release(&model->btb);
    plan_table_destroy(model->plans);
    p6_core_destroy(model->core);
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

/* It stores no records. */
void model_set_recorder(struct model *model, const struct model_recorder *recorder)
{
    (void)model;
    (void)recorder;
}

/* Its test registers, which would need memory's contents, are none. */
void model_set_memory(struct model *model, const struct model_memory *memory)
{
    (void)model;
    (void)memory;
}

/* What these say of an instruction is in its uops. */

void model_rdtsc_user(struct model *model)
{
    (void)model;
}

void model_cpuid(struct model *model, uint32_t leaf)
{
    (void)model;
    (void)leaf;
}

/* Event B1h counts instructions that can saturate, not those that do. */
void model_mmx_saturated(struct model *model)
{
    (void)model;
}

/* No event of a P6 counts matches. */
void model_breakpoint(struct model *model, unsigned number)
{
    (void)model;
    (void)number;
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
