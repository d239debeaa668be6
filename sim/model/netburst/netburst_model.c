/*
 * SPDX-License-Identifier: MIT
 * Initialises and releases the parts of a NetBurst model.
 */
#include "sim/model/netburst/netburst_state.h"

int netburst_init(struct model *model)
{
    netburst_core_init(&model->core, &model->config.core);
    model->plans = plan_table_create(sizeof(struct netburst_plan));
    if (!model->plans || netburst_hierarchy_init(model) != 0 || netburst_tlbs_init(model) != 0 ||
        netburst_branches_init(model) != 0)
        return -1;
    model->trace_block = NO_LINE;
    model->precision = NETBURST_VALUE_EXTENDED;
    netburst_msr_reset(model);
    return 0;
}

void netburst_release(struct model *model)
{
    netburst_hierarchy_release(model);
    netburst_tlbs_release(model);
    btb_release(&model->btb);
    plan_table_destroy(model->plans);
}
