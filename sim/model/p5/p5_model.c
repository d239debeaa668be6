/*
 * SPDX-License-Identifier: MIT
 * Initialises and releases the parts of a P5 model, and handles events that are a single count or
 * stall.
 */
#include "sim/model/p5/p5_state.h"

static uint32_t p5_model_free_causes(const struct free_config *config)
{
    return (uint32_t)config->agi << LOST_AGI | (uint32_t)config->prefix << LOST_PREFIX |
           (uint32_t)config->first << LOST_FIRST_EXECUTION |
           (uint32_t)config->mispredict << LOST_MISPREDICT |
           (uint32_t)config->code << LOST_CODE_MISS | (uint32_t)config->tlb << LOST_TLB |
           (uint32_t)config->read << LOST_READ_MISS | (uint32_t)config->write << LOST_WRITE_BUFFER |
           (uint32_t)config->bank << LOST_BANK | (uint32_t)config->misaligned << LOST_MISALIGNED |
           (uint32_t)config->lock << LOST_LOCK | (uint32_t)config->x87 << LOST_X87;
}

int p5_init(struct model *model)
{
    const struct btb_config btb = {
        .shape = model->config.branch.btb,
        .rule = model->config.branch.rule,
        .random = model->config.branch.random_replacement,
        .seed = model->config.seed,
    };

    if (line_cache_init(&model->data, model->config.cache.data) != 0 ||
        line_cache_init(&model->code, model->config.cache.code) != 0 ||
        btb_init(&model->btb, &btb) != 0 || p5_tlbs_init(model) != 0 || p5_bus_init(model) != 0)
        return -1;
    model->pairing = model->config.pairing.enabled;
    model->predicting = model->config.branch.enabled;
    model->free_causes = p5_model_free_causes(&model->config.free);
    model->code_line = model->fresh_line = NO_LINE;
    model->data_fill.line = model->code_fill.line = NO_LINE;
    model->tlb_missed_at = UINT64_MAX;
    p5_msr_reset(model);
    plain_read_update(model);
    return 0;
}

void p5_release(struct model *model)
{
    line_cache_release(&model->data);
    line_cache_release(&model->code);
    btb_release(&model->btb);
    p5_tlbs_release(model);
    p5_bus_release(model);
}

uint64_t p5_clock(const struct model *model)
{
    return model->clock;
}

void p5_set_memory(struct model *model, const struct model_memory *memory)
{
    model->memory = *memory;
}

void p5_watched(struct model *model)
{
    plain_read_update(model);
}

/* An I/O cycle starts when the write buffers are empty; a misaligned access is two cycles. */
void p5_io(struct model *model, uint16_t port, unsigned bytes, bool write)
{
    const unsigned cycles = (port & 3) + bytes > 4 ? 2 : 1;

    model->count[P5_misaligned_data_memory_or_IO_references] += cycles - 1;
    model->count[P5_IO_read_or_write_cycle] += cycles;
    if (write)
        model->count[P55C_writes_to_noncacheable_memory] += cycles;
    else if (model->config.errata)
        model->count[P5_non_cacheable_memory_reads] += cycles;
    for (unsigned i = 0; i < cycles; i++)
        p5_state_stall_until(model, LOST_IO, p5_bus_io(model));
}

void p5_rdtsc_user(struct model *model)
{
    model->clock += model->config.clocks.rdtsc_user - model->config.clocks.rdtsc;
}

void p5_cpuid(struct model *model, uint32_t leaf)
{
    if (leaf == 1)
        model->clock += model->config.clocks.cpuid_1 - model->config.clocks.cpuid;
}

void p5_segment_load(struct model *model, unsigned times)
{
    model->count[P5_segment_register_loaded] += times;
}

/* GDTR and IDTR count too (thesis, Appendix A, event 0Fh). */
void model_table_load(struct model *model)
{
    model->count[P5_segment_register_loaded]++;
}

/* It counts as a taken branch and is no pipeline flush (SDM, events 12h and 15h). */
void p5_serialise(struct model *model)
{
    model->count[P5_branches]++;
    model->count[P5_taken_branch_or_btb_hit]++;
    model->code_line = NO_LINE;
    pipeline_refill(model);
}

static void p5_model_enter_handler(struct model *model)
{
    model->count[P5_branches]++;
    model->count[P5_taken_branch_or_btb_hit]++;
    model->count[P5_pipeline_flushes]++;
    model->count[P5_instructions_executed]++;
    p5_state_stall(model, LOST_ENTRY, model->config.clocks.exception);
    model->code_line = NO_LINE;
    model->paired_access = NULL;
    pipeline_refill(model);
}

void p5_exception(struct model *model)
{
    if (model->config.errata && model->tlb_missed_at == model->clock)
        model->count[model->walk_kind == TLB_CODE ? P5_code_tlb_miss : P5_data_tlb_miss]++;
    model->count[P5_instructions_executed_in_v_pipe] += model->config.exceptions_in_v;
    p5_model_enter_handler(model);
}

/*
 * It is no pipeline flush (SDM, event 15h). Its branch is that of the INT instruction: see
 * p5_branch().
 */
void p5_software_interrupt(struct model *model)
{
    model->count[P5_instructions_executed]++;
    model->code_line = NO_LINE;
    pipeline_refill(model);
}

void p5_interrupt(struct model *model)
{
    model->count[P5_hardware_interrupts]++;
    p5_model_enter_handler(model);
}

void p5_breakpoint(struct model *model, unsigned number)
{
    model->count[P5_breakpoint_match_DR0 + (number & 3)]++;
}

void p5_set_cache(struct model *model, bool enabled)
{
    model->cache_enabled = enabled;
    plain_read_update(model);
}

/* WBINVD's line bursts follow each other; the instruction's clocks are in the table. */
void p5_invalidate_caches(struct model *model, bool write_back)
{
    const size_t lines = ((size_t)model->data.set_mask + 1) * model->data.ways;

    for (unsigned i = 0; write_back && i < lines; i++)
        if (model->data.states[i] == LINE_MODIFIED)
            data_access_write_back(model, i);
    p5_state_stall_until(model, LOST_WRITE_BUFFER, model->bus.free_at);
    line_cache_clear(&model->data);
    line_cache_clear(&model->code);
    model->code_line = model->data_fill.line = model->code_fill.line = NO_LINE;
    if (model->config.bus.l2_flushed_by_wbinvd)
        p5_bus_flush_l2(model);
}

void p5_idle(struct model *model, uint64_t clocks)
{
    p5_state_stall(model, LOST_HALTED, clocks);
    model->halted += clocks;
}
