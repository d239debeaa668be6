/*
 * SPDX-License-Identifier: MIT
 * Initialises and releases the parts of a P6 model.
 */
#include "sim/model/p6/p6_state.h"

int p6_init(struct model *model)
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

void p6_release(struct model *model)
{
    p6_hierarchy_release(model);
    p6_tlbs_release(model);
    btb_release(&model->btb);
    plan_table_destroy(model->plans);
    p6_core_destroy(model->core);
}
