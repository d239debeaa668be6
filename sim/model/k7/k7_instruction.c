/*
 * SPDX-License-Identifier: MIT
 * Collects what happens to each instruction, passes it to the core, and counts retirement.
 */
#include "sim/model/k7/k7_account.h"
#include "sim/model/k7/k7_state.h"

uint64_t k7_clock(const struct model *model)
{
    return k7_core_clock(model->core);
}

void k7_report_total(struct model *model, enum k7_total total, uint64_t clock, uint64_t clocks,
                     unsigned n)
{
    for (unsigned i = 0; i < K7_COUNTERS; i++)
        if (model->conditions[i] && k7_set_has(model->selected[i], total))
            count_condition_report(model->conditions[i], clock, clocks, n);
}

/* Counts one event in each of `clocks` clocks from clock `from` on. */
static void k7_instruction_count_clocks(struct model *model, enum k7_total total, uint64_t from,
                                        uint64_t clocks)
{
    model->count[total] += clocks;
    if (k7_set_has(model->by_clock, total))
        k7_report_total(model, total, from, clocks, 1);
}

/* ---- masked interrupts ----------------------------------------------------------------------- */

/* The clocks of an instruction, or of another interval, are counted with the IF from before it. */
static void k7_instruction_note_mask(struct model *model)
{
    const struct model_interrupts *interrupts = &model->interrupts;

    model->masked = model->watches_interrupts && interrupts->masked(interrupts->context);
    model->waits = model->masked && interrupts->waits(interrupts->context);
}

static void k7_instruction_count_masked(struct model *model, uint64_t from)
{
    const uint64_t clocks = k7_clock(model) - from;

    if (model->masked)
        k7_instruction_count_clocks(model, TOTAL_MASKED_CLOCKS, from, clocks);
    if (model->waits)
        k7_instruction_count_clocks(model, TOTAL_MASKED_PENDING_CLOCKS, from, clocks);
}

/* ---- instruction order ----------------------------------------------------------------------- */

static void k7_instruction_overflow(struct model *model)
{
    const unsigned overflowed = evntsel_overflowed(&model->counters);

    if (overflowed && model->overflow)
        model->overflow(model->overflow_context, overflowed);
}

/* It retires in the clock that ends there. */
static void k7_instruction_count_retired(struct model *model)
{
    model->count[TOTAL_INSTRUCTIONS]++;
    if (k7_set_has(model->by_clock, TOTAL_INSTRUCTIONS))
        k7_report_total(model, TOTAL_INSTRUCTIONS, k7_clock(model) - 1, 1, 1);
}

void k7_instruction_finish(struct model *model)
{
    struct k7_pending *pending = &model->pending;
    const uint64_t before = k7_clock(model);

    if (!pending->insn)
        return;
    pending->insn = NULL;
    k7_core_instruction(model->core, pending->plan, &pending->run);
    k7_instruction_count_retired(model);
    if (pending->more)
        k7_core_idle(model->core, pending->more);
    if (pending->serialises)
        k7_core_serialise(model->core);
    k7_instruction_count_masked(model, before);
    if (model->counters.armed)
        k7_instruction_overflow(model);
}

/* The fetch wait is charged to the next instruction that issues. */
void k7_issue(struct model *model, const struct insn *insn)
{
    struct k7_pending *pending = &model->pending;
    const uint32_t wait = model->fetch_wait;

    k7_instruction_finish(model);
    pending->insn = insn;
    pending->plan = (const struct k7_plan *)model->plans->plans + insn->timing.plan;
    pending->serialises = false;
    pending->walk_wait = pending->more = 0;
    pending->run = (struct k7_run){
        .fetch_wait = (uint16_t)(wait < UINT16_MAX ? wait : UINT16_MAX),
        .access = pending->access,
    };
    model->fetch_wait = 0;
    k7_instruction_note_mask(model);
}

/*
 * Only the last executed instruction can still be pending; one that raised an exception does not
 * retire.
 */
void k7_retire_more(struct model *model, const struct insn *insns, unsigned before,
                    unsigned executed)
{
    (void)before;
    if (model->pending.insn && model->pending.insn < insns + executed)
        k7_instruction_finish(model);
    else
        model->pending.insn = NULL;
}

void k7_retire(struct model *model, const struct insn *insns, unsigned executed)
{
    k7_retire_more(model, insns, 0, executed);
}

void k7_steps(struct model *model, const struct insn *insn, uint32_t steps)
{
    (void)insn;
    model->pending.run.steps += steps;
}

/* ---- events other than instructions ---------------------------------------------------------- */

static void k7_instruction_pause(struct model *model, enum lost cause, uint64_t clocks)
{
    const uint64_t from = k7_clock(model);

    if (!clocks)
        return;
    k7_instruction_note_mask(model);
    if (model->watch)
        model->watch(model->watch_context, cause, from, clocks);
    if (k7_core_account(model->core))
        k7_account_pause_is(k7_core_account(model->core), cause == LOST_HALTED);
    k7_core_idle(model->core, clocks);
    model->lost[cause] += clocks;
    k7_instruction_count_masked(model, from);
}

void k7_serialise(struct model *model)
{
    if (model->pending.insn)
        model->pending.serialises = true;
    else
        k7_core_serialise(model->core);
}

/*
 * By the definitions of the events, entering a handler counts as an instruction, a branch and a far
 * transfer (k7_events.tsv; the transfer as AMD defines the same code of K8).
 */
static void k7_instruction_enter_handler(struct model *model)
{
    static const enum k7_total totals[] = {TOTAL_INSTRUCTIONS, TOTAL_BRANCHES, TOTAL_TAKEN,
                                           TOTAL_FAR};

    for (unsigned i = 0; i < sizeof totals / sizeof totals[0]; i++)
        k7_count(model, totals[i], 1);
    k7_instruction_pause(model, LOST_ENTRY, model->config.clocks.exception);
}

void k7_exception(struct model *model)
{
    k7_instruction_enter_handler(model);
}

/* INT n is counted as an instruction anyway. */
void k7_software_interrupt(struct model *model)
{
    k7_serialise(model);
}

void k7_interrupt(struct model *model)
{
    k7_count(model, TOTAL_INTERRUPTS, 1);
    k7_instruction_enter_handler(model);
}

void k7_idle(struct model *model, uint64_t clocks)
{
    k7_instruction_finish(model);
    k7_instruction_pause(model, LOST_HALTED, clocks);
    model->halted += clocks;
    model->wakes++;
}

/* Event selects DCh to DFh. */
void k7_breakpoint(struct model *model, unsigned number)
{
    k7_count(model, TOTAL_MATCHES_0 + number, 1);
}
