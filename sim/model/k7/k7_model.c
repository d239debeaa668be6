/*
 * SPDX-License-Identifier: MIT
 * Making and ending a model, and what of its interface a K7 has nothing to do for.
 */
#include "sim/model/k7/k7_state.h"

#include <stdlib.h>

static int init(struct model *model)
{
    model->core = k7_core_create(&model->config.core);
    model->plans = plan_table_create(sizeof(struct k7_plan));
    if (!model->core || !model->plans || k7_hierarchy_init(model) != 0 ||
        k7_tlbs_init(model) != 0 || k7_branches_init(model) != 0)
        return -1;
    model->fetch_block = NO_LINE;
    model->precision = 64;
    k7_registers_reset(model);
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
    k7_hierarchy_release(model);
    k7_tlbs_release(model);
    k7_branches_release(model);
    plan_table_destroy(model->plans);
    k7_core_destroy(model->core);
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

void model_set_interrupts(struct model *model, const struct model_interrupts *interrupts)
{
    model->interrupts = *interrupts;
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
