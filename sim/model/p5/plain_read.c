/*
 * SPDX-License-Identifier: MIT
 * A plain read of translated code, written straight: what data_access.c, line_cache.c and bus.c do
 * of one that nobody watches and that misses, for caches of two and of four ways.
 */
#include "sim/model/p5/bus_line.h"
#include "sim/model/translated.h"

/* Whether the cache has the line. In which way is chance, and no branch here asks for it. */
static inline __attribute__((always_inline)) bool holds(const struct cache *cache, uint32_t line,
                                                        unsigned way_shift)
{
    const uint32_t *tags = &cache->tags[(line & cache->set_mask) << way_shift];
    bool held = false;

    for (unsigned way = 0; way < 1u << way_shift; way++)
        held |= tags[way] == line;
    return held;
}

/* As cache_fill(), of a cache of data. */
static inline __attribute__((always_inline)) struct victim fill(struct cache *cache, uint32_t line,
                                                                enum mesi state, unsigned way_shift)
{
    const unsigned set = line & cache->set_mask;
    const unsigned base = set << way_shift, ways = 1u << way_shift;
    unsigned way = 0;
    struct victim victim;

    while (way < ways && cache->states[base + way] != LINE_INVALID)
        way++;
    if (way == ways)
        way = plru_victim(cache->ages[set], ways);
    victim = (struct victim){.line = cache->tags[base + way], .state = cache->states[base + way]};
    cache->tags[base + way] = line;
    cache->states[base + way] = (uint8_t)state;
    cache->changes++;
    near_line_forget(&cache->near[set]);
    cache->recent[set] = (uint8_t)way;
    cache->ages[set] = plru_touch(cache->ages[set], ways, way);
    return victim;
}

/* As bus_read_line(), where nobody else takes the bus or the memory, in that burst. */
static inline __attribute__((always_inline)) void
read_burst(struct model *model, uint32_t physical, const struct burst *burst, uint64_t now)
{
    const uint64_t free = model->bus.free_edge;
    const unsigned wait = row_wait(model, burst, physical >> LINE_SHIFT);
    const unsigned first = burst->first - pipelined(model, burst, now) + wait;

    line_occupy(model, physical, &model->data_fill,
                (struct line_time){now > free ? now : free, first, burst->next});
}

static inline __attribute__((always_inline)) void read_line(struct model *model, uint32_t physical)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const uint64_t now = edge_now(model);

    if (l2_holds(model, line)) {
        read_burst(model, physical, &model->config.bus.l2, now);
    } else {
        read_burst(model, physical, &model->config.bus.dram_read, now);
        l2_take(model, line);
    }
}

static inline void wait_until(struct model *model, uint64_t arrival)
{
    const uint64_t clocks = arrival - model->clock;

    if (arrival <= model->clock)
        return;
    model->count[P5_clocks_stalled_waiting_data_read] += clocks;
    model->lost[LOST_READ_MISS] += clocks;
    model->clock = arrival;
}

/* Nothing that a miss would have to ask further for. */
static inline bool misses_plainly(const struct model *model, uint32_t physical)
{
    return cacheable(model, physical) && model->bus.write_buffers[0] <= model->clock &&
           !model->bus.master.interval && !model->bus.refresh.interval && !model->watch;
}

static inline __attribute__((always_inline)) void miss(struct model *model, uint32_t physical,
                                                       unsigned way_shift)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct cache_config *config = &model->config.cache;
    struct line_fill *coming = &model->data_fill;
    struct victim victim;

    if (config->fill_set_wait && model->clock < coming->until &&
        ((line ^ coming->line) & model->data.set_mask) == 0)
        wait_until(model, coming->until);
    read_line(model, physical);
    coming->read = config->fill_hit ? 1u << (physical >> CHUNK_SHIFT & 3) : ALL_CHUNKS;
    victim = fill(&model->data, line,
                  config->fill_shared || holds(&model->code, line, way_shift) ? LINE_SHARED
                                                                              : LINE_EXCLUSIVE,
                  way_shift);
    if (victim.state == LINE_MODIFIED) {
        bus_write_line(model, victim.line);
        model->count[P5_data_cache_lines_written_back]++;
    }
    wait_until(model, coming->first);
}

/* Whether the access is one of these; it then has been made. */
static inline __attribute__((always_inline)) bool made(struct model *model, uint32_t physical,
                                                       unsigned way_shift)
{
    if (holds(&model->data, physical >> LINE_SHIFT, way_shift) || !misses_plainly(model, physical))
        return false;
    miss(model, physical, way_shift);
    return true;
}

bool model_read_ahead(struct model *model, const struct insn *insn, uint32_t physical,
                      unsigned ahead)
{
    const uint64_t from = model->clock + ahead;
    bool hit = false;

    model->clock = from;
    if (model->data.way_shift == model->code.way_shift &&
        (model->data.way_shift == 1   ? made(model, physical, 1)
         : model->data.way_shift == 2 ? made(model, physical, 2)
                                      : false)) {
        model->count[P5_data_read_miss]++;
        if (insn->timing.fpu)
            x87_delay(model, insn, model->clock - from);
    } else {
        model_read_aligned(model, insn, physical);
        hit = model->clock == from;
    }
    model->clock -= ahead;
    return hit;
}
