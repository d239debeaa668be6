/*
 * SPDX-License-Identifier: MIT
 * The P6's second-level cache and bus. The cache holds code and data, is write-back, and takes
 * modified lines evicted from the data cache; it does not have to contain the lines of the first
 * level. Lines filled from the bus are exclusive, since no other agent has them.
 */
#include "sim/model/p6/p6_state.h"

int p6_hierarchy_init(struct model *model)
{
    const struct cache_config *config = &model->config.cache;

    if (line_cache_init(&model->code, config->code) != 0 ||
        line_cache_init(&model->data, config->data) != 0)
        return -1;
    return line_cache_init(&model->l2, config->l2);
}

void p6_hierarchy_release(struct model *model)
{
    line_cache_release(&model->code);
    line_cache_release(&model->data);
    line_cache_release(&model->l2);
}

bool p6_cacheable(const struct model *model, uint32_t physical)
{
    const struct cache_config *config = &model->config.cache;

    return model->cache_enabled &&
           (physical < config->uncached_from || physical >= config->uncached_to) &&
           physical >> PAGE_SHIFT != config->apic_page >> PAGE_SHIFT;
}

/* ---- the bus: 64 bits, four bus clocks for a line -------------------------------------------- */

#define LINE_CHUNKS 4u

/* Number of 8-byte pieces received and sent by this processor, with a bus clock of DRDY# each. */
void p6_hierarchy_bus_data(struct model *model, unsigned received, unsigned sent)
{
    const struct bus_config *bus = &model->config.bus;

    p6_count(model, TOTAL_BUS_DATA_RECEIVED, received);
    p6_count(model, TOTAL_BUS_DRIVEN_CLOCKS, sent);
    p6_count_clocks(model, TOTAL_BUS_DATA_CLOCKS,
                    (received + sent) * bus->ratio_core / bus->ratio_bus);
}

static void p6_hierarchy_bus_transaction(struct model *model, enum p6_total transaction,
                                         unsigned received, unsigned sent)
{
    p6_count(model, transaction, 1);
    p6_hierarchy_bus_data(model, received, sent);
}

void p6_hierarchy_write_back(struct model *model, uint32_t line)
{
    (void)line;
    p6_hierarchy_bus_transaction(model, TOTAL_BUS_WRITE_BACKS, 0, LINE_CHUNKS);
}

unsigned p6_hierarchy_partial(struct model *model, bool write)
{
    p6_hierarchy_bus_transaction(model, write ? TOTAL_BUS_PARTIAL_WRITES : TOTAL_BUS_PARTIAL_READS,
                                 !write, write);
    return model->config.bus.memory;
}

/* ---- the second-level cache ------------------------------------------------------------------ */

/* Returns the total of a state; those of M, E, S and I are consecutive. */
static enum p6_total p6_hierarchy_by_state(enum p6_total modified, enum mesi state)
{
    static const uint8_t places[] = {
        [LINE_MODIFIED] = 0, [LINE_EXCLUSIVE] = 1, [LINE_SHARED] = 2, [LINE_INVALID] = 3};

    return modified + places[state];
}

_Static_assert(TOTAL_L2_LOAD_I == TOTAL_L2_LOAD_M + 3, "p6_hierarchy_by_state() adds");

static void p6_hierarchy_l2_allocate(struct model *model, uint32_t line, enum mesi state)
{
    struct victim victim;

    if (!model->config.cache.l2_present) {
        if (state == LINE_MODIFIED)
            p6_hierarchy_write_back(model, line);
        return;
    }
    victim = line_cache_fill(&model->l2, line, state);
    p6_count(model, TOTAL_L2_LINES_IN, 1);
    p6_count(model, TOTAL_L2_M_LINES_IN, state == LINE_MODIFIED);
    if (victim.state == LINE_INVALID)
        return;
    p6_count(model, TOTAL_L2_LINES_OUT, 1);
    if (victim.state == LINE_MODIFIED) {
        p6_count(model, TOTAL_L2_M_LINES_OUT, 1);
        p6_hierarchy_write_back(model, victim.line);
    }
}

/* Receives a modified line evicted from the data cache. */
static void p6_hierarchy_l2_write_back(struct model *model, uint32_t line)
{
    const int index = model->config.cache.l2_present ? line_cache_use(&model->l2, line) : -1;

    if (index >= 0)
        line_cache_set_state(&model->l2, (unsigned)index, LINE_MODIFIED);
    else
        p6_hierarchy_l2_allocate(model, line, LINE_MODIFIED);
}

/* Returns whether the line is in L2; counts the request by the state found. */
static bool p6_hierarchy_l2_request(struct model *model, uint32_t line, enum p6_total modified)
{
    const int index = model->config.cache.l2_present ? line_cache_use(&model->l2, line) : -1;

    p6_count(model,
             p6_hierarchy_by_state(modified, index < 0 ? LINE_INVALID : model->l2.states[index]),
             1);
    return index >= 0;
}

/* ---- lines for the first level ----------------------------------------------------------------
 */

/*
 * A line is never in the code cache and modified in the data cache: a store drops the code line, a
 * fetch removes the data line.
 */
static void p6_hierarchy_snoop_code(struct model *model, uint32_t line)
{
    const int index = line_cache_find(&model->code, line);

    if (index < 0)
        return;
    line_cache_drop(&model->code, (unsigned)index);
    model->code_line = model->fetch_block = NO_LINE;
}

static void p6_hierarchy_snoop_data(struct model *model, uint32_t line)
{
    const int index = line_cache_find(&model->data, line);

    if (index < 0)
        return;
    if (model->data.states[index] == LINE_MODIFIED) {
        p6_count(model, TOTAL_DCU_M_LINES_OUT, 1);
        p6_hierarchy_l2_write_back(model, line);
    }
    line_cache_set_state(&model->data, (unsigned)index, LINE_SHARED);
}

static void p6_hierarchy_data_allocate(struct model *model, uint32_t line, enum mesi state)
{
    const struct victim victim = line_cache_fill(&model->data, line, state);

    p6_count(model, TOTAL_DCU_LINES_IN, 1);
    p6_count(model, TOTAL_DCU_M_LINES_IN, state == LINE_MODIFIED);
    if (victim.state != LINE_MODIFIED)
        return;
    p6_count(model, TOTAL_DCU_M_LINES_OUT, 1);
    p6_hierarchy_l2_write_back(model, victim.line);
}

/* SDM, Table 19-37: each miss adds 1 in each clock, two clocks too few if L2 misses too. */
static void p6_hierarchy_count_miss(struct model *model, unsigned clocks, bool l2_missed)
{
    const bool is_short = l2_missed && model->config.errata && model->config.counters.miss_errata;
    const unsigned outstanding = clocks - model->config.cache.hit;

    p6_count_clocks(model, TOTAL_DCU_MISS_CLOCKS,
                    outstanding - (is_short && outstanding >= 2 ? 2 : 0));
}

static unsigned p6_hierarchy_data_miss(struct model *model, uint32_t line, bool write)
{
    const struct model_config *config = &model->config;
    const bool in_l2 =
        p6_hierarchy_l2_request(model, line, write ? TOTAL_L2_STORE_M : TOTAL_L2_LOAD_M);
    const bool in_code = line_cache_find(&model->code, line) >= 0;
    const unsigned clocks = in_l2 ? config->cache.l2_hit : config->bus.memory;

    model->pending.way = in_l2 ? P6_WAY_L2 : P6_WAY_BUS;
    if (!in_l2) {
        p6_hierarchy_bus_transaction(model, write ? TOTAL_BUS_OWNERSHIP : TOTAL_BUS_BURST_READS,
                                     LINE_CHUNKS, 0);
        p6_hierarchy_l2_allocate(model, line, LINE_EXCLUSIVE);
        if (!write) /* until the end of the line, three bus clocks after the first piece */
            p6_count_clocks(model, TOTAL_BUS_READ_CLOCKS,
                            config->bus.memory - config->cache.l2_hit +
                                (LINE_CHUNKS - 1) * config->bus.ratio_core / config->bus.ratio_bus);
    }
    p6_hierarchy_count_miss(model, clocks, !in_l2);
    if (write)
        p6_hierarchy_snoop_code(model, line);
    p6_hierarchy_data_allocate(model, line,
                               write     ? LINE_MODIFIED
                               : in_code ? LINE_SHARED
                                         : LINE_EXCLUSIVE);
    return clocks;
}

/* A store to a shared line requests it like a missing line. */
static void p6_hierarchy_make_own(struct model *model, unsigned index, uint32_t line)
{
    if (model->data.states[index] == LINE_SHARED) {
        p6_hierarchy_l2_request(model, line, TOTAL_L2_STORE_M);
        p6_hierarchy_snoop_code(model, line);
    }
    if (model->data.states[index] != LINE_MODIFIED)
        line_cache_set_state(&model->data, index, LINE_MODIFIED);
}

unsigned p6_hierarchy_data_line(struct model *model, uint32_t line, bool write)
{
    const int index = line_cache_use(&model->data, line);

    if (index < 0)
        return p6_hierarchy_data_miss(model, line, write);
    if (write)
        p6_hierarchy_make_own(model, (unsigned)index, line);
    return write ? 0 : model->config.cache.hit;
}

unsigned p6_hierarchy_code_line(struct model *model, uint32_t line)
{
    const struct cache_config *config = &model->config.cache;

    if (line_cache_use(&model->code, line) >= 0)
        return 0;
    p6_count(model, TOTAL_FETCH_MISSES, 1);
    p6_hierarchy_snoop_data(model, line);
    line_cache_fill(&model->code, line, LINE_SHARED);
    if (p6_hierarchy_l2_request(model, line, TOTAL_L2_CODE_M))
        return config->code_l2_hit;
    p6_hierarchy_bus_transaction(model, TOTAL_BUS_CODE, LINE_CHUNKS, 0);
    p6_hierarchy_l2_allocate(model, line, LINE_EXCLUSIVE);
    return model->config.bus.memory - config->l2_hit + config->code_l2_hit;
}

/* ---- caches from outside ----------------------------------------------------------------------
 */

void p6_set_cache(struct model *model, bool enabled)
{
    model->cache_enabled = enabled;
}

static unsigned p6_hierarchy_modified_lines(const struct cache *cache)
{
    const size_t lines = ((size_t)cache->set_mask + 1) * cache->ways;
    unsigned n = 0;

    for (size_t i = 0; i < lines; i++)
        n += cache->states[i] == LINE_MODIFIED;
    return n;
}

void p6_invalidate_caches(struct model *model, bool write_back)
{
    const struct clocks_config *clocks = &model->config.clocks;
    const unsigned first = p6_hierarchy_modified_lines(&model->data);
    const unsigned lines = write_back ? first + p6_hierarchy_modified_lines(&model->l2) : 0;

    if (write_back)
        p6_count(model, TOTAL_DCU_M_LINES_OUT, first);
    for (unsigned i = 0; i < lines; i++)
        p6_hierarchy_write_back(model, NO_LINE);
    model->pending.more += clocks->wbinvd + lines * clocks->write_back;
    line_cache_clear(&model->data);
    line_cache_clear(&model->code);
    line_cache_clear(&model->l2);
    model->code_line = model->fetch_block = NO_LINE;
}

static void p6_hierarchy_snoop_level(struct model *model, struct cache *cache, uint32_t line,
                                     bool write)
{
    const int index = line_cache_find(cache, line);

    if (index < 0)
        return;
    if (cache->states[index] == LINE_MODIFIED) {
        p6_count(model, TOTAL_DCU_M_LINES_OUT, cache == &model->data);
        p6_hierarchy_write_back(model, line);
    }
    if (write)
        line_cache_drop(cache, (unsigned)index);
    else
        line_cache_set_state(cache, (unsigned)index, LINE_SHARED);
}

void p6_snoop(struct model *model, uint32_t physical, bool write)
{
    const uint32_t line = physical >> LINE_SHIFT;

    p6_count(model, write ? TOTAL_OTHER_OWNERSHIP : TOTAL_OTHER_READS, 1);
    p6_hierarchy_snoop_level(model, &model->data, line, write);
    p6_hierarchy_snoop_level(model, &model->l2, line, write);
    if (write)
        p6_hierarchy_snoop_code(model, line);
}
