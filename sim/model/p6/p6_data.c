/*
 * SPDX-License-Identifier: MIT
 * The P6's data accesses as its data cache unit sees them: each part of an access that crosses 8
 * bytes is a reference, an x87 access of 80 bits is two (SDM, Table 19-37, events 05h and 43h).
 */
#include "sim/model/p6/p6_state.h"

static bool p6_data_is_write(enum access access)
{
    return access & 1;
}

_Static_assert((ACCESS_WRITE & 1) && (ACCESS_WRITE_LOCKED & 1), "p6_data_is_write() reads bit 0");

/* Counts the references of one access within one or two pages. */
static void p6_data_count_references(struct model *model, uint32_t physical, unsigned bytes)
{
    const unsigned pieces = bytes <= 8 ? 1 : (bytes + 7) / 8;
    const bool misaligned = bytes <= 8 ? physical % 8 + bytes > 8 : physical % 8 != 0;

    p6_count(model, TOTAL_DATA_REFERENCES, pieces + misaligned);
    if (misaligned)
        p6_count(model, TOTAL_MISALIGNED, 2);
}

static unsigned p6_data_one_line(struct model *model, uint32_t physical, bool write)
{
    if (physical >> PAGE_SHIFT == model->config.cache.apic_page >> PAGE_SHIFT)
        return model->config.cache.apic_access;
    if (!p6_cacheable(model, physical))
        return p6_hierarchy_partial(model, write);
    return p6_hierarchy_data_line(model, physical >> LINE_SHIFT, write);
}

/* Accesses that are not passed to the core lengthen the instruction. */
static void p6_data_pass_to_core(struct model *model, const struct p6_access *access)
{
    struct p6_pending *pending = &model->pending;
    const unsigned hit = access->write ? 0 : model->config.cache.hit;

    if (pending->insn && pending->run.accesses < ACCESSES_MOST)
        pending->access[pending->run.accesses++] = *access;
    else {
        pending->more += access->clocks - hit;
        p6_core_pause_loads(model->core, (enum p6_way)access->way, access->clocks - hit);
    }
}

/* Clocks for which the last requested line occupies its path. */
static uint8_t p6_data_line_busy(const struct model *model)
{
    const struct model_config *config = &model->config;
    const unsigned bus = 4 * config->bus.ratio_core / config->bus.ratio_bus; /* 8 bytes a clock */

    if (model->pending.way == P6_WAY_L2)
        return (uint8_t)config->cache.l2_line;
    return model->pending.way == P6_WAY_BUS ? (uint8_t)(bus < 255 ? bus : 255) : 0;
}

void p6_data(struct model *model, const struct insn *insn, uint32_t physical, uint32_t physical_end,
             unsigned bytes, enum access access)
{
    const bool write = p6_data_is_write(access);
    unsigned clocks, again = 0;

    (void)insn;
    model->pending.way = P6_WAY_NONE;
    clocks = p6_data_one_line(model, physical, write);
    p6_data_count_references(model, physical, bytes);
    if (physical >> LINE_SHIFT != physical_end >> LINE_SHIFT) {
        const unsigned other = p6_data_one_line(model, physical_end, write);

        again = model->config.cache.split_line;
        clocks = (clocks > other ? clocks : other) + again;
    }
    const unsigned walk = model->pending.walk_wait;

    clocks += walk;
    model->pending.walk_wait = 0;
    p6_data_pass_to_core(model, &(struct p6_access){.address = physical,
                                                    .bytes = (uint8_t)bytes,
                                                    .write = write,
                                                    .clocks = (uint16_t)clocks,
                                                    .again = write ? 0 : (uint8_t)again,
                                                    .way = model->pending.way,
                                                    .busy = p6_data_line_busy(model),
                                                    .walk = (uint16_t)walk});
}

void p6_descriptor_read(struct model *model, uint32_t physical, unsigned bytes)
{
    p6_data(model, NULL, physical, physical + bytes - 1, bytes, ACCESS_READ);
}

/*
 * The page walker reads its tables through the data cache; its misses are loads for L2 (event 29h).
 */
void p6_page_walk(struct model *model, uint32_t physical, bool update)
{
    const struct tlb_config *config = &model->config.tlb;
    const unsigned hit = model->config.cache.hit;
    unsigned clocks;

    if (p6_cacheable(model, physical))
        clocks =
            p6_hierarchy_data_line(model, physical >> LINE_SHIFT, false) - hit + config->walk_hit;
    else
        clocks = p6_hierarchy_partial(model, false);
    if (update)
        p6_data_one_line(model, physical, true);
    *p6_walk_wait(model) += clocks;
}

void p6_io(struct model *model, uint16_t port, unsigned bytes, bool write)
{
    const struct bus_config *bus = &model->config.bus;
    const unsigned transactions = (port & 3) + bytes > 4 ? 2 : 1;

    p6_count(model, TOTAL_BUS_IO, transactions);
    p6_hierarchy_bus_data(model, write ? 0 : transactions, write ? transactions : 0);
    model->pending.more += transactions * bus->io * bus->ratio_core / bus->ratio_bus;
}

void p6_segment_load(struct model *model, unsigned times)
{
    p6_count(model, TOTAL_SEGMENT_LOADS, times);
}
