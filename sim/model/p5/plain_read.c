/*
 * SPDX-License-Identifier: MIT
 * Fast path for plain reads of translated code: the same as data_access.c, line_cache.c and bus.c
 * for a read that misses while no trace is watching, in caches of two and of four ways.
 */
#include "sim/model/p5/bus_line.h"
#include "sim/model/translated.h"

/*
 * Returns whether the cache has the line. It does not branch on the way, which is unpredictable for
 * the host.
 */
static inline __attribute__((always_inline)) bool holds(const struct cache *cache, uint32_t line,
                                                        unsigned way_shift)
{
    const uint32_t *tags = &cache->tags[(line & cache->set_mask) << way_shift];
    bool held = false;

    for (unsigned way = 0; way < 1u << way_shift; way++)
        held |= tags[way] == line;
    return held;
}

/* cache_fill() for a data cache. */
static inline __attribute__((always_inline)) struct victim fill(struct cache *cache, uint32_t line,
                                                                enum mesi state, unsigned way_shift)
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

/* bus_read_line() at this clock, if nothing else uses the bus or the memory. */
static inline __attribute__((always_inline)) void read_line(struct model *model, uint32_t physical,
                                                            unsigned read, uint64_t clock)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct burst *burst = &model->config.bus.l2;
    const uint64_t now = edge_by_table(model, clock), free = model->bus.free_edge;
    unsigned first;

    if (__builtin_expect(!l2_holds(model, line), 0)) {
        burst = &model->config.bus.dram_read;
        l2_take(model, line);
    }
    first = burst->first - pipelined(model, burst, now) + row_wait(model, burst, line);
    line_occupy(model, physical, read, &model->data_fill,
                (struct line_time){now > free ? now : free, first, burst->next});
}

/* Returns the later of the two clocks, and counts the wait. */
static inline uint64_t wait_until(struct model *model, uint64_t clock, uint64_t arrival)
{
    if (__builtin_expect(arrival <= clock, 0))
        return clock;
    model->count[P5_clocks_stalled_waiting_data_read] += arrival - clock;
    model->lost[LOST_READ_MISS] += arrival - clock;
    return arrival;
}

void plain_reads_begin(struct model *model)
{
    const struct bus *bus = &model->bus;
    const unsigned shift = model->data.way_shift;
    const bool plain = model->cache_enabled && !model->cache_inhibited && !model->watch &&
                       !bus->master.interval && !bus->refresh.interval &&
                       model->code.way_shift == shift && shift <= 2;

    model->plain_read_shift = plain ? (uint8_t)shift : 0;
}

/* Returns whether a miss at this clock, while reads are plain, needs no further checks. */
static inline bool misses_plainly(const struct model *model, uint32_t physical, uint64_t clock)
{
    const struct cache_config *config = &model->config.cache;

    return (physical >= config->uncached_to || physical < config->uncached_from) &&
           model->bus.write_buffers[0] <= clock;
}

static void write_back(struct model *model, uint32_t line, uint64_t clock)
{
    model->clock = clock;
    bus_write_line(model, line);
    model->count[P5_data_cache_lines_written_back]++;
}

/* A miss at this clock; returns the clock at which it is complete. */
static inline __attribute__((always_inline)) uint64_t miss(struct model *model, uint32_t physical,
                                                           uint64_t clock, unsigned way_shift)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct cache_config *config = &model->config.cache;
    const struct line_fill *coming = &model->data_fill;
    struct victim victim;

    if (__builtin_expect(config->fill_set_wait && clock < coming->until &&
                             ((line ^ coming->line) & model->data.set_mask) == 0,
                         0))
        clock = wait_until(model, clock, coming->until);
    read_line(model, physical, config->fill_hit ? 1u << (physical >> CHUNK_SHIFT & 3) : ALL_CHUNKS,
              clock);
    victim = fill(&model->data, line,
                  config->fill_shared || holds(&model->code, line, way_shift) ? LINE_SHARED
                                                                              : LINE_EXCLUSIVE,
                  way_shift);
    if (__builtin_expect(victim.state == LINE_MODIFIED, 0))
        write_back(model, victim.line, clock);
    return wait_until(model, clock, coming->first);
}

#define NOT_PLAIN 0u /* no access is complete before the first clock */

/* Performs such an access, or returns NOT_PLAIN if it is not one. */
static inline __attribute__((always_inline)) uint64_t made(struct model *model, uint32_t physical,
                                                           uint64_t clock, unsigned way_shift)
{
    if (__builtin_expect(holds(&model->data, physical >> LINE_SHIFT, way_shift) ||
                             !misses_plainly(model, physical, clock),
                         0))
        return NOT_PLAIN;
    return miss(model, physical, clock, way_shift);
}

static bool read_else(struct model *model, const struct insn *insn, uint32_t physical,
                      unsigned ahead)
{
    const uint64_t from = model->clock + ahead;
    bool hit;

    model->clock = from;
    model_read_aligned(model, insn, physical);
    hit = model->clock == from;
    model->clock -= ahead;
    return hit;
}

bool model_read_ahead(struct model *model, const struct insn *insn, uint32_t physical,
                      unsigned ahead)
{
    const uint64_t from = model->clock + ahead;
    const uint64_t over = model->plain_read_shift == 1   ? made(model, physical, from, 1)
                          : model->plain_read_shift == 2 ? made(model, physical, from, 2)
                                                         : NOT_PLAIN;

    if (__builtin_expect(over == NOT_PLAIN, 0))
        return read_else(model, insn, physical, ahead);
    model->count[P5_data_read_miss]++;
    if (insn->timing.fpu)
        x87_delay(model, insn, over - from);
    model->clock = over - ahead;
    return false;
}
