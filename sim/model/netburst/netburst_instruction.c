/*
 * SPDX-License-Identifier: MIT
 * Collects what happens to each instruction, passes it to the core, and reports the events of its
 * retirement.
 */
#include <string.h>

#include "sim/model/netburst/netburst_state.h"

uint64_t netburst_clock(const struct model *model)
{
    return netburst_core_clock(&model->core);
}

/* ---- uops ----------------------------------------------------------------------------------- */

/* The source of its uops. */
static enum netburst_line netburst_instruction_queue(const struct netburst_pending *pending)
{
    if (netburst_plan_is_microcode(pending->plan))
        return LINE_FROM_ROM;
    return pending->built ? LINE_FROM_BUILD : LINE_FROM_DELIVER;
}

/* Loads and stores of MMX, SSE and x87, and their moves between registers. */
static void netburst_instruction_add_moves(struct model *model)
{
    const struct netburst_pending *pending = &model->pending;

    if (!(pending->plan->attributes & PLAN_MOVES))
        return;
    netburst_add_events(model, LINE_MOVES_LOADED, pending->loads);
    netburst_add_events(model, LINE_MOVES_STORED, pending->stores);
    netburst_add_events(model, LINE_MOVES_STORED, pending->plan->unit == UNIT_MOVE);
}

/*
 * Returns the retired loads or stores of `accesses`. REP MOVS and STOS access 16 bytes at a time:
 * on a Pentium D REP MOVSB has 40 loads for 100 bytes (ISPASS 2013), which is 4 of 16 bytes and 36
 * of one. That whole blocks of 64 bytes are accessed so is our interpretation of this number.
 */
static uint32_t netburst_instruction_accesses(const struct model *model, uint32_t accesses)
{
    const struct netburst_pending *pending = &model->pending;
    const uint32_t block = pending->element ? 64u / pending->element : 0;

    if (!(pending->plan->attributes & PLAN_BLOCKS) || pending->backwards || !block ||
        !model->config.counters.string_blocks)
        return accesses;
    return accesses / block * (64 / 16) + accesses % block;
}

static void netburst_instruction_add_events(struct model *model)
{
    const struct netburst_pending *pending = &model->pending;
    const unsigned attributes = pending->plan->attributes;
    const unsigned tags = model->front_end_tags;
    const uint32_t loads = netburst_instruction_accesses(model, pending->loads);
    const uint32_t stores =
        netburst_instruction_accesses(model, pending->stores) + (attributes & PLAN_STORES ? 1 : 0);
    const bool tagged = ((tags & TAG_LOADS) && loads) || ((tags & TAG_STORES) && stores);

    netburst_add_events(model, LINE_LOADS, loads);
    netburst_add_events(model, LINE_STORES, stores);
    netburst_add_events(model, tagged ? LINE_RETIRED_TAGGED : LINE_RETIRED, 1);
    if ((attributes & PLAN_TWICE) && model->config.counters.erratum_twice)
        netburst_add_events(model, tagged ? LINE_AGAIN_TAGGED : LINE_AGAIN, 1);
    if (pending->plan->line)
        netburst_add_events(model, pending->plan->line, 1);
    netburst_instruction_add_moves(model);
    if (netburst_plan_is_microcode(pending->plan))
        netburst_add_events(model, LINE_TRANSFERS,
                            model->config.counters.erratum_transfers ? 2 : 1);
}

/* SDM, table 19-29: instructions that needed an assist, so an instruction with two counts once. */
void netburst_x87_stack_fault(struct model *model, bool overflow)
{
    const enum netburst_line line = overflow ? LINE_X87_OVERFLOWS : LINE_X87_UNDERFLOWS;

    if (!model->pending.retires.events[line])
        netburst_add_events(model, line, 1);
}

/* ---- instruction order ----------------------------------------------------------------------- */

/* Adds the wrong-path uops after a mispredicted branch. */
static void netburst_instruction_wrong_path(struct model *model)
{
    const uint32_t clocks = model->config.core.mispredict;

    model->bogus += model->core.wrong_uops;
    model->bogus_each = clocks ? model->bogus / clocks + 1 : model->bogus;
}

void netburst_instruction_finish(struct model *model)
{
    struct netburst_pending *pending = &model->pending;

    if (!pending->insn)
        return;
    pending->run.uops =
        netburst_core_uops(&model->config.core, pending->plan, pending->loads, pending->stores);
    netburst_core_instruction(&model->core, pending->plan, &pending->run);
    if (pending->plan->attributes & PLAN_FLUSHES)
        netburst_hierarchy_flush(model, pending->last_line);
    pending->insn = NULL;
    if (model->counters.running) {
        netburst_instruction_add_events(model);
        netburst_report_retired(model, pending->run.uops, netburst_instruction_queue(pending));
        if (model->core.wrong_uops && model->config.core.wrong_paths)
            netburst_instruction_wrong_path(model);
        return;
    }
    netburst_forget(&pending->retires);
    if (netburst_clock(model) > model->at)
        netburst_report_advance(model, netburst_clock(model), true);
}

/* Returns whether its first byte is in a trace cache line that was built for this block. */
static bool netburst_instruction_is_built(struct netburst_fetch *fetch, const struct insn *insn)
{
    unsigned line;

    if (fetch->begun)
        fetch->instruction = insn->address;
    fetch->begun = false;
    line = (insn->address - fetch->instruction +
            (fetch->start & ((1u << NETBURST_TRACE_SHIFT) - 1))) >>
           NETBURST_TRACE_SHIFT;
    return line < 64 && (fetch->built >> line & 1);
}

void netburst_issue(struct model *model, const struct insn *insn)
{
    struct netburst_pending *pending = &model->pending;

    netburst_instruction_finish(model);
    netburst_records(model);
    pending->insn = insn;
    pending->plan = (const struct netburst_plan *)model->plans->plans + insn->timing.plan;
    pending->walk_wait = 0;
    pending->loads = pending->stores = 0;
    pending->element = 0;
    pending->backwards = false;
    memset(pending->last_physical, 0, sizeof pending->last_physical);
    pending->half = false;
    pending->built = netburst_instruction_is_built(&model->fetch, insn);
    pending->run =
        (struct netburst_run){.fetch_wait = model->fetch_wait, .access = pending->access};
    model->fetch_wait = 0;
}

/*
 * Only the last executed instruction can still be pending; one that raised an exception does not
 * retire.
 */
void netburst_retire_more(struct model *model, const struct insn *insns, unsigned before,
                          unsigned executed)
{
    (void)before;
    if (model->pending.insn && model->pending.insn < insns + executed)
        netburst_instruction_finish(model);
    else
        model->pending.insn = NULL;
}

void netburst_retire(struct model *model, const struct insn *insns, unsigned executed)
{
    netburst_retire_more(model, insns, 0, executed);
}

void netburst_steps(struct model *model, const struct insn *insn, uint32_t steps)
{
    (void)insn;
    model->pending.run.steps += steps;
}

/* ---- events other than instructions ---------------------------------------------------------- */

static void netburst_instruction_pause(struct model *model, enum lost cause, uint64_t clocks,
                                       bool running)
{
    if (!clocks)
        return;
    netburst_report_settle(model);
    if (model->watch)
        model->watch(model->watch_context, cause, netburst_clock(model), clocks);
    netburst_core_pass(&model->core, clocks);
    netburst_report_advance(model, netburst_clock(model), running);
    model->lost[cause] += clocks;
}

void netburst_serialise(struct model *model)
{
    netburst_core_pass(&model->core, 0);
}

void netburst_exception(struct model *model)
{
    netburst_records(model);
    netburst_record_left(model);
    netburst_instruction_pause(model, LOST_ENTRY, model->config.clocks.exception, true);
}

/* INT n is counted as an instruction anyway. */
void netburst_software_interrupt(struct model *model)
{
    netburst_serialise(model);
}

void netburst_interrupt(struct model *model)
{
    netburst_records(model);
    netburst_record_left(model);
    netburst_instruction_pause(model, LOST_ENTRY, model->config.clocks.exception, true);
}

void netburst_idle(struct model *model, uint64_t clocks)
{
    netburst_instruction_finish(model);
    netburst_records(model);
    netburst_instruction_pause(model, LOST_HALTED, clocks, false);
}
