/*
 * SPDX-License-Identifier: MIT
 * Data accesses: the data cache used by both pipes, alignment, misses, writes, locked cycles. A
 * line is never valid in the code cache and modified or exclusive in the data cache, so only
 * writes to shared or missing lines must check for code to invalidate.
 */
#include "sim/model/p5/bus_line.h"
#include "sim/model/translated.h"

static const struct insn no_insn; /* for accesses not made by an instruction of a block */

static bool is_write(enum access access)
{
    return access & 1;
}

_Static_assert((ACCESS_WRITE & 1) && (ACCESS_WRITE_LOCKED & 1), "is_write() reads bit 0");

void data_write_back(struct model *model, unsigned index)
{
    bus_write_line(model, model->data.tags[index]);
    cache_set_state(&model->data, index, LINE_SHARED);
    model->count[P5_data_cache_lines_written_back]++;
}

/*
 * A read never passes pending writes. While all write buffers are full the wait is counted by event
 * 19h.
 */
static void wait_for_read(struct model *model, uint64_t arrival, bool buffers_full, uint64_t writes)
{
    const uint64_t from = model->clock;
    uint64_t blocked = 0;

    if (buffers_full && writes > from)
        blocked = (writes < arrival ? writes : arrival) - from;
    model->count[P5_clocks_stalled_full_write_buffers] += blocked;
    stall(model, LOST_WRITE_BUFFER, blocked);
    if (arrival > model->clock) {
        model->count[P5_clocks_stalled_waiting_data_read] += arrival - model->clock;
        stall_until(model, LOST_READ_MISS, arrival);
    }
}

static void data_fill(struct model *model, uint32_t physical)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const bool shared = model->config.cache.fill_shared || cache_find(&model->code, line) >= 0;
    struct victim victim;

    bus_read_line(model, physical, &model->data_fill);
    model->data_fill.read = model->config.cache.fill_hit ? 1u << (physical >> 3 & 3) : ALL_CHUNKS;
    victim = cache_fill(&model->data, line, shared ? LINE_SHARED : LINE_EXCLUSIVE);
    if (victim.state == LINE_MODIFIED) {
        bus_write_line(model, victim.line);
        model->count[P5_data_cache_lines_written_back]++;
    }
}

/*
 * A read of the line that arrived last or is still arriving. A read in V at the clock at which the
 * line's first 8 bytes arrived belongs to the same pair as the read that requested them.
 */
static void read_fill(struct model *model, bool pipe_v, uint32_t physical)
{
    struct line_fill *fill = &model->data_fill;
    const struct cache_config *config = &model->config.cache;
    const unsigned chunk = physical >> 3 & 3;

    const bool beside = pipe_v && model->clock == fill->first;

    wait_for_read(model,
                  config->fill_wait && !beside ? fill->until : line_arrival(model, fill, chunk),
                  false, 0);
    if (beside || fill->read >> chunk & 1)
        return;
    fill->read |= (uint8_t)(1u << chunk);
    wait_for_read(model, model->clock + config->fill_hit, false, 0);
}

/* A miss waits while the previous line is arriving in the same set. */
static void wait_for_set(struct model *model, uint32_t line)
{
    const struct line_fill *fill = &model->data_fill;

    if (model->config.cache.fill_set_wait && model->clock < fill->until &&
        ((line ^ fill->line) & (model->config.cache.data.sets - 1)) == 0)
        wait_for_read(model, fill->until, false, 0);
}

/* Both functions return whether the access missed. */

static bool read_part(struct model *model, bool pipe_v, uint32_t physical)
{
    const uint32_t line = physical >> LINE_SHIFT;
    bool buffers_full;
    uint64_t writes;

    if (cache_use(&model->data, line) >= 0) {
        if (line == model->data_fill.line)
            read_fill(model, pipe_v, physical);
        return false;
    }
    buffers_full = bus_write_buffers_full(model);
    writes = model->bus.free_at;
    if (cacheable(model, physical)) {
        wait_for_set(model, line);
        data_fill(model, physical);
        wait_for_read(model, model->data_fill.first, buffers_full, writes);
    } else {
        model->count[P5_non_cacheable_memory_reads]++;
        wait_for_read(model, bus_read(model, physical), buffers_full, writes);
    }
    return true;
}

/* A write to the bus invalidates code read from that line. */
static void write_through(struct model *model, bool pipe_v, uint32_t physical)
{
    const int code = cache_find(&model->code, physical >> LINE_SHIFT);

    if (code >= 0) {
        cache_drop(&model->code, (unsigned)code);
        model->code_line = NO_LINE;
    }
    model->count[P55C_writes_to_noncacheable_memory] += !cacheable(model, physical);
    bus_write_buffered(model, pipe_v, physical);
}

static bool write_part(struct model *model, bool pipe_v, uint32_t physical)
{
    int index = cache_use(&model->data, physical >> LINE_SHIFT);
    const bool missed = index < 0;

    if (missed && model->config.cache.l1_write_allocate && cacheable(model, physical)) {
        data_fill(model, physical);
        index = cache_find(&model->data, physical >> LINE_SHIFT);
    }
    if (index < 0) {
        write_through(model, pipe_v, physical);
        return missed;
    }
    if (model->data.states[index] == LINE_SHARED) {
        write_through(model, pipe_v, physical);
        model->data.states[index] = LINE_EXCLUSIVE;
    } else {
        model->count[P5_write_to_M_or_E_lines]++;
        model->data.states[index] = LINE_MODIFIED;
    }
    return missed;
}

/* A locked access is always a bus cycle, and removes the line from the cache. */
static bool locked_part(struct model *model, uint32_t physical, bool write)
{
    const int index = cache_find(&model->data, physical >> LINE_SHIFT);

    if (index >= 0) {
        if (model->data.states[index] == LINE_MODIFIED)
            data_write_back(model, (unsigned)index);
        cache_drop(&model->data, (unsigned)index);
    }
    if (!write) {
        model->count[P5_locked_bus_cycle]++;
        model->count[P5_non_cacheable_memory_reads]++;
    }
    stall_until(model, LOST_LOCK, write ? bus_write(model, physical) : bus_read(model, physical));
    return index < 0;
}

static bool access_part(struct model *model, const struct insn *insn, uint32_t physical,
                        enum access access)
{
    model->count[is_write(access) ? P5_data_write : P5_data_read]++;
    switch (access) {
    case ACCESS_READ:
        return read_part(model, insn->timing.pipe == PIPE_V, physical);
    case ACCESS_WRITE:
        return write_part(model, insn->timing.pipe == PIPE_V, physical);
    default:
        return locked_part(model, physical, is_write(access));
    }
}

/* Returns whether a TLB missed and no instruction has issued since. */
static bool tlb_just_missed(const struct model *model)
{
    return model->tlb_missed_at == model->clock;
}

/* An access split by an alignment boundary takes additional clocks for its second part. */
static void split_stall(struct model *model, const struct insn *insn, enum access access)
{
    const struct model_config *config = &model->config;
    const unsigned clocks = config->cache.misaligned;
    const bool booked_short = config->errata && clocks && !tlb_just_missed(model);

    model->count[P5_misaligned_data_memory_or_IO_references]++;
    if (is_write(access) && config->errata && insn->timing.fpu == X87_STORE)
        model->count[P5_misaligned_data_memory_or_IO_references]++;
    if (!is_write(access))
        model->count[P5_clocks_stalled_waiting_data_read] += clocks - booked_short;
    stall(model, LOST_MISALIGNED, clocks);
}

/*
 * An access in two parts. By erratum a misaligned access with any miss counts two misses, otherwise
 * one.
 */
static unsigned access_split(struct model *model, const struct insn *insn, uint32_t physical,
                             uint32_t second, enum access access)
{
    unsigned misses;

    split_stall(model, insn, access);
    misses = access_part(model, insn, physical, access);
    misses += access_part(model, insn, second, access);
    if (misses && model->config.errata)
        return 2;
    if (misses == 2 && physical >> LINE_SHIFT == second >> LINE_SHIFT)
        return 1;
    return misses;
}

static uint32_t byte_of(const struct span *span, unsigned n)
{
    const unsigned room = 0x1000 - (span->physical & 0xfff);

    return n < room ? span->physical + n : span->end - (span->bytes - 1 - n);
}

static void access_any(struct model *model, const struct insn *insn, const struct span *span,
                       enum access access)
{
    const unsigned boundary = span->bytes > 4 ? 8 : 4;
    const unsigned offset = span->physical & (boundary - 1);
    unsigned misses;

    if (span->bytes == 10) { /* made as 8 bytes and 2 */
        const struct span low = {span->physical, byte_of(span, 7), 8};
        const struct span high = {byte_of(span, 8), span->end, 2};

        access_any(model, insn, &low, access);
        access_any(model, insn, &high, access);
        return;
    }
    if (offset + span->bytes > boundary)
        misses =
            access_split(model, insn, span->physical, byte_of(span, boundary - offset), access);
    else
        misses = access_part(model, insn, span->physical, access);
    model->count[is_write(access) ? P5_data_write_miss : P5_data_read_miss] += misses;
}

void model_bank_conflict(struct model *model)
{
    model->count[P5_bank_conflicts]++;
    stall(model, LOST_BANK, model->config.cache.bank_conflict);
}

/* The first access of a V half whose U half accessed memory too. */
static void both_pipes(struct model *model, uint32_t physical)
{
    model->count[P5_memory_accesses_in_both_pipes]++;
    if (((physical ^ model->paired_physical) & 0x1c) == 0)
        model_bank_conflict(model);
    model->paired_access = NULL;
}

static inline void note_pipe(struct model *model, const struct insn *insn, uint32_t physical)
{
    if (insn->timing.pipe == PIPE_V) {
        if (model->paired_access == insn - 1)
            both_pipes(model, physical);
    } else if (insn->timing.pipe == PIPE_U_PAIRED && model->paired_access != insn) {
        model->paired_access = insn;
        model->paired_physical = physical;
    }
}

/* The fast path for most accesses: aligned, in the cache, no line arriving. */
static inline bool hit(struct model *model, uint32_t physical, unsigned bytes, enum access access)
{
    const unsigned boundary = bytes > 4 ? 8 : 4;
    int index;

    if ((physical & (boundary - 1)) + bytes > boundary || access > ACCESS_WRITE)
        return false;
    index = cache_use(&model->data, physical >> LINE_SHIFT);
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

static void missed(struct model *model, const struct insn *insn, const struct span *span,
                   enum access access)
{
    const uint64_t from = model->clock;

    access_any(model, insn, span, access);
    if (!is_write(access))
        x87_delay(model, insn, model->clock - from);
}

void data_access(struct model *model, const struct insn *insn, const struct span *span,
                 enum access access)
{
    if (!hit(model, span->physical, span->bytes, access))
        missed(model, insn, span, access);
}

static __attribute__((noinline)) void slow_access(struct model *model, const struct insn *insn,
                                                  const struct span span, enum access access)
{
    if (insn->timing.attention & ATTENTION_MMX)
        mmx_data(model, insn, &span, access);
    else
        missed(model, insn, &span, access);
}

void model_data(struct model *model, const struct insn *insn, uint32_t physical,
                uint32_t physical_end, unsigned bytes, enum access access)
{
    if (!insn)
        insn = &no_insn;
    note_pipe(model, insn, physical);
    if ((insn->timing.attention & ATTENTION_MMX) || !hit(model, physical, bytes, access))
        slow_access(model, insn, (struct span){physical, physical_end, bytes}, access);
}

void model_read_aligned(struct model *model, const struct insn *insn, uint32_t physical)
{
    const uint64_t from = model->clock;

    model->count[P5_data_read_miss] += read_part(model, insn->timing.pipe == PIPE_V, physical);
    if (insn->timing.fpu)
        x87_delay(model, insn, model->clock - from);
}

bool model_write_aligned(struct model *model, const struct insn *insn, uint32_t physical)
{
    const bool missed = write_part(model, insn->timing.pipe == PIPE_V, physical);

    model->count[P5_data_write_miss] += missed;
    return !missed;
}

void model_descriptor_read(struct model *model, uint32_t physical, unsigned bytes)
{
    model_data(model, &no_insn, physical, physical + bytes - 1, bytes, ACCESS_READ);
}

void model_page_walk(struct model *model, uint32_t physical, bool update)
{
    const uint64_t from = model->clock;
    const int index = cache_find(&model->data, physical >> LINE_SHIFT);

    if (update) {
        model->count[P5_locked_bus_cycle]++;
        model->count[P55C_writes_to_noncacheable_memory]++;
        if (index >= 0 && model->data.states[index] == LINE_MODIFIED)
            data_write_back(model, (unsigned)index);
        if (index >= 0)
            cache_drop(&model->data, (unsigned)index);
        stall_until(model, LOST_TLB, bus_read(model, physical));
        stall_until(model, LOST_TLB, bus_write(model, physical));
    } else if (index < 0) {
        model->count[P5_non_cacheable_memory_reads]++;
        stall_until(model, LOST_TLB, bus_read_table(model, physical));
    }
    stall(model, LOST_TLB, model->config.tlb.walk);
    if (model->walk_kind == TLB_DATA) {
        model->count[P5_clocks_stalled_waiting_data_read] += model->clock - from;
        model->count[P55C_data_cache_tlb_miss_stall_duration] += model->clock - from;
    } else {
        model->count[P55C_d1_starvation_and_fifo_is_empty] += model->clock - from;
    }
    model->tlb_missed_at = model->clock;
}
