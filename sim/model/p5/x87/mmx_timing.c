/*
 * SPDX-License-Identifier: MIT
 * MMX timing on the P55C: multiplier latency, stores of recent results, switches between x87 and
 * MMX, and the events that count MMX instructions and their accesses.
 */
#include "sim/model/p5/p5_state.h"

/* The registers belong to MMX or x87, whichever executed last; a switch is expensive. */
void mmx_timing_switch(struct model *model, bool mmx)
{
    if (mmx == model->mmx_state)
        return;
    model->mmx_state = mmx;
    model->count[P55C_transitions_between_mmx_and_fp_instructions]++;
    if (!mmx)
        p5_state_stall(model, LOST_X87, model->config.x87.from_mmx);
}

static uint64_t mmx_timing_operands_ready(const struct model *model,
                                          const struct insn_timing *timing)
{
    uint64_t ready = 0;

    for (unsigned mm = 0; mm < 8; mm++)
        if ((timing->x87.reads >> mm & 1) && model->mmx_ready[mm] > ready)
            ready = model->mmx_ready[mm];
    return ready;
}

/*
 * A store, or MOVD to a general register (InstLatx64: 3 clocks with MOVD back), needs its register
 * a clock earlier than other instructions. An instruction in V started one clock ago, together with
 * the one in U.
 */
static void mmx_timing_wait(struct model *model, const struct insn_timing *timing)
{
    const bool store = timing->memory & TIMING_WRITES;
    const unsigned early = store || timing->writes ? model->config.x87.mmx_store_early : 0;
    const uint64_t multiplied = mmx_timing_operands_ready(model, timing) + (timing->pipe == PIPE_V);
    const uint64_t from = model->clock;

    p5_state_stall_until(model, LOST_X87, multiplied);
    model->count[P55C_mmx_multiply_unit_interlock] += model->clock - from;
    if ((timing->x87.reads & model->mmx_written) && model->mmx_written_at == model->clock) {
        p5_state_stall(model, LOST_X87, early);
        model->count[P55C_movd_movq_store_stall_due_to_previous_mmx_operation] += store ? early : 0;
    }
}

void mmx_timing_issue(struct model *model, const struct insn *insn)
{
    const struct insn_timing *timing = &insn->timing;

    if (timing->fpu == MMX_EMPTY) {
        model->count[P55C_emms_instructions_executed]++;
        return;
    }
    mmx_timing_switch(model, true);
    model->count[timing->pipe == PIPE_V ? P55C_mmx_instructions_executed_v_pipe
                                        : P55C_mmx_instructions_executed_u_pipe]++;
    model->count[P55C_saturating_mmx_instructions_executed] +=
        timing->fpu == MMX_SATURATING || timing->fpu == MMX_PACK;
    mmx_timing_wait(model, timing);
    for (unsigned mm = 0; mm < 8; mm++)
        if (timing->x87.writes >> mm & 1)
            model->mmx_ready[mm] = model->clock + timing->clocks + timing->x87.latency - 1;
    if (timing->pipe != PIPE_V)
        model->mmx_written = 0;
    model->mmx_written |= timing->x87.writes;
    model->mmx_written_at = model->clock + timing->clocks;
}

void p5_mmx_saturated(struct model *model)
{
    model->count[P55C_saturations_performed]++;
}

bool mmx_timing_conflict(const struct insn_timing *u, const struct insn_timing *v)
{
    const bool shifts_u = u->fpu == MMX_SHIFT || u->fpu == MMX_PACK;
    const bool shifts_v = v->fpu == MMX_SHIFT || v->fpu == MMX_PACK;

    if (u->fpu < MMX_PLAIN || v->fpu < MMX_PLAIN)
        return false;
    return (u->x87.writes & (v->x87.reads | v->x87.writes)) || (shifts_u && shifts_v) ||
           (u->fpu == MMX_MULTIPLY && v->fpu == MMX_MULTIPLY);
}

void mmx_timing_data(struct model *model, const struct insn *insn, const struct data_span *span,
                     enum access access)
{
    const uint64_t *count = model->count;
    const uint64_t reads = count[P5_data_read], read_misses = count[P5_data_read_miss];
    const uint64_t writes = count[P5_data_write], write_misses = count[P5_data_write_miss];
    const uint64_t misaligned = count[P5_misaligned_data_memory_or_IO_references];
    const uint64_t waited = count[P5_clocks_stalled_waiting_data_read];
    const uint64_t full = count[P5_clocks_stalled_full_write_buffers];

    data_access(model, insn, span, access);
    model->count[P55C_mmx_instruction_data_reads] += count[P5_data_read] - reads;
    model->count[P55C_mmx_instruction_data_read_misses] += count[P5_data_read_miss] - read_misses;
    model->count[P55C_mmx_instruction_data_writes] += count[P5_data_write] - writes;
    model->count[P55C_mmx_instruction_data_write_misses] +=
        count[P5_data_write_miss] - write_misses;
    model->count[P55C_misaligned_data_memory_reference_on_mmx_instructions] +=
        count[P5_misaligned_data_memory_or_IO_references] - misaligned;
    model->count[P55C_pipeline_stall_for_mmx_instruction_data_memory_reads] +=
        count[P5_clocks_stalled_waiting_data_read] - waited;
    model->count[P55C_full_write_buffer_stall_duration_while_executing_mmx_instructions] +=
        count[P5_clocks_stalled_full_write_buffers] - full;
}
