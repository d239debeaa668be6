/*
 * SPDX-License-Identifier: MIT
 * Creates and destroys a P6 model, and sets its callbacks.
 */
#include "sim/model/p6/p6_state.h"

#include <stdlib.h>

static int p6_model_init(struct model *model)
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
    if (model_config_error(&model->config) || p6_model_init(model) != 0) {
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
