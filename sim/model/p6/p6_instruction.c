/*
 * SPDX-License-Identifier: MIT
 * Collects what happens to each instruction, passes it to the core, and counts retirement.
 */
#include "sim/model/p6/p6_state.h"

uint64_t p6_now(const struct model *model)
{
    return p6_core_clock(model->core);
}

uint64_t p6_clock(const struct model *model)
{
    return p6_core_clock(model->core);
}

uint64_t p6_read_clock(struct model *model)
{
    if (!model->pending.insn || !(model->pending.plan->insn.attributes & P6_READS_TIME))
        return p6_now(model);
    p6_instruction_finish(model);
    return p6_core_read_clock(model->core);
}

void p6_report_total(struct model *model, enum p6_total total, uint64_t from, uint64_t clocks,
                     unsigned n)
{
    for (unsigned i = 0; i < P6_COUNTERS; i++)
        if (model->conditions[i] && p6_total_set_has(&model->selected[i].totals, total))
            count_condition_report(model->conditions[i], from, clocks, n);
}

/* ---- counting -------------------------------------------------------------------------------- */

static void p6_instruction_count_mmx(struct model *model, const struct p6_plan *plan)
{
    static const struct {
        uint32_t class;
        enum p6_total total;
    } kinds[] = {
        {CLASS_SATURATING, TOTAL_MMX_SATURATING}, {CLASS_MMX_MULTIPLY, TOTAL_MMX_MULTIPLIES},
        {CLASS_MMX_SHIFT, TOTAL_MMX_SHIFTS},      {CLASS_MMX_PACK, TOTAL_MMX_PACKS},
        {CLASS_MMX_UNPACK, TOTAL_MMX_UNPACKS},    {CLASS_MMX_LOGICAL, TOTAL_MMX_LOGICAL},
        {CLASS_EMMS, TOTAL_MMX_ASSISTS},          {CLASS_MMX_ARITHMETIC, TOTAL_MMX_ARITHMETIC},
        {CLASS_MMX, TOTAL_MMX_RETIRED},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (plan->classes & kinds[i].class)
            p6_count(model, kinds[i].total, 1);
    if (!(plan->classes & CLASS_MMX_STORE))
        p6_count(model, TOTAL_MMX_EXECUTED, 1);
    p6_count(model, TOTAL_MMX_UOPS, plan->insn.total);
}

static void p6_instruction_count_sse(struct model *model, uint32_t classes)
{
    const bool computing = classes & CLASS_SSE_COMPUTING;

    if (classes & CLASS_SSE_PACKED) {
        p6_count(model, TOTAL_SSE_PACKED, 1);
        p6_count(model, TOTAL_SSE_PACKED_COMPUTING, computing);
    }
    if (classes & CLASS_SSE_SCALAR) {
        p6_count(model, TOTAL_SSE_SCALAR, 1);
        p6_count(model, TOTAL_SSE_SCALAR_COMPUTING, computing);
    }
    p6_count(model, TOTAL_PREFETCH_NTA, (classes & CLASS_PREFETCH_NTA) != 0);
    p6_count(model, TOTAL_PREFETCH_T1, (classes & CLASS_PREFETCH_T1) != 0);
    p6_count(model, TOTAL_PREFETCH_T2, (classes & CLASS_PREFETCH_T2) != 0);
    p6_count(model, TOTAL_STREAMING_STORES, (classes & CLASS_STREAMING) != 0);
}

/* MMX and x87 share registers: a switch between them is an event. EMMS switches back to x87. */
static void p6_instruction_count_switch(struct model *model, const struct p6_plan *plan)
{
    const bool mmx = plan->classes & CLASS_MMX;

    if (!mmx && !(plan->insn.attributes & P6_X87))
        return;
    if (mmx != model->mmx_state)
        p6_count(model, mmx ? TOTAL_X87_TO_MMX : TOTAL_MMX_TO_X87, 1);
    model->mmx_state = mmx;
}

static void p6_instruction_count_plan(struct model *model, const struct p6_plan *plan)
{
    const unsigned attributes = plan->insn.attributes;
    const unsigned arithmetic = P6_X87_ARITHMETIC | P6_MULTIPLIES | P6_DIVIDES;

    if (attributes & arithmetic) {
        p6_count(model, TOTAL_COMPUTING, 1);
        p6_count(model, TOTAL_FLOPS, (attributes & P6_X87_ARITHMETIC) != 0);
        p6_count(model, TOTAL_MULTIPLIES, (attributes & P6_MULTIPLIES) != 0);
        p6_count(model, TOTAL_DIVIDES, (attributes & P6_DIVIDES) != 0);
    }
    p6_instruction_count_switch(model, plan);
    if (plan->classes & CLASS_MMX)
        p6_instruction_count_mmx(model, plan);
    if (plan->classes)
        p6_instruction_count_sse(model, plan->classes);
}

/* ---- instruction order ----------------------------------------------------------------------- */

void p6_instruction_finish(struct model *model)
{
    struct p6_pending *pending = &model->pending;

    if (!pending->insn)
        return;
    pending->insn = NULL;
    p6_core_instruction(model->core, &pending->plan->insn, &pending->run);
    p6_instruction_count_plan(model, pending->plan);
    if (pending->more)
        p6_core_idle(model->core, pending->more);
    if (pending->serialises && !(pending->plan->insn.attributes & P6_SERIALISES))
        p6_core_serialise(model->core);
    if (model->watches_interrupts)
        p6_interrupts_update(model);
    if (model->counters.armed)
        p6_instruction_overflow(model);
}

/* It has raised an exception and does not retire. */
void p6_instruction_abandon(struct model *model)
{
    model->pending.insn = NULL;
}

void p6_instruction_overflow(struct model *model)
{
    const unsigned overflowed = evntsel_overflowed(&model->counters);

    if (overflowed && model->overflow)
        model->overflow(model->overflow_context, overflowed);
}

static unsigned p6_instruction_fetch_wait(struct fetched *fetched, const struct insn *insn)
{
    unsigned wait = 0;
    uint32_t last;

    if (fetched->next == fetched->lines)
        return 0;
    last = insn->address + fetched->delta + insn->length - 1;
    while (fetched->next < fetched->lines &&
           (int32_t)(last - fetched->line[fetched->next].linear) >= 0)
        wait += fetched->line[fetched->next++].wait;
    return wait;
}

void p6_issue(struct model *model, const struct insn *insn)
{
    struct p6_pending *pending = &model->pending;

    p6_instruction_finish(model);
    if (!model->fetched.delta_known) {
        model->fetched.delta = model->fetched.base - insn->address;
        model->fetched.delta_known = true;
    }
    pending->insn = insn;
    pending->plan = (const struct p6_plan *)model->plans->plans + insn->timing.plan;
    pending->serialises = false;
    pending->walk_wait = pending->more = 0;
    pending->run = (struct p6_run){
        .address = insn->address + model->fetched.delta,
        .fetch_wait = (uint16_t)p6_instruction_fetch_wait(&model->fetched, insn),
        .access = pending->access,
    };
}

/* Instructions of a block retire one by one; only the last executed instruction can still be
 * pending. */
void p6_retire_more(struct model *model, const struct insn *insns, unsigned before,
                    unsigned executed)
{
    (void)before;
    if (model->pending.insn && model->pending.insn < insns + executed)
        p6_instruction_finish(model);
    else
        p6_instruction_abandon(model);
}

void p6_retire(struct model *model, const struct insn *insns, unsigned executed)
{
    p6_retire_more(model, insns, 0, executed);
}

void p6_steps(struct model *model, const struct insn *insn, uint32_t steps)
{
    (void)insn;
    model->pending.run.steps += steps;
}

/* ---- events other than instructions ---------------------------------------------------------- */

void p6_instruction_pause(struct model *model, enum lost cause, uint64_t clocks)
{
    const uint64_t from = p6_now(model);

    if (!clocks)
        return;
    if (model->watch)
        model->watch(model->watch_context, cause, from, clocks);
    p6_core_pause_is(model->core, cause == LOST_HALTED);
    p6_core_idle(model->core, clocks);
    model->lost[cause] += clocks;
}

void p6_serialise(struct model *model)
{
    if (model->pending.insn)
        model->pending.serialises = true;
    else
        p6_core_serialise(model->core);
}

static void p6_instruction_enter_handler(struct model *model)
{
    p6_instruction_pause(model, LOST_ENTRY, model->config.clocks.exception);
}

void p6_exception(struct model *model)
{
    p6_instruction_enter_handler(model);
}

void p6_software_interrupt(struct model *model)
{
    p6_serialise(model);
}

void p6_interrupt(struct model *model)
{
    p6_count(model, TOTAL_INTERRUPTS, 1);
    p6_instruction_enter_handler(model);
}

void p6_idle(struct model *model, uint64_t clocks)
{
    p6_instruction_finish(model);
    p6_instruction_pause(model, LOST_HALTED, clocks);
    model->halted += clocks;
    model->wakes++;
}
