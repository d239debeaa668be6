/*
 * SPDX-License-Identifier: MIT
 * Data accesses and fetching. Each instruction's access is a load or a store.
 */
#include "sim/model/netburst/netburst_state.h"

static bool is_write(enum access access)
{
    return access & 1;
}

_Static_assert((ACCESS_WRITE & 1) && (ACCESS_WRITE_LOCKED & 1), "is_write() reads bit 0");

static unsigned one_line(struct model *model, uint32_t physical, bool write)
{
    if (physical >> PAGE_SHIFT == model->config.cache.apic_page >> PAGE_SHIFT)
        return model->config.cache.apic_access;
    if (!netburst_cacheable(model, physical))
        return write ? 0 : model->config.bus.memory;
    return write ? netburst_write(model, physical >> NETBURST_LINE_SHIFT)
                 : netburst_read(model, physical >> NETBURST_LINE_SHIFT);
}

/* What the core does not hear of lengthens the instruction. */
static void tell_core(struct model *model, const struct netburst_access *access)
{
    struct pending *pending = &model->pending;

    if (pending->insn && pending->run.accesses < NETBURST_ACCESSES_MOST)
        pending->access[pending->run.accesses++] = *access;
    else
        pending->run.more += access->clocks;
}

static void note_walk(struct model *model, bool write)
{
    if (!model->walked)
        return;
    *(write ? &model->pending.walked_store : &model->pending.walked_load) = true;
    model->walked = false;
}

static void access_memory(struct model *model, uint32_t physical, uint32_t physical_end,
                          unsigned bytes, bool write, bool own)
{
    unsigned clocks = one_line(model, physical, write);

    if (physical >> NETBURST_LINE_SHIFT != physical_end >> NETBURST_LINE_SHIFT) {
        clocks += one_line(model, physical_end, write) + model->config.cache.split;
        if (own)
            tell(model, write ? LINE_SPLIT_STORES : LINE_SPLIT_LOADS, 1);
    }
    clocks += model->pending.walk_wait;
    model->pending.walk_wait = 0;
    model->pending.last_line = physical >> NETBURST_LINE_SHIFT;
    if (!own) {
        model->pending.run.more += clocks;
        return;
    }
    note_walk(model, write);
    tell_core(model, &(struct netburst_access){.address = physical,
                                               .bytes = (uint8_t)bytes,
                                               .write = write,
                                               .clocks = (uint16_t)clocks});
}

void model_data(struct model *model, const struct insn *insn, uint32_t physical,
                uint32_t physical_end, unsigned bytes, enum access access)
{
    (void)insn;
    access_memory(model, physical, physical_end, bytes, is_write(access), true);
}

/* Microcode's own: no load of the program's. */
void model_descriptor_read(struct model *model, uint32_t physical, unsigned bytes)
{
    access_memory(model, physical, physical + bytes - 1, bytes, false, false);
}

/* The walker's reads take what the caches make them take; they are nobody's loads. */
void model_page_walk(struct model *model, uint32_t physical, bool update)
{
    const bool l1 = model->pending.l1_miss, l2 = model->pending.l2_miss;

    *netburst_walk_wait(model) += one_line(model, physical, false);
    if (update)
        one_line(model, physical, true);
    model->pending.l1_miss = l1;
    model->pending.l2_miss = l2;
}

void model_io(struct model *model, uint16_t port, unsigned bytes, bool write)
{
    const struct bus_config *bus = &model->config.bus;
    const unsigned transactions = (port & 3) + bytes > 4 ? 2 : 1;

    (void)write;
    model->pending.run.more += transactions * bus->io * bus->ratio_core / bus->ratio_bus;
}

/* ---- fetching ------------------------------------------------------------------------------- */

#define TRACE_SHIFT 4 /* bytes of code for six uops: an assumption */

static void fetch_bytes(struct model *model, uint32_t physical, unsigned bytes)
{
    const uint32_t end = (physical + bytes - 1) >> TRACE_SHIFT;

    for (uint32_t block = physical >> TRACE_SHIFT; block <= end; block++) {
        if (block == model->trace_block)
            continue;
        model->trace_block = block;
        if (cache_use(&model->trace, block) >= 0)
            continue;
        tell(model, LINE_TRACE_MISSES, 1);
        cache_fill(&model->trace, block, LINE_SHARED);
        model->fetch_wait += model->config.cache.build +
                             netburst_code(model, block >> (NETBURST_LINE_SHIFT - TRACE_SHIFT));
    }
}

void model_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes,
                 bool jumped)
{
    (void)linear;
    if (jumped)
        model->trace_block = NO_LINE;
    fetch_bytes(model, physical, bytes);
}

void model_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes)
{
    (void)before;
    fetch_bytes(model, physical, bytes);
}
