/*
 * SPDX-License-Identifier: MIT
 * Counts clocks with masked, and with masked pending interrupts (events C6h and C7h). The state is
 * checked after each instruction while a counter needs it; an instruction's clocks are counted
 * with the state before it.
 */
#include "sim/model/p6/p6_state.h"

void p6_set_interrupts(struct model *model, const struct model_interrupts *interrupts)
{
    model->interrupts = *interrupts;
}

static void p6_interrupts_read_state(struct model *model)
{
    const struct model_interrupts *interrupts = &model->interrupts;

    model->masked = interrupts->masked(interrupts->context);
    model->waits = model->masked && interrupts->waits(interrupts->context);
}

static void p6_interrupts_count_since(struct model *model, enum p6_total total, uint64_t clocks)
{
    model->count[total] += clocks;
    if (p6_total_set_has(&model->by_clock, total))
        p6_report_total(model, total, model->interrupts_at, clocks, 1);
}

void p6_interrupts_count(struct model *model)
{
    const uint64_t clocks = p6_now(model) - model->interrupts_at;

    if (model->masked)
        p6_interrupts_count_since(model, TOTAL_MASKED_CLOCKS, clocks);
    if (model->waits)
        p6_interrupts_count_since(model, TOTAL_WAITING_CLOCKS, clocks);
    model->interrupts_at += clocks;
}

void p6_interrupts_update(struct model *model)
{
    p6_interrupts_count(model);
    p6_interrupts_read_state(model);
}

void p6_interrupts_watch(struct model *model)
{
    bool needed = false;

    for (unsigned i = 0; i < P6_COUNTERS; i++)
        needed |= p6_total_set_has(&model->selected[i].totals, TOTAL_MASKED_CLOCKS) ||
                  p6_total_set_has(&model->selected[i].totals, TOTAL_WAITING_CLOCKS);
    if (needed && !model->watches_interrupts && model->interrupts.masked) {
        model->interrupts_at = p6_now(model);
        p6_interrupts_read_state(model);
    }
    model->watches_interrupts = needed && model->interrupts.masked;
}
