/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's caches. The first level is write-through, without write-allocate. The second is
 * write-back; a miss fills both lines of a sector (SDM, table 11-1).
 */
#include "sim/model/netburst/netburst_state.h"

int netburst_hierarchy_init(struct model *model)
{
    const struct cache_config *config = &model->config.cache;

    if (line_cache_init(&model->trace, config->trace) != 0 ||
        line_cache_init(&model->data, config->data) != 0)
        return -1;
    return line_cache_init(&model->l2, config->l2);
}

void netburst_hierarchy_release(struct model *model)
{
    line_cache_release(&model->trace);
    line_cache_release(&model->data);
    line_cache_release(&model->l2);
}

bool netburst_cacheable(const struct model *model, uint32_t physical)
{
    const struct cache_config *config = &model->config.cache;

    return model->cache_enabled &&
           (physical < config->uncached_from || physical >= config->uncached_to) &&
           physical >> PAGE_SHIFT != config->apic_page >> PAGE_SHIFT;
}

/* ---- the second level ----------------------------------------------------------------------- */

static void netburst_hierarchy_l2_fill(struct model *model, uint32_t line, enum bus_kind kind)
{
    const struct victim victim = line_cache_fill(&model->l2, line, LINE_EXCLUSIVE);

    netburst_bus_transfer(model, kind);
    if (victim.state == LINE_MODIFIED)
        netburst_bus_transfer(model, BUS_WRITE);
}

static void netburst_hierarchy_sector_fill(struct model *model, uint32_t line)
{
    netburst_hierarchy_l2_fill(model, line, BUS_READ);
    if (line_cache_find(&model->l2, line ^ 1) < 0)
        netburst_hierarchy_l2_fill(model, line ^ 1, BUS_PREFETCH);
    line_cache_use(&model->l2, line);
}

static enum netburst_line netburst_hierarchy_hit_line(enum mesi state)
{
    if (state == LINE_MODIFIED)
        return LINE_READ_HIT_M;
    return state == LINE_SHARED ? LINE_READ_HIT_S : LINE_READ_HIT_E;
}

/* Returns the clocks until use, and reports the state in which the line was found. */
static unsigned netburst_hierarchy_l2_read(struct model *model, uint32_t line)
{
    const int index = model->config.cache.l2_present ? line_cache_use(&model->l2, line) : -1;

    if (index >= 0) {
        netburst_add_events(model, netburst_hierarchy_hit_line(model->l2.states[index]), 1);
        return model->config.cache.l2_hit;
    }
    netburst_add_events(model, LINE_READ_MISS, 1);
    if (model->config.cache.l2_present)
        netburst_hierarchy_sector_fill(model, line);
    else
        netburst_bus_transfer(model, BUS_READ);
    return model->config.bus.memory;
}

unsigned netburst_hierarchy_read(struct model *model, uint32_t line)
{
    unsigned clocks;

    if (line_cache_use(&model->data, line) >= 0)
        return model->config.cache.hit;
    clocks = netburst_hierarchy_l2_read(model, line);
    model->pending.l1_miss = true;
    model->pending.l2_miss |= clocks == model->config.bus.memory;
    line_cache_fill(&model->data, line, LINE_SHARED);
    return clocks;
}

/*
 * Written code is removed from the trace cache: the whole line, since it is not stored by address.
 */
static void netburst_hierarchy_drop_code(struct model *model, uint32_t line)
{
    for (uint32_t block = line << 2; block < (line + 1) << 2; block++) {
        const int index = line_cache_find(&model->trace, block);

        if (index >= 0)
            line_cache_drop(&model->trace, (unsigned)index);
    }
    model->trace_block = NO_LINE;
}

unsigned netburst_hierarchy_write(struct model *model, uint32_t line)
{
    int index;

    netburst_hierarchy_drop_code(model, line);
    line_cache_use(&model->data, line);
    if (!model->config.cache.l2_present) {
        netburst_bus_transfer(model, BUS_WRITE_PART);
        return 0;
    }
    index = line_cache_use(&model->l2, line);
    if (index < 0) {
        netburst_add_events(model, LINE_WRITE_MISS, 1);
        netburst_hierarchy_sector_fill(model, line);
        index = line_cache_find(&model->l2, line);
    }
    if (model->l2.states[index] != LINE_MODIFIED)
        line_cache_set_state(&model->l2, (unsigned)index, LINE_MODIFIED);
    return 0;
}

unsigned netburst_hierarchy_code(struct model *model, uint32_t line)
{
    if (!netburst_cacheable(model, line << NETBURST_LINE_SHIFT)) {
        netburst_bus_transfer(model, BUS_READ_PART);
        return model->config.bus.memory;
    }
    return netburst_hierarchy_l2_read(model, line);
}

static void netburst_hierarchy_drop(struct cache *cache, uint32_t line)
{
    const int index = line_cache_find(cache, line);

    if (index >= 0)
        line_cache_drop(cache, (unsigned)index);
}

/* Writes a modified line back by a transfer of this kind. */
static void netburst_hierarchy_write_back(struct model *model, uint32_t line, enum bus_kind kind)
{
    const int index = line_cache_find(&model->l2, line);

    if (index >= 0 && model->l2.states[index] == LINE_MODIFIED)
        netburst_bus_transfer(model, kind);
}

void netburst_hierarchy_flush(struct model *model, uint32_t line)
{
    netburst_hierarchy_write_back(model, line, BUS_WRITE);
    netburst_hierarchy_drop(&model->data, line);
    netburst_hierarchy_drop(&model->l2, line);
    netburst_hierarchy_drop_code(model, line);
}

/* ---- caches from outside -------------------------------------------------------------------- */

void netburst_set_cache(struct model *model, bool enabled)
{
    model->cache_enabled = enabled;
}

void netburst_invalidate_caches(struct model *model, bool write_back)
{
    const unsigned lines = model->config.cache.l2.sets * model->config.cache.l2.ways;

    for (unsigned i = 0; write_back && i < lines; i++)
        if (model->l2.states[i] == LINE_MODIFIED)
            netburst_bus_transfer(model, BUS_WRITE);
    model->pending.run.more += model->config.clocks.wbinvd;
    line_cache_clear(&model->data);
    line_cache_clear(&model->trace);
    line_cache_clear(&model->l2);
    model->trace_block = NO_LINE;
}

void netburst_snoop(struct model *model, uint32_t physical, bool write)
{
    const uint32_t line = physical >> NETBURST_LINE_SHIFT;
    const int index = line_cache_find(&model->l2, line);

    netburst_hierarchy_write_back(model, line, BUS_SNOOPED);
    if (write) {
        netburst_hierarchy_drop(&model->data, line);
        netburst_hierarchy_drop(&model->l2, line);
        netburst_hierarchy_drop_code(model, line);
    } else if (index >= 0) {
        line_cache_set_state(&model->l2, (unsigned)index, LINE_SHARED);
    }
}
