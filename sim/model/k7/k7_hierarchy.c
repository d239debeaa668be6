/*
 * SPDX-License-Identifier: MIT
 * The K7's caches. The second level is exclusive: it holds the lines evicted from the first level,
 * and loses a line when the first level requests it. Lines filled from the system are exclusive,
 * those of code shared.
 */
#include "sim/model/k7/k7_state.h"

int k7_hierarchy_init(struct model *model)
{
    const struct cache_config *config = &model->config.cache;

    if (cache_init(&model->code, config->code) != 0 || cache_init(&model->data, config->data) != 0)
        return -1;
    return cache_init(&model->l2, config->l2);
}

void k7_hierarchy_release(struct model *model)
{
    cache_release(&model->code);
    cache_release(&model->data);
    cache_release(&model->l2);
}

bool k7_cacheable(const struct model *model, uint32_t physical)
{
    const struct cache_config *config = &model->config.cache;

    return model->cache_enabled &&
           (physical < config->uncached_from || physical >= config->uncached_to) &&
           physical >> PAGE_SHIFT != config->apic_page >> PAGE_SHIFT;
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Returns the total of a state; those of M, O, E, S and I are consecutive. */
static enum k7_total by_state(enum k7_total modified, enum mesi state)
{
    static const uint8_t places[] = {[LINE_MODIFIED] = 0,
                                     [LINE_OWNED] = 1,
                                     [LINE_EXCLUSIVE] = 2,
                                     [LINE_SHARED] = 3,
                                     [LINE_INVALID] = 4};

    return modified + places[state];
}

_Static_assert(TOTAL_REFILLS_L2_I == TOTAL_REFILLS_L2_M + 4, "by_state() adds");

static bool is_dirty(enum mesi state)
{
    return state == LINE_MODIFIED || state == LINE_OWNED;
}

/* ---- the second level ------------------------------------------------------------------------ */

/* Takes a line that is evicted from the first level. */
static void l2_take(struct model *model, uint32_t line, enum mesi state)
{
    if (state != LINE_INVALID && model->config.cache.l2_present)
        cache_fill(&model->l2, line, state);
}

/* Removes the line from L2 and returns its state there, or invalid. */
static enum mesi l2_give(struct model *model, uint32_t line)
{
    const int index = model->config.cache.l2_present ? cache_find(&model->l2, line) : -1;
    enum mesi state;

    if (index < 0)
        return LINE_INVALID;
    state = model->l2.states[index];
    cache_drop(&model->l2, (unsigned)index);
    return state;
}

/* ---- the first level ------------------------------------------------------------------------- */

static void put_out(struct model *model, uint32_t line, enum mesi state)
{
    if (state != LINE_INVALID)
        count(model, by_state(TOTAL_WRITEBACKS_M, state), 1);
    l2_take(model, line, state);
}

/* A line is never in the code cache and modified in the data cache. */
static void drop_code(struct model *model, uint32_t line)
{
    const int index = cache_find(&model->code, line);

    if (index < 0)
        return;
    cache_drop(&model->code, (unsigned)index);
    model->fetch_block = NO_LINE;
}

static unsigned data_miss(struct model *model, uint32_t line, bool write)
{
    const bool in_code = cache_find(&model->code, line) >= 0;
    const enum mesi found = l2_give(model, line);
    const bool in_l2 = found != LINE_INVALID;
    enum mesi state = in_l2 ? found : in_code ? LINE_SHARED : LINE_EXCLUSIVE;
    struct victim victim;

    if (write)
        state = LINE_MODIFIED;
    count(model, TOTAL_DATA_MISSES, 1);
    count(model, by_state(in_l2 ? TOTAL_REFILLS_L2_M : TOTAL_REFILLS_SYSTEM_M, state), 1);
    if (write)
        drop_code(model, line);
    victim = cache_fill(&model->data, line, state);
    put_out(model, victim.line, victim.state);
    return in_l2 ? model->config.cache.l2_hit : model->config.bus.memory;
}

unsigned k7_data_line(struct model *model, uint32_t line, bool write)
{
    const int index = cache_use(&model->data, line);

    if (index < 0)
        return data_miss(model, line, write);
    if (write && model->data.states[index] != LINE_MODIFIED) {
        drop_code(model, line);
        cache_set_state(&model->data, (unsigned)index, LINE_MODIFIED);
    }
    return write ? 0 : model->config.cache.hit;
}

/* A written line leaves the data cache for L2, where code fetches it. */
static void snoop_data(struct model *model, uint32_t line)
{
    const int index = cache_find(&model->data, line);

    if (index < 0)
        return;
    if (is_dirty(model->data.states[index])) {
        put_out(model, line, model->data.states[index]);
        cache_drop(&model->data, (unsigned)index);
    } else {
        cache_set_state(&model->data, (unsigned)index, LINE_SHARED);
    }
}

unsigned k7_code_line(struct model *model, uint32_t line)
{
    const struct cache_config *config = &model->config.cache;
    struct victim victim;
    bool in_l2;

    if (cache_use(&model->code, line) >= 0)
        return 0;
    count(model, TOTAL_FETCH_MISSES, 1);
    snoop_data(model, line);
    in_l2 = l2_give(model, line) != LINE_INVALID;
    count(model, in_l2 ? TOTAL_FETCH_REFILLS_L2 : TOTAL_FETCH_REFILLS_SYSTEM, 1);
    victim = cache_fill(&model->code, line, LINE_SHARED);
    l2_take(model, victim.line, victim.state);
    return in_l2 ? config->code_l2_hit
                 : model->config.bus.memory - config->l2_hit + config->code_l2_hit;
}

/* ---- caches from outside --------------------------------------------------------------------- */

void model_set_cache(struct model *model, bool enabled)
{
    model->cache_enabled = enabled;
}

static unsigned dirty_lines(const struct cache *cache)
{
    const size_t lines = ((size_t)cache->set_mask + 1) * cache->ways;
    unsigned n = 0;

    for (size_t i = 0; i < lines; i++)
        n += is_dirty(cache->states[i]);
    return n;
}

void model_invalidate_caches(struct model *model, bool write_back)
{
    const struct clocks_config *clocks = &model->config.clocks;
    const unsigned lines = write_back ? dirty_lines(&model->data) + dirty_lines(&model->l2) : 0;

    model->pending.more += clocks->wbinvd + lines * clocks->write_back;
    cache_clear(&model->data);
    cache_clear(&model->code);
    cache_clear(&model->l2);
    model->fetch_block = NO_LINE;
}

/* Another bus agent reads, which makes a modified line owned, or writes, which removes the line. */
static bool snoop_level(struct cache *cache, uint32_t line, bool write)
{
    const int index = cache_find(cache, line);

    if (index < 0)
        return false;
    if (write)
        cache_drop(cache, (unsigned)index);
    else
        cache_set_state(cache, (unsigned)index,
                        is_dirty(cache->states[index]) ? LINE_OWNED : LINE_SHARED);
    return true;
}

void model_snoop(struct model *model, uint32_t physical, bool write)
{
    const uint32_t line = physical >> K7_LINE_SHIFT;

    count(model, TOTAL_SNOOP_HITS_CODE, snoop_level(&model->code, line, write));
    count(model, TOTAL_SNOOP_HITS_DATA, snoop_level(&model->data, line, write));
    count(model, TOTAL_SNOOP_HITS_L2, snoop_level(&model->l2, line, write));
    if (write)
        model->fetch_block = NO_LINE;
}
