/*
 * SPDX-License-Identifier: MIT
 * Initialises and releases the parts of a K7 model.
 */
#include "sim/model/k7/k7_state.h"

int k7_init(struct model *model)
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

void k7_release(struct model *model)
{
    k7_hierarchy_release(model);
    k7_tlbs_release(model);
    k7_branches_release(model);
    plan_table_destroy(model->plans);
    k7_core_destroy(model->core);
}

void k7_set_interrupts(struct model *model, const struct model_interrupts *interrupts)
{
    model->interrupts = *interrupts;
}
