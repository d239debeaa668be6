/*
 * SPDX-License-Identifier: MIT
 * The K7's data accesses and fetches. Each access is one data cache access. An access that crosses
 * 8 bytes is misaligned; if it crosses a line, both lines are looked up.
 */
#include "sim/model/k7/k7_state.h"

static bool k7_data_is_write(enum access access)
{
    return access & 1;
}

_Static_assert((ACCESS_WRITE & 1) && (ACCESS_WRITE_LOCKED & 1), "k7_data_is_write() reads bit 0");

static unsigned k7_data_one_line(struct model *model, uint32_t physical, bool write)
{
    if (physical >> PAGE_SHIFT == model->config.cache.apic_page >> PAGE_SHIFT)
        return model->config.cache.apic_access;
    if (!k7_cacheable(model, physical))
        return model->config.bus.memory;
    return k7_hierarchy_data_line(model, physical >> K7_LINE_SHIFT, write);
}

/* Accesses that are not passed to the core lengthen the instruction. */
static void k7_data_pass_to_core(struct model *model, const struct k7_access *access)
{
    struct k7_pending *pending = &model->pending;
    const unsigned hit = access->write ? 0 : model->config.cache.hit;

    if (pending->insn && pending->run.accesses < K7_ACCESSES_MOST)
        pending->access[pending->run.accesses++] = *access;
    else
        pending->more += access->clocks - hit;
}

void k7_data(struct model *model, const struct insn *insn, uint32_t physical, uint32_t physical_end,
             unsigned bytes, enum access access)
{
    const bool write = k7_data_is_write(access);
    const unsigned hit = write ? 0 : model->config.cache.hit;
    unsigned clocks = k7_data_one_line(model, physical, write), line;

    (void)insn;
    k7_count(model, TOTAL_DATA_ACCESSES, 1);
    if (physical >> K7_LINE_SHIFT != physical_end >> K7_LINE_SHIFT) {
        const unsigned other = k7_data_one_line(model, physical_end, write);

        clocks = clocks > other ? clocks : other;
    }
    line = clocks;
    if (physical / 8 != physical_end / 8 && (bytes < 10 || physical % 8)) {
        k7_count(model, TOTAL_MISALIGNED, 1);
        clocks += model->config.cache.misaligned;
    }
    const unsigned walk = model->pending.walk_wait;

    clocks += walk;
    model->pending.walk_wait = 0;
    k7_data_pass_to_core(model, &(struct k7_access){.address = physical,
                                                    .bytes = (uint8_t)bytes,
                                                    .write = write,
                                                    .clocks = (uint16_t)clocks,
                                                    .miss = (uint16_t)(line - hit),
                                                    .memory = line >= model->config.bus.memory,
                                                    .walk = (uint16_t)walk});
}

void k7_descriptor_read(struct model *model, uint32_t physical, unsigned bytes)
{
    k7_data(model, NULL, physical, physical + bytes - 1, bytes, ACCESS_READ);
}

/* Reads of the page walker take time through the caches but are not counted as accesses. */
void k7_page_walk(struct model *model, uint32_t physical, bool update)
{
    *k7_walk_wait(model) += k7_data_one_line(model, physical, false);
    if (update)
        k7_data_one_line(model, physical, true);
}

void k7_io(struct model *model, uint16_t port, unsigned bytes, bool write)
{
    const struct bus_config *bus = &model->config.bus;
    const unsigned transactions = (port & 3) + bytes > 4 ? 2 : 1;

    (void)write;
    model->pending.more += transactions * bus->io * bus->ratio_core / bus->ratio_bus;
}

/* ---- fetching -------------------------------------------------------------------------------- */

static void k7_data_fetch_block(struct model *model, uint32_t physical)
{
    k7_count(model, TOTAL_FETCHES, 1);
    if (k7_cacheable(model, physical)) {
        model->fetch_wait += k7_hierarchy_code_line(model, physical >> K7_LINE_SHIFT);
        return;
    }
    k7_count(model, TOTAL_FETCH_MISSES, 1);
    k7_count(model, TOTAL_FETCH_REFILLS_SYSTEM, 1);
    model->fetch_wait += model->config.bus.memory;
}

static void k7_data_fetch_bytes(struct model *model, uint32_t physical, unsigned bytes)
{
    const uint32_t size = model->config.cache.fetch_bytes;
    const uint32_t end = (physical + bytes - 1) / size;

    for (uint32_t block = physical / size; block <= end; block++) {
        if (block == model->fetch_block)
            continue;
        model->fetch_block = block;
        k7_data_fetch_block(model, block * size);
    }
}

void k7_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes, bool jumped)
{
    (void)linear;
    if (jumped)
        model->fetch_block = NO_LINE;
    k7_data_fetch_bytes(model, physical, bytes);
}

void k7_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes)
{
    (void)before;
    k7_data_fetch_bytes(model, physical, bytes);
}
