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

    if (line_cache_init(&model->code, config->code) != 0 ||
        line_cache_init(&model->data, config->data) != 0)
        return -1;
    return line_cache_init(&model->l2, config->l2);
}

void k7_hierarchy_release(struct model *model)
{
    line_cache_release(&model->code);
    line_cache_release(&model->data);
    line_cache_release(&model->l2);
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
static enum k7_total k7_hierarchy_by_state(enum k7_total modified, enum mesi state)
{
    static const uint8_t places[] = {[LINE_MODIFIED] = 0,
                                     [LINE_OWNED] = 1,
                                     [LINE_EXCLUSIVE] = 2,
                                     [LINE_SHARED] = 3,
                                     [LINE_INVALID] = 4};

    return modified + places[state];
}

_Static_assert(TOTAL_REFILLS_L2_I == TOTAL_REFILLS_L2_M + 4, "k7_hierarchy_by_state() adds");

static bool k7_hierarchy_is_dirty(enum mesi state)
{
    return state == LINE_MODIFIED || state == LINE_OWNED;
}

/* ---- the second level ------------------------------------------------------------------------ */

/* Inserts a line that is evicted from the first level. */
static void k7_hierarchy_l2_insert(struct model *model, uint32_t line, enum mesi state)
{
    if (state != LINE_INVALID && model->config.cache.l2_present)
        line_cache_fill(&model->l2, line, state);
}

/* Removes the line from L2 and returns its state there, or invalid. */
static enum mesi k7_hierarchy_l2_remove(struct model *model, uint32_t line)
{
    const int index = model->config.cache.l2_present ? line_cache_find(&model->l2, line) : -1;
    enum mesi state;

    if (index < 0)
        return LINE_INVALID;
    state = model->l2.states[index];
    line_cache_drop(&model->l2, (unsigned)index);
    return state;
}

/* ---- the first level ------------------------------------------------------------------------- */

static void k7_hierarchy_evict(struct model *model, uint32_t line, enum mesi state)
{
    if (state != LINE_INVALID)
        k7_count(model, k7_hierarchy_by_state(TOTAL_WRITEBACKS_M, state), 1);
    k7_hierarchy_l2_insert(model, line, state);
}

/* A line is never in the code cache and modified in the data cache. */
static void k7_hierarchy_drop_code(struct model *model, uint32_t line)
{
    const int index = line_cache_find(&model->code, line);

    if (index < 0)
        return;
    line_cache_drop(&model->code, (unsigned)index);
    model->fetch_block = NO_LINE;
}

static unsigned k7_hierarchy_data_miss(struct model *model, uint32_t line, bool write)
{
    const bool in_code = line_cache_find(&model->code, line) >= 0;
    const enum mesi found = k7_hierarchy_l2_remove(model, line);
    const bool in_l2 = found != LINE_INVALID;
    enum mesi state = in_l2 ? found : in_code ? LINE_SHARED : LINE_EXCLUSIVE;
    struct victim victim;

    if (write)
        state = LINE_MODIFIED;
    k7_count(model, TOTAL_DATA_MISSES, 1);
    k7_count(model,
             k7_hierarchy_by_state(in_l2 ? TOTAL_REFILLS_L2_M : TOTAL_REFILLS_SYSTEM_M, state), 1);
    if (write)
        k7_hierarchy_drop_code(model, line);
    victim = line_cache_fill(&model->data, line, state);
    k7_hierarchy_evict(model, victim.line, victim.state);
    return in_l2 ? model->config.cache.l2_hit : model->config.bus.memory;
}

unsigned k7_hierarchy_data_line(struct model *model, uint32_t line, bool write)
{
    const int index = line_cache_use(&model->data, line);

    if (index < 0)
        return k7_hierarchy_data_miss(model, line, write);
    if (write && model->data.states[index] != LINE_MODIFIED) {
        k7_hierarchy_drop_code(model, line);
        line_cache_set_state(&model->data, (unsigned)index, LINE_MODIFIED);
    }
    return write ? 0 : model->config.cache.hit;
}

/* A written line leaves the data cache for L2, where code fetches it. */
static void k7_hierarchy_snoop_data(struct model *model, uint32_t line)
{
    const int index = line_cache_find(&model->data, line);

    if (index < 0)
        return;
    if (k7_hierarchy_is_dirty(model->data.states[index])) {
        k7_hierarchy_evict(model, line, model->data.states[index]);
        line_cache_drop(&model->data, (unsigned)index);
    } else {
        line_cache_set_state(&model->data, (unsigned)index, LINE_SHARED);
    }
}

unsigned k7_hierarchy_code_line(struct model *model, uint32_t line)
{
    const struct cache_config *config = &model->config.cache;
    struct victim victim;
    bool in_l2;

    if (line_cache_use(&model->code, line) >= 0)
        return 0;
    k7_count(model, TOTAL_FETCH_MISSES, 1);
    k7_hierarchy_snoop_data(model, line);
    in_l2 = k7_hierarchy_l2_remove(model, line) != LINE_INVALID;
    k7_count(model, in_l2 ? TOTAL_FETCH_REFILLS_L2 : TOTAL_FETCH_REFILLS_SYSTEM, 1);
    victim = line_cache_fill(&model->code, line, LINE_SHARED);
    k7_hierarchy_l2_insert(model, victim.line, victim.state);
    return in_l2 ? config->code_l2_hit
                 : model->config.bus.memory - config->l2_hit + config->code_l2_hit;
}

/* ---- caches from outside --------------------------------------------------------------------- */

void k7_set_cache(struct model *model, bool enabled)
{
    model->cache_enabled = enabled;
}

static unsigned k7_hierarchy_dirty_lines(const struct cache *cache)
{
    const size_t lines = ((size_t)cache->set_mask + 1) * cache->ways;
    unsigned n = 0;

    for (size_t i = 0; i < lines; i++)
        n += k7_hierarchy_is_dirty(cache->states[i]);
    return n;
}

void k7_invalidate_caches(struct model *model, bool write_back)
{
    const struct clocks_config *clocks = &model->config.clocks;
    const unsigned lines =
        write_back ? k7_hierarchy_dirty_lines(&model->data) + k7_hierarchy_dirty_lines(&model->l2)
                   : 0;

    model->pending.more += clocks->wbinvd + lines * clocks->write_back;
    line_cache_clear(&model->data);
    line_cache_clear(&model->code);
    line_cache_clear(&model->l2);
    model->fetch_block = NO_LINE;
}

/* Another bus agent reads, which makes a modified line owned, or writes, which removes the line. */
static bool k7_hierarchy_snoop_level(struct cache *cache, uint32_t line, bool write)
{
    const int index = line_cache_find(cache, line);

    if (index < 0)
        return false;
    if (write)
        line_cache_drop(cache, (unsigned)index);
    else
        line_cache_set_state(cache, (unsigned)index,
                             k7_hierarchy_is_dirty(cache->states[index]) ? LINE_OWNED
                                                                         : LINE_SHARED);
    return true;
}

void k7_snoop(struct model *model, uint32_t physical, bool write)
{
    const uint32_t line = physical >> K7_LINE_SHIFT;

    k7_count(model, TOTAL_SNOOP_HITS_CODE, k7_hierarchy_snoop_level(&model->code, line, write));
    k7_count(model, TOTAL_SNOOP_HITS_DATA, k7_hierarchy_snoop_level(&model->data, line, write));
    k7_count(model, TOTAL_SNOOP_HITS_L2, k7_hierarchy_snoop_level(&model->l2, line, write));
    if (write)
        model->fetch_block = NO_LINE;
}
