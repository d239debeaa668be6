/*
 * SPDX-License-Identifier: MIT
 * From what happens to instructions, one after another, to clocks and what is in each.
 */
#include "sim/model/netburst/netburst_state.h"

#include <string.h>

uint64_t model_clock(const struct model *model)
{
    return netburst_core_clock(&model->core);
}

/* ---- clocks --------------------------------------------------------------------------------- */

static void look_at_overflow(struct model *model)
{
    const unsigned interrupts = p4_interrupted(&model->counters);

    if (interrupts && model->overflow)
        model->overflow(model->overflow_context, interrupts);
}

/* Up to that clock, which becomes the one that is filled. */
static void advance(struct model *model, uint64_t clock, bool running)
{
    const struct p4_clock idle = {.any = running ? LINE_SET(LINE_RUNNING) : 0,
                                  .events = {[LINE_RUNNING] = running}};

    if (model->counters.running) {
        if (model->open)
            p4_clocks(&model->counters, &model->now, 1);
        p4_clocks(&model->counters, &idle, clock - model->at - 1);
        if (model->counters.interrupts)
            look_at_overflow(model);
    }
    memset(&model->now, 0, sizeof model->now);
    model->now.any = LINE_SET(LINE_RUNNING);
    model->now.events[LINE_RUNNING] = 1;
    model->at = clock;
    model->open = true;
}

void netburst_settle(struct model *model)
{
    const uint64_t clock = model_clock(model);

    if (clock > model->at)
        advance(model, clock, true);
    if (model->open && model->counters.running)
        p4_clocks(&model->counters, &model->now, 1);
    model->open = false;
    netburst_core_pass(&model->core, 0);
    look_at_overflow(model);
}

/* What is pending joins what is in the clock. */
static void fill(struct model *model)
{
    struct p4_clock *from = &model->pending.retires;

    for (p4_lines lines = from->any; lines; lines &= lines - 1) {
        const unsigned line = (unsigned)__builtin_ctzll(lines);
        const unsigned sum = model->now.events[line] + from->events[line];

        model->now.any |= LINE_SET(line);
        model->now.events[line] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
        from->events[line] = 0;
    }
    from->any = 0;
}

/* ---- one after another ---------------------------------------------------------------------- */

static void tell_retired(struct model *model)
{
    struct pending *pending = &model->pending;
    unsigned loads = 0, stores = 0;

    for (unsigned i = 0; i < pending->run.accesses; i++)
        *(pending->access[i].write ? &stores : &loads) += 1;
    tell(model, LINE_LOADS, loads);
    tell(model, LINE_STORES, stores);
    tell(model,
         ((model->front_end_tags & TAG_LOADS) && loads) ||
                 ((model->front_end_tags & TAG_STORES) && stores)
             ? LINE_RETIRED_TAGGED
             : LINE_RETIRED,
         1);
    if (pending->plan->line)
        tell(model, pending->plan->line, 1);
    tell(model, LINE_L1_MISSES, pending->l1_miss);
    tell(model, LINE_L2_MISSES, pending->l2_miss);
    tell(model, LINE_DTLB_LOADS, pending->walked_load);
    tell(model, LINE_DTLB_STORES, pending->walked_store);
    if (pending->plan->attributes & PLAN_FLUSHES)
        netburst_flush_line(model, pending->last_line);
}

void netburst_finish(struct model *model)
{
    struct pending *pending = &model->pending;

    if (!pending->insn)
        return;
    netburst_core_instruction(&model->core, pending->plan, &pending->run);
    if (model->counters.running)
        tell_retired(model);
    else if (pending->plan->attributes & PLAN_FLUSHES)
        netburst_flush_line(model, pending->last_line);
    pending->insn = NULL;
    if (model_clock(model) > model->at)
        advance(model, model_clock(model), true);
    fill(model);
}

void model_issue(struct model *model, const struct insn *insn)
{
    struct pending *pending = &model->pending;

    netburst_finish(model);
    pending->insn = insn;
    pending->plan = (const struct netburst_plan *)model->plans->plans + insn->timing.plan;
    pending->walk_wait = 0;
    pending->l1_miss = pending->l2_miss = pending->walked_load = pending->walked_store = false;
    pending->run =
        (struct netburst_run){.fetch_wait = model->fetch_wait, .access = pending->access};
    model->fetch_wait = 0;
}

/* Only the last of those executed may still be pending; what raised an exception does not retire.
 */
void model_retire_more(struct model *model, const struct insn *insns, unsigned before,
                       unsigned executed)
{
    (void)before;
    if (model->pending.insn && model->pending.insn < insns + executed)
        netburst_finish(model);
    else
        model->pending.insn = NULL;
}

void model_retire(struct model *model, const struct insn *insns, unsigned executed)
{
    model_retire_more(model, insns, 0, executed);
}

void model_steps(struct model *model, const struct insn *insn, uint32_t steps)
{
    (void)insn;
    model->pending.run.steps += steps;
}

/* ---- what is not an instruction ------------------------------------------------------------- */

static void pass(struct model *model, enum lost cause, uint64_t clocks, bool running)
{
    if (!clocks)
        return;
    netburst_settle(model);
    if (model->watch)
        model->watch(model->watch_context, cause, model_clock(model), clocks);
    netburst_core_pass(&model->core, clocks);
    advance(model, model_clock(model), running);
    model->lost[cause] += clocks;
}

void model_serialise(struct model *model)
{
    netburst_core_pass(&model->core, 0);
}

void model_exception(struct model *model)
{
    pass(model, LOST_ENTRY, model->config.clocks.exception, true);
}

/* INT n is an instruction by itself. */
void model_software_interrupt(struct model *model)
{
    model_serialise(model);
}

void model_interrupt(struct model *model)
{
    pass(model, LOST_ENTRY, model->config.clocks.exception, true);
}

void model_idle(struct model *model, uint64_t clocks)
{
    netburst_finish(model);
    pass(model, LOST_HALTED, clocks, false);
}
