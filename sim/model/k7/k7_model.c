/*
 * SPDX-License-Identifier: MIT
 * Creates and destroys a K7 model, and sets its callbacks.
 */
#include "sim/model/k7/k7_state.h"

#include <stdlib.h>

static int k7_model_init(struct model *model)
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
    if (model_config_error(&model->config) || k7_model_init(model) != 0) {
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
