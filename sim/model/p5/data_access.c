/*
 * SPDX-License-Identifier: MIT
 * Data accesses: the data cache used by both pipes, alignment, misses, writes, locked cycles. A
 * line is never valid in the code cache and modified or exclusive in the data cache, so only
 * writes to shared or missing lines must check for code to invalidate.
 */
#include "sim/model/p5/bus_line.h"
#include "sim/model/translated.h"

static const struct insn no_insn; /* for accesses not made by an instruction of a block */

static bool data_access_is_write(enum access access)
{
    return access & 1;
}

_Static_assert((ACCESS_WRITE & 1) && (ACCESS_WRITE_LOCKED & 1),
               "data_access_is_write() reads bit 0");

void data_access_write_back(struct model *model, unsigned index)
{
    p5_bus_write_line(model, model->data.tags[index]);
    line_cache_set_state(&model->data, index, LINE_SHARED);
    model->count[P5_data_cache_lines_written_back]++;
}

/*
 * A read never passes pending writes. While all write buffers are full the wait is counted by event
 * 19h.
 */
static void data_access_wait(struct model *model, uint64_t arrival, bool buffers_full,
                             uint64_t writes)
{
    const uint64_t from = model->clock;
    uint64_t blocked = 0;

    if (buffers_full && writes > from)
        blocked = (writes < arrival ? writes : arrival) - from;
    model->count[P5_clocks_stalled_full_write_buffers] += blocked;
    p5_state_stall(model, LOST_WRITE_BUFFER, blocked);
    if (arrival > model->clock) {
        model->count[P5_clocks_stalled_waiting_data_read] += arrival - model->clock;
        p5_state_stall_until(model, LOST_READ_MISS, arrival);
    }
}

static void data_access_fill(struct model *model, uint32_t physical)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const bool shared = model->config.cache.fill_shared || line_cache_find(&model->code, line) >= 0;
    struct victim victim;

    p5_bus_read_line(model, physical, &model->data_fill);
    model->data_fill.read = model->config.cache.fill_hit ? 1u << (physical >> 3 & 3) : ALL_CHUNKS;
    victim = line_cache_fill(&model->data, line, shared ? LINE_SHARED : LINE_EXCLUSIVE);
    if (victim.state == LINE_MODIFIED) {
        p5_bus_write_line(model, victim.line);
        model->count[P5_data_cache_lines_written_back]++;
    }
}

/*
 * A read of the line that arrived last or is still arriving. A read in V at the clock at which the
 * line's first 8 bytes arrived belongs to the same pair as the read that requested them.
 */
static void data_access_read_fill(struct model *model, bool pipe_v, uint32_t physical)
{
    struct line_fill *fill = &model->data_fill;
    const struct cache_config *config = &model->config.cache;
    const unsigned chunk = physical >> 3 & 3;

    const bool beside = pipe_v && model->clock == fill->first;

    data_access_wait(
        model, config->fill_wait && !beside ? fill->until : bus_line_arrival(model, fill, chunk),
        false, 0);
    if (beside || fill->read >> chunk & 1)
        return;
    fill->read |= (uint8_t)(1u << chunk);
    data_access_wait(model, model->clock + config->fill_hit, false, 0);
}

/* A miss waits while the previous line is arriving in the same set. */
static void data_access_wait_for_set(struct model *model, uint32_t line)
{
    const struct line_fill *fill = &model->data_fill;

    if (model->config.cache.fill_set_wait && model->clock < fill->until &&
        ((line ^ fill->line) & (model->config.cache.data.sets - 1)) == 0)
        data_access_wait(model, fill->until, false, 0);
}

/* Both functions return whether the access missed. */

static bool data_access_read(struct model *model, bool pipe_v, uint32_t physical)
{
    const uint32_t line = physical >> LINE_SHIFT;
    bool buffers_full;
    uint64_t writes;

    if (line_cache_use(&model->data, line) >= 0) {
        if (line == model->data_fill.line)
            data_access_read_fill(model, pipe_v, physical);
        return false;
    }
    buffers_full = p5_bus_write_buffers_full(model);
    writes = model->bus.free_at;
    if (p5_cacheable(model, physical)) {
        data_access_wait_for_set(model, line);
        data_access_fill(model, physical);
        data_access_wait(model, model->data_fill.first, buffers_full, writes);
    } else {
        model->count[P5_non_cacheable_memory_reads]++;
        data_access_wait(model, p5_bus_read(model, physical), buffers_full, writes);
    }
    return true;
}

/* A write to the bus invalidates code read from that line. */
static void data_access_write_through(struct model *model, bool pipe_v, uint32_t physical)
{
    const int code = line_cache_find(&model->code, physical >> LINE_SHIFT);

    if (code >= 0) {
        line_cache_drop(&model->code, (unsigned)code);
        model->code_line = NO_LINE;
    }
    model->count[P55C_writes_to_noncacheable_memory] += !p5_cacheable(model, physical);
    p5_bus_write_buffered(model, pipe_v, physical);
}

static bool data_access_write(struct model *model, bool pipe_v, uint32_t physical)
{
    int index = line_cache_use(&model->data, physical >> LINE_SHIFT);
    const bool missed = index < 0;

    if (missed && model->config.cache.l1_write_allocate && p5_cacheable(model, physical)) {
        data_access_fill(model, physical);
        index = line_cache_find(&model->data, physical >> LINE_SHIFT);
    }
    if (index < 0) {
        data_access_write_through(model, pipe_v, physical);
        return missed;
    }
    if (model->data.states[index] == LINE_SHARED) {
        data_access_write_through(model, pipe_v, physical);
        model->data.states[index] = LINE_EXCLUSIVE;
    } else {
        model->count[P5_write_to_M_or_E_lines]++;
        model->data.states[index] = LINE_MODIFIED;
    }
    return missed;
}

/* A locked access is always a bus cycle, and removes the line from the cache. */
static bool data_access_locked(struct model *model, uint32_t physical, bool write)
{
    const int index = line_cache_find(&model->data, physical >> LINE_SHIFT);

    if (index >= 0) {
        if (model->data.states[index] == LINE_MODIFIED)
            data_access_write_back(model, (unsigned)index);
        line_cache_drop(&model->data, (unsigned)index);
    }
    if (!write) {
        model->count[P5_locked_bus_cycle]++;
        model->count[P5_non_cacheable_memory_reads]++;
    }
    p5_state_stall_until(model, LOST_LOCK,
                         write ? p5_bus_write(model, physical) : p5_bus_read(model, physical));
    return index < 0;
}

static bool data_access_part(struct model *model, const struct insn *insn, uint32_t physical,
                             enum access access)
{
    model->count[data_access_is_write(access) ? P5_data_write : P5_data_read]++;
    switch (access) {
    case ACCESS_READ:
        return data_access_read(model, insn->timing.pipe == PIPE_V, physical);
    case ACCESS_WRITE:
        return data_access_write(model, insn->timing.pipe == PIPE_V, physical);
    default:
        return data_access_locked(model, physical, data_access_is_write(access));
    }
}

/* Returns whether a TLB missed and no instruction has issued since. */
static bool tlb_just_missed(const struct model *model)
{
    return model->tlb_missed_at == model->clock;
}

/* An access split by an alignment boundary takes additional clocks for its second part. */
static void data_access_split_stall(struct model *model, const struct insn *insn,
                                    enum access access)
{
    const struct model_config *config = &model->config;
    const unsigned clocks = config->cache.misaligned;
    const bool booked_short = config->errata && clocks && !tlb_just_missed(model);

    model->count[P5_misaligned_data_memory_or_IO_references]++;
    if (data_access_is_write(access) && config->errata && insn->timing.fpu == X87_STORE)
        model->count[P5_misaligned_data_memory_or_IO_references]++;
    if (!data_access_is_write(access))
        model->count[P5_clocks_stalled_waiting_data_read] += clocks - booked_short;
    p5_state_stall(model, LOST_MISALIGNED, clocks);
}

/*
 * An access in two parts. By erratum a misaligned access with any miss counts two misses, otherwise
 * one.
 */
static unsigned data_access_split(struct model *model, const struct insn *insn, uint32_t physical,
                                  uint32_t second, enum access access)
{
    unsigned misses;

    data_access_split_stall(model, insn, access);
    misses = data_access_part(model, insn, physical, access);
    misses += data_access_part(model, insn, second, access);
    if (misses && model->config.errata)
        return 2;
    if (misses == 2 && physical >> LINE_SHIFT == second >> LINE_SHIFT)
        return 1;
    return misses;
}

static uint32_t byte_of(const struct data_span *span, unsigned n)
{
    const unsigned in_page = 0x1000 - (span->physical & 0xfff);

    return n < in_page ? span->physical + n : span->end - (span->bytes - 1 - n);
}

static void data_access_any(struct model *model, const struct insn *insn,
                            const struct data_span *span, enum access access)
{
    const unsigned boundary = span->bytes > 4 ? 8 : 4;
    const unsigned offset = span->physical & (boundary - 1);
    unsigned misses;

    if (span->bytes == 10) { /* made as 8 bytes and 2 */
        const struct data_span low = {span->physical, byte_of(span, 7), 8};
        const struct data_span high = {byte_of(span, 8), span->end, 2};

        data_access_any(model, insn, &low, access);
        data_access_any(model, insn, &high, access);
        return;
    }
    if (offset + span->bytes > boundary)
        misses = data_access_split(model, insn, span->physical, byte_of(span, boundary - offset),
                                   access);
    else
        misses = data_access_part(model, insn, span->physical, access);
    model->count[data_access_is_write(access) ? P5_data_write_miss : P5_data_read_miss] += misses;
}

void data_access_bank_conflict(struct model *model)
{
    model->count[P5_bank_conflicts]++;
    p5_state_stall(model, LOST_BANK, model->config.cache.bank_conflict);
}

/* The first access of a V half whose U half accessed memory too. */
static void data_access_both_pipes(struct model *model, uint32_t physical)
{
    model->count[P5_memory_accesses_in_both_pipes]++;
    if (((physical ^ model->paired_physical) & 0x1c) == 0)
        data_access_bank_conflict(model);
    model->paired_access = NULL;
}

static inline void data_access_note_pipe(struct model *model, const struct insn *insn,
                                         uint32_t physical)
{
    if (insn->timing.pipe == PIPE_V) {
        if (model->paired_access == insn - 1)
            data_access_both_pipes(model, physical);
    } else if (insn->timing.pipe == PIPE_U_PAIRED && model->paired_access != insn) {
        model->paired_access = insn;
        model->paired_physical = physical;
    }
}

/* The fast path for most accesses: aligned, in the cache, no line arriving. */
static inline bool data_access_hit(struct model *model, uint32_t physical, unsigned bytes,
                                   enum access access)
{
    const unsigned boundary = bytes > 4 ? 8 : 4;
    int index;

    if ((physical & (boundary - 1)) + bytes > boundary || access > ACCESS_WRITE)
        return false;
    index = line_cache_use(&model->data, physical >> LINE_SHIFT);
    if (index < 0)
        return false;
    if (access == ACCESS_READ) {
        if (model->clock < model->data_fill.until ||
            (model->data_fill.read != ALL_CHUNKS &&
             physical >> LINE_SHIFT == model->data_fill.line))
            return false;
        model->count[P5_data_read]++;
        return true;
    }
    if (model->data.states[index] == LINE_SHARED)
        return false;
    model->data.states[index] = LINE_MODIFIED;
    model->count[P5_write_to_M_or_E_lines]++;
    model->count[P5_data_write]++;
    return true;
}

static void data_access_missed(struct model *model, const struct insn *insn,
                               const struct data_span *span, enum access access)
{
    const uint64_t from = model->clock;

    data_access_any(model, insn, span, access);
    if (!data_access_is_write(access))
        x87_timing_delay(model, insn, model->clock - from);
}

void data_access(struct model *model, const struct insn *insn, const struct data_span *span,
                 enum access access)
{
    if (!data_access_hit(model, span->physical, span->bytes, access))
        data_access_missed(model, insn, span, access);
}

static __attribute__((noinline)) void data_access_slow(struct model *model, const struct insn *insn,
                                                       const struct data_span span,
                                                       enum access access)
{
    if (insn->timing.attention & ATTENTION_MMX)
        mmx_timing_data(model, insn, &span, access);
    else
        data_access_missed(model, insn, &span, access);
}

void p5_data(struct model *model, const struct insn *insn, uint32_t physical, uint32_t physical_end,
             unsigned bytes, enum access access)
{
    if (!insn)
        insn = &no_insn;
    data_access_note_pipe(model, insn, physical);
    if ((insn->timing.attention & ATTENTION_MMX) ||
        !data_access_hit(model, physical, bytes, access))
        data_access_slow(model, insn, (struct data_span){physical, physical_end, bytes}, access);
}

void data_access_read_aligned(struct model *model, const struct insn *insn, uint32_t physical)
{
    const uint64_t from = model->clock;

    model->count[P5_data_read_miss] +=
        data_access_read(model, insn->timing.pipe == PIPE_V, physical);
    if (insn->timing.fpu)
        x87_timing_delay(model, insn, model->clock - from);
}

bool data_access_write_aligned(struct model *model, const struct insn *insn, uint32_t physical)
{
    const bool missed = data_access_write(model, insn->timing.pipe == PIPE_V, physical);

    model->count[P5_data_write_miss] += missed;
    return !missed;
}

void p5_descriptor_read(struct model *model, uint32_t physical, unsigned bytes)
{
    p5_data(model, &no_insn, physical, physical + bytes - 1, bytes, ACCESS_READ);
}

void p5_page_walk(struct model *model, uint32_t physical, bool update)
{
    const uint64_t from = model->clock;
    const int index = line_cache_find(&model->data, physical >> LINE_SHIFT);

    if (update) {
        model->count[P5_locked_bus_cycle]++;
        model->count[P55C_writes_to_noncacheable_memory]++;
        if (index >= 0 && model->data.states[index] == LINE_MODIFIED)
            data_access_write_back(model, (unsigned)index);
        if (index >= 0)
            line_cache_drop(&model->data, (unsigned)index);
        p5_state_stall_until(model, LOST_TLB, p5_bus_read(model, physical));
        p5_state_stall_until(model, LOST_TLB, p5_bus_write(model, physical));
    } else if (index < 0) {
        model->count[P5_non_cacheable_memory_reads]++;
        p5_state_stall_until(model, LOST_TLB, p5_bus_read_table(model, physical));
    }
    p5_state_stall(model, LOST_TLB, model->config.tlb.walk);
    if (model->walk_kind == TLB_DATA) {
        model->count[P5_clocks_stalled_waiting_data_read] += model->clock - from;
        model->count[P55C_data_cache_tlb_miss_stall_duration] += model->clock - from;
    } else {
        model->count[P55C_d1_starvation_and_fifo_is_empty] += model->clock - from;
    }
    model->tlb_missed_at = model->clock;
}
