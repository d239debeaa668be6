/*
 * SPDX-License-Identifier: MIT
 * Creates and destroys a NetBurst model, and sets its callbacks.
 */
#include "sim/model/netburst/netburst_state.h"

#include <stdlib.h>

static int netburst_model_init(struct model *model)
{
    netburst_core_init(&model->core, &model->config.core);
    model->plans = plan_table_create(sizeof(struct netburst_plan));
    if (!model->plans || netburst_hierarchy_init(model) != 0 || netburst_tlbs_init(model) != 0 ||
        netburst_branches_init(model) != 0)
        return -1;
    model->trace_block = NO_LINE;
    netburst_msr_reset(model);
    return 0;
}

struct model *model_create(const struct model_config *config)
{
    struct model *model = calloc(1, sizeof *model);

    if (!model)
        return NULL;
    model->config = config ? *config : model_config_default();
    if (model_config_error(&model->config) || netburst_model_init(model) != 0) {
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
