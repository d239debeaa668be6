/*
 * SPDX-License-Identifier: MIT
 * Fast path for plain reads of translated code: the same as data_access.c, line_cache.c and
 * p5_bus.c for a read that misses while no trace is watching, in caches of two and of four ways.
 */
#include "sim/model/p5/bus_line.h"
#include "sim/model/translated.h"

/*
 * Returns whether the cache has the line. It does not branch on the way, which is unpredictable for
 * the host.
 */
static inline __attribute__((always_inline)) bool
plain_read_holds(const struct cache *cache, uint32_t line, unsigned way_shift)
{
    const uint32_t *tags = &cache->tags[(line & cache->set_mask) << way_shift];
    bool held = false;

    for (unsigned way = 0; way < 1u << way_shift; way++)
        held |= tags[way] == line;
    return held;
}

/* line_cache_fill() for a data cache. */
static inline __attribute__((always_inline)) struct victim
plain_read_fill(struct cache *cache, uint32_t line, enum mesi state, unsigned way_shift)
{
    const unsigned set = line & cache->set_mask;
    const unsigned base = set << way_shift, ways = 1u << way_shift;
    struct victim victim;
    bool full = true;
    unsigned way = 0;

    for (unsigned i = 0; i < ways; i++)
        full &= cache->states[base + i] != LINE_INVALID;
    if (__builtin_expect(full, 1))
        way = plru_victim(cache->ages[set], ways);
    else
        while (cache->states[base + way] != LINE_INVALID)
            way++;
    victim = (struct victim){.line = cache->tags[base + way], .state = cache->states[base + way]};
    cache->tags[base + way] = line;
    cache->states[base + way] = (uint8_t)state;
    near_line_forget(&cache->near[set]);
    cache->recent[set] = (uint8_t)way;
    cache->ages[set] = plru_touch(cache->ages[set], ways, way);
    return victim;
}

/* p5_bus_read_line() at this clock, if nothing else uses the bus or the memory. */
static inline __attribute__((always_inline)) void
plain_read_line(struct model *model, uint32_t physical, unsigned read, uint64_t clock)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct burst *burst = &model->config.bus.l2;
    const uint64_t now = bus_line_edge_by_table(model, clock), free = model->bus.free_edge;
    unsigned first;

    if (__builtin_expect(!bus_line_l2_holds(model, line), 0)) {
        burst = &model->config.bus.dram_read;
        bus_line_l2_insert(model, line);
    }
    first = burst->first - bus_line_pipelined(model, burst, now) +
            bus_line_row_wait(model, burst, line);
    bus_line_occupy(model, physical, read, &model->data_fill,
                    (struct line_time){now > free ? now : free, first, burst->next});
}

/* Returns the later of the two clocks, and counts the wait. */
static inline uint64_t plain_read_wait(struct model *model, uint64_t clock, uint64_t arrival)
{
    if (__builtin_expect(arrival <= clock, 0))
        return clock;
    model->count[P5_clocks_stalled_waiting_data_read] += arrival - clock;
    model->lost[LOST_READ_MISS] += arrival - clock;
    return arrival;
}

void plain_read_update(struct model *model)
{
    const struct bus *bus = &model->bus;
    const unsigned shift = model->data.way_shift;
    const bool plain = model->cache_enabled && !model->cache_inhibited && !model->watch &&
                       !bus->master.interval && !bus->refresh.interval &&
                       model->code.way_shift == shift && shift <= 2;

    model->plain_read_shift = plain ? (uint8_t)shift : 0;
}

/* Returns whether a miss at this clock, while reads are plain, needs no further checks. */
static inline bool plain_read_is_plain_miss(const struct model *model, uint32_t physical,
                                            uint64_t clock)
{
    const struct cache_config *config = &model->config.cache;

    return (physical >= config->uncached_to || physical < config->uncached_from) &&
           model->bus.write_buffers[0] <= clock;
}

static void plain_read_write_back(struct model *model, uint32_t line, uint64_t clock)
{
    model->clock = clock;
    p5_bus_write_line(model, line);
    model->count[P5_data_cache_lines_written_back]++;
}

/* A miss at this clock; returns the clock at which it is complete. */
static inline __attribute__((always_inline)) uint64_t
plain_read_miss(struct model *model, uint32_t physical, uint64_t clock, unsigned way_shift)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct cache_config *config = &model->config.cache;
    const struct line_fill *coming = &model->data_fill;
    struct victim victim;

    if (__builtin_expect(config->fill_set_wait && clock < coming->until &&
                             ((line ^ coming->line) & model->data.set_mask) == 0,
                         0))
        clock = plain_read_wait(model, clock, coming->until);
    plain_read_line(model, physical,
                    config->fill_hit ? 1u << (physical >> CHUNK_SHIFT & 3) : ALL_CHUNKS, clock);
    victim = plain_read_fill(&model->data, line,
                             config->fill_shared || plain_read_holds(&model->code, line, way_shift)
                                 ? LINE_SHARED
                                 : LINE_EXCLUSIVE,
                             way_shift);
    if (__builtin_expect(victim.state == LINE_MODIFIED, 0))
        plain_read_write_back(model, victim.line, clock);
    return plain_read_wait(model, clock, coming->first);
}

#define NOT_PLAIN 0u /* no access is complete before the first clock */

/* Performs such an access, or returns NOT_PLAIN if it is not one. */
static inline __attribute__((always_inline)) uint64_t
plain_read_try(struct model *model, uint32_t physical, uint64_t clock, unsigned way_shift)
{
    if (__builtin_expect(plain_read_holds(&model->data, physical >> LINE_SHIFT, way_shift) ||
                             !plain_read_is_plain_miss(model, physical, clock),
                         0))
        return NOT_PLAIN;
    return plain_read_miss(model, physical, clock, way_shift);
}

static bool plain_read_fallback(struct model *model, const struct insn *insn, uint32_t physical,
                                unsigned ahead)
{
    const uint64_t from = model->clock + ahead;
    bool hit;

    model->clock = from;
    data_access_read_aligned(model, insn, physical);
    hit = model->clock == from;
    model->clock -= ahead;
    return hit;
}

bool plain_read_ahead(struct model *model, const struct insn *insn, uint32_t physical,
                      unsigned ahead)
{
    const uint64_t from = model->clock + ahead;
    const uint64_t over = model->plain_read_shift == 1   ? plain_read_try(model, physical, from, 1)
                          : model->plain_read_shift == 2 ? plain_read_try(model, physical, from, 2)
                                                         : NOT_PLAIN;

    if (__builtin_expect(over == NOT_PLAIN, 0))
        return plain_read_fallback(model, insn, physical, ahead);
    model->count[P5_data_read_miss]++;
    if (insn->timing.fpu)
        x87_timing_delay(model, insn, over - from);
    model->clock = over - ahead;
    return false;
}
