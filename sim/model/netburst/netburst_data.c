/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's data accesses and fetches. Each access of an instruction is a load or a store.
 */
#include "sim/model/netburst/netburst_state.h"

static bool netburst_data_is_write(enum access access)
{
    return access & 1;
}

_Static_assert((ACCESS_WRITE & 1) && (ACCESS_WRITE_LOCKED & 1),
               "netburst_data_is_write() reads bit 0");

static unsigned netburst_data_one_line(struct model *model, uint32_t physical, bool write)
{
    if (physical >> PAGE_SHIFT == model->config.cache.apic_page >> PAGE_SHIFT)
        return model->config.cache.apic_access;
    if (!netburst_cacheable(model, physical)) {
        netburst_bus_transfer(model, write ? BUS_WRITE_PART : BUS_READ_PART);
        return write ? 0 : model->config.bus.memory;
    }
    return write ? netburst_hierarchy_write(model, physical >> NETBURST_LINE_SHIFT)
                 : netburst_hierarchy_read(model, physical >> NETBURST_LINE_SHIFT);
}

/* Accesses that are not passed to the core lengthen the instruction. */
static void netburst_data_pass_to_core(struct model *model, const struct netburst_access *access)
{
    struct netburst_pending *pending = &model->pending;

    if (pending->insn && pending->run.accesses < NETBURST_ACCESSES_MOST)
        pending->access[pending->run.accesses++] = *access;
    else
        pending->run.more += access->clocks;
}

static void netburst_data_note_walk(struct model *model, bool write)
{
    if (!model->walked)
        return;
    netburst_add_events(model, write ? LINE_DTLB_STORES : LINE_DTLB_LOADS, 1);
    model->walked = false;
}

/* The clocks of an access to one line or two. */
static unsigned netburst_data_clocks(struct model *model, uint32_t physical, uint32_t physical_end,
                                     bool write)
{
    unsigned clocks = netburst_data_one_line(model, physical, write);

    if (physical >> NETBURST_LINE_SHIFT != physical_end >> NETBURST_LINE_SHIFT)
        clocks += netburst_data_one_line(model, physical_end, write) + model->config.cache.split;
    return clocks;
}

/* Returns whether it is the second half of a wide access, which counts as one access. */
static bool netburst_data_is_second(struct model *model, unsigned bytes)
{
    struct netburst_pending *pending = &model->pending;

    pending->half = (pending->plan->attributes & PLAN_WIDE) && bytes == 8 && !pending->half;
    return (pending->plan->attributes & PLAN_WIDE) && bytes == 8 && !pending->half;
}

/* An access of 10 bytes counts twice, so FNSAVE and FRSTOR count 7 and 8 times 2 (ISPASS 2013). */
static unsigned netburst_data_accesses(unsigned bytes, bool second)
{
    if (second)
        return 0;
    return bytes == 10 ? 2 : 1;
}

/* A string instruction with DF set moves element by element. */
static void netburst_data_note_string(struct netburst_pending *pending, uint32_t physical,
                                      unsigned bytes, bool write)
{
    if (!(pending->plan->attributes & PLAN_BLOCKS))
        return;
    pending->backwards |= physical < pending->last_physical[write];
    pending->element = (uint8_t)bytes;
    pending->last_physical[write] = physical;
}

/* Reports the events of a load or store of the program. */
static void netburst_data_count_access(struct model *model, uint32_t line, uint32_t line_end,
                                       unsigned bytes, bool write)
{
    struct netburst_pending *pending = &model->pending;
    const bool second = netburst_data_is_second(model, bytes);

    netburst_data_note_walk(model, write);
    if (line != line_end || (second && line != pending->last_line))
        netburst_add_events(model, write ? LINE_SPLIT_STORES : LINE_SPLIT_LOADS, 1);
    *(write ? &pending->stores : &pending->loads) += netburst_data_accesses(bytes, second);
    netburst_add_events(model, LINE_L1_MISSES, pending->l1_miss && !second);
    netburst_add_events(model, LINE_L2_MISSES, pending->l2_miss && !second);
}

static void netburst_data_access(struct model *model, uint32_t physical, uint32_t physical_end,
                                 unsigned bytes, bool write, bool own)
{
    const uint32_t line = physical >> NETBURST_LINE_SHIFT;
    struct netburst_pending *pending = &model->pending;
    unsigned clocks = pending->walk_wait;

    pending->walk_wait = 0;
    pending->l1_miss = pending->l2_miss = false;
    clocks += netburst_data_clocks(model, physical, physical_end, write);
    if (!own) {
        pending->run.more += clocks;
        return;
    }
    netburst_data_note_string(pending, physical, bytes, write);
    netburst_data_count_access(model, line, physical_end >> NETBURST_LINE_SHIFT, bytes, write);
    pending->last_line = line;
    netburst_data_pass_to_core(model, &(struct netburst_access){.address = physical,
                                                                .bytes = (uint8_t)bytes,
                                                                .write = write,
                                                                .clocks = (uint16_t)clocks});
}

/* CLFLUSH only names a line and reads nothing. */
static void netburst_data_name_line(struct model *model, uint32_t physical)
{
    struct netburst_pending *pending = &model->pending;

    pending->last_line = physical >> NETBURST_LINE_SHIFT;
    pending->run.more += pending->walk_wait;
    pending->walk_wait = 0;
    model->walked = false;
}

void netburst_data(struct model *model, const struct insn *insn, uint32_t physical,
                   uint32_t physical_end, unsigned bytes, enum access access)
{
    (void)insn;
    if (model->pending.insn && (model->pending.plan->attributes & PLAN_FLUSHES))
        netburst_data_name_line(model, physical);
    else
        netburst_data_access(model, physical, physical_end, bytes, netburst_data_is_write(access),
                             model->pending.insn);
}

/* Read by microcode; not a load of the program. */
void netburst_descriptor_read(struct model *model, uint32_t physical, unsigned bytes)
{
    netburst_data_access(model, physical, physical + bytes - 1, bytes, false, false);
}

/* Reads of the page walker take time through the caches but are not counted as loads. */
void netburst_page_walk(struct model *model, uint32_t physical, bool update)
{
    *netburst_walk_wait(model) += netburst_data_one_line(model, physical, false);
    if (update)
        netburst_data_one_line(model, physical, true);
}

void netburst_io(struct model *model, uint16_t port, unsigned bytes, bool write)
{
    const struct bus_config *bus = &model->config.bus;
    const unsigned transactions = (port & 3) + bytes > 4 ? 2 : 1;

    (void)write;
    model->pending.run.more += transactions * bus->io * bus->ratio_core / bus->ratio_bus;
}

/* ---- fetching ------------------------------------------------------------------------------- */

/* Marks the block's n-th trace cache line as built. */
static void netburst_data_note_built(struct netburst_fetch *fetch, uint32_t n)
{
    fetch->built |= n < 64 ? 1ull << n : 0;
}

/* `before`: number of lines of the block before this part. */
static void netburst_data_fetch_bytes(struct model *model, uint32_t before, uint32_t physical,
                                      unsigned bytes)
{
    const uint32_t first = physical >> NETBURST_TRACE_SHIFT;
    const uint32_t end = (physical + bytes - 1) >> NETBURST_TRACE_SHIFT;

    for (uint32_t block = first; block <= end; block++) {
        if (block == model->trace_block)
            continue;
        model->trace_block = block;
        if (line_cache_use(&model->trace, block) >= 0)
            continue;
        netburst_add_events(model, LINE_TRACE_MISSES, 1);
        netburst_data_note_built(&model->fetch, before + block - first);
        line_cache_fill(&model->trace, block, LINE_SHARED);
        model->fetch_wait +=
            model->config.cache.build +
            netburst_hierarchy_code(model, block >> (NETBURST_LINE_SHIFT - NETBURST_TRACE_SHIFT));
    }
}

void netburst_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes,
                    bool jumped)
{
    (void)linear;
    if (jumped)
        model->trace_block = NO_LINE;
    model->fetch = (struct netburst_fetch){.start = physical, .begun = true};
    netburst_data_fetch_bytes(model, 0, physical, bytes);
}

void netburst_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes)
{
    const uint32_t line = 1u << NETBURST_TRACE_SHIFT;

    netburst_data_fetch_bytes(model, ((model->fetch.start & (line - 1)) + before) / line, physical,
                              bytes);
}
