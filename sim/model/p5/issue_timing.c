/*
 * SPDX-License-Identifier: MIT
 * Issue: adds clocks, and handles what is only known when an instruction issues: interlocks with
 * the previous block, prefixes that decoding cannot hide, pairs broken because V's half was found
 * too late.
 *
 * Prefixes: decoding (D1) runs two stages ahead of execution (EX); each stage holds one unit. Unit
 * x enters D1 when x-1 has left it and x-2 has entered EX. It spends 1 clock there and 1 for each
 * prefix, and enters EX a clock after D2. N clocks in EX thus hide N-1 prefixes of the next two
 * units (Agner 1997, chapter 13). Only units near prefixes are tracked; p5_pairing_assign() marks
 * them.
 * On the P55C a V half may have prefixes too. It is decoded after its U half, or together with it
 * if the U half has none. If that is too late the two do not pair (InstLatx64: two MOVs of 16 bits
 * pair after a division, and take 3 clocks each in a sequence).
 */
#include "sim/model/p5/p5_state.h"

static int64_t issue_latest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void pipeline_refill(struct model *model)
{
    model->refilled_at = model->clock;
}

static const struct insn_timing *v_half(const struct insn *insn)
{
    return insn->timing.pipe == PIPE_U_PAIRED ? &insn[1].timing : NULL;
}

/* A register written by the previous unit is available one clock too late to form an address. */
void issue_entry_interlock(struct model *model, const struct insn *insn)
{
    const struct insn_timing *v = v_half(insn);
    const bool refilled = model->refilled_at == model->clock; /* everything before a refill is
                                                                 written long ago */
    const unsigned waiting = ((insn->timing.addresses & model->tail.writes) != 0) +
                             (v && (v->addresses & model->tail.writes));

    if (!waiting || refilled)
        return;
    model->count[P5_pipeline_stalled_address_generation_interlock] += waiting;
    p5_state_stall(model, LOST_AGI, 1);
}

/*
 * The previous unit was not tracked: estimates its times by bounds that are exact if no prefix is
 * near.
 */
static void issue_resume_tracking(struct model *model, const struct insn_timing *timing)
{
    const int64_t refilled = (int64_t)model->refilled_at;

    if (!(timing->attention & ATTENTION_ENTRY)) {
        model->unit_start = model->unit_start_before = model->decoded_at =
            (int64_t)model->clock - 2;
    } else if (!model->tail.decode) {
        model->unit_start = (int64_t)model->retired_at - issue_latest(1, model->tail.clocks);
        const unsigned before = model->tail.before ? model->tail.before : model->clocks_before;

        model->unit_start_before = model->unit_start - issue_latest(1, before);
        model->decoded_at = model->unit_start_before;
        if (model->unit_start >= refilled) /* it was in D1 then or later */
            model->decoded_at = issue_latest(model->decoded_at, refilled - 1);
    }
}

static void note_start(struct model *model, int64_t start)
{
    model->unit_start_before = model->unit_start;
    model->unit_start = start;
}

static void issue_decode(struct model *model, const struct insn *insn)
{
    const struct insn_timing *timing = &insn->timing;
    const struct insn_timing *v = v_half(insn);
    const int64_t refilled = (int64_t)model->refilled_at - 2;
    int64_t start;

    if (timing->attention & ATTENTION_DECODE_FIRST)
        issue_resume_tracking(model, timing);
    model->decoded_at =
        issue_latest(refilled, issue_latest(model->unit_start_before, model->decoded_at)) + 1 +
        timing->prefixes;
    if (model->decoded_at + 1 > (int64_t)model->clock + timing->agi)
        p5_state_stall_until(model, LOST_PREFIX, (uint64_t)(model->decoded_at + 1 - timing->agi));
    start = (int64_t)model->clock + timing->agi;
    note_start(model, start);
    if (!v || !v->prefixes)
        return;
    model->decoded_at += v->prefixes + (timing->prefixes != 0);
    model->late_half = model->decoded_at + 1 > start ? model->decoded_at + 1 : 0;
}

/* Issues the two halves of a pair one after the other; `insn` is the second. */
static void break_pair(struct model *model, const struct insn *insn)
{
    model->count[P5_instructions_executed_in_v_pipe]--; /* compensates for p5_retire(), which
                                                           counts it in V */
    model->count[P55C_d1_starvation_and_only_one_instruction_in_fifo]++; /* U found no successor */
    model->paired_access = NULL;
    p5_state_stall(model, LOST_FIRST_EXECUTION, insn->timing.latency - insn->timing.clocks);
}

/* Decodes a V half with prefixes. */
static void issue_decode_half(struct model *model, const struct insn *insn)
{
    const int64_t late = model->late_half;

    model->late_half = 0;
    if (!late)
        return;
    p5_state_stall_until(model, LOST_PREFIX, (uint64_t)late);
    note_start(model, (int64_t)model->clock);
    break_pair(model, insn);
}

/* Marks the bytes from `from` to `to`, which are in one line, as not ending an instruction. */
static void issue_note_no_ends(struct model *model, uint32_t from, uint32_t to)
{
    const uint32_t first = (model->fresh_physical + from) % LINE_BYTES;
    const int index = line_cache_find(&model->code, (model->fresh_physical + from) >> LINE_SHIFT);
    const uint32_t bytes = UINT32_MAX >> (LINE_BYTES - 1 - (to - from));

    if (index >= 0)
        model->code.ends[index] &= ~(bytes << first);
}

/* Decoding shows that only the last byte of the instruction is an end, which TR2 reports. */
static void issue_note_ends(struct model *model, const struct insn *insn)
{
    const uint32_t offset = insn->address - model->fresh_base;
    const uint32_t end = offset + insn->length - 1; /* the end's bit is not changed */
    uint32_t from = offset > model->fresh_first ? offset : model->fresh_first;
    const uint32_t after = end <= model->fresh_last ? end : model->fresh_last + 1;

    while (from < after) {
        const uint32_t left = LINE_BYTES - (model->fresh_physical + from) % LINE_BYTES;
        const uint32_t bytes = after - from < left ? after - from : left;

        issue_note_no_ends(model, from, from + bytes - 1);
        from += bytes;
    }
}

/*
 * In a newly filled line the ends of instructions are not known: V's half is only found in time
 * after a U half of one byte.
 */
static void issue_first_execution(struct model *model, const struct insn *insn)
{
    const struct insn *u = insn - 1;
    uint32_t offset;

    if (!model->fresh_base_known) {
        model->fresh_base = insn->address;
        model->fresh_base_known = true;
    }
    issue_note_ends(model, insn);
    if (insn->timing.pipe != PIPE_V || u->length == 1)
        return;
    offset = u->address - model->fresh_base;
    if (offset < model->fresh_first || offset > model->fresh_last)
        return;
    break_pair(model, insn);
    model->late_half = 0;
}

void issue_attention(struct model *model, const struct insn *insn)
{
    const unsigned attention = insn->timing.attention;

    if (model->fresh)
        issue_first_execution(model, insn);
    if (attention & ATTENTION_ENTRY)
        issue_entry_interlock(model, insn);
    if (attention & ATTENTION_DECODE) {
        if (insn->timing.pipe == PIPE_V)
            issue_decode_half(model, insn);
        else
            issue_decode(model, insn);
    }
    if (attention & ATTENTION_X87)
        x87_timing_issue(model, insn);
    if (attention & ATTENTION_MMX)
        mmx_timing_issue(model, insn);
}

void p5_issue(struct model *model, const struct insn *insn)
{
    if (insn->timing.attention | model->fresh)
        issue_attention(model, insn);
    model->clock += insn->timing.clocks;
}

void p5_steps(struct model *model, const struct insn *insn, uint32_t steps)
{
    if (steps)
        model->clock += insn->timing.steps_start + (uint64_t)steps * insn->timing.step;
}

void p5_retire_more(struct model *model, const struct insn *insns, unsigned before,
                    unsigned executed)
{
    const uint16_t clocks_before = model->clocks_before;

    if (executed <= before)
        return;
    p5_retire(model, insns, executed);
    if (before) {
        const struct insn_timing *timing = &insns[before - 1].timing;

        if (!insns[executed - 1].timing.tail.before) /* the second half of the first unit */
            model->clocks_before = clocks_before;
        model->count[P5_instructions_executed] -= before;
        model->count[P5_instructions_executed_in_v_pipe] -= timing->v_so_far;
        model->count[P5_pipeline_stalled_address_generation_interlock] -= timing->agi_so_far;
    }
}

void p5_retire(struct model *model, const struct insn *insns, unsigned executed)
{
    const struct insn_timing *timing;

    if (!executed)
        return;
    timing = &insns[executed - 1].timing;
    model->count[P5_instructions_executed] += executed;
    model->count[P5_instructions_executed_in_v_pipe] += timing->v_so_far;
    model->count[P5_pipeline_stalled_address_generation_interlock] += timing->agi_so_far;
    model->clocks_before = model->tail.clocks;
    model->tail = timing->tail;
    model->retired_at = model->clock;
}
