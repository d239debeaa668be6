/*
 * SPDX-License-Identifier: MIT
 * The bus: transfers follow each other, each for its duration; the processor waits if too many are
 * outstanding. A request lasts one clock, from which on data are driven. Requests and transfers
 * are separated by idle clocks, so that CCCR's edge detection can count them (SDM, table 19-28).
 */
#include "sim/model/netburst/netburst_state.h"

#define DATA_LINE                                                                                  \
    4u /* clocks with DRDY of a whole line, and of a part of one: SDM, table 19-28                 \
        */
#define DATA_PART 2u
#define BUSY_LINE 2u /* clocks with DBSY before a whole line is driven; none for a partial one */

static const struct {
    uint8_t request, data, clocks, busy;
} kinds[] = {
    [BUS_READ] = {LINE_IOQ_READ, LINE_DRDY_OWN, DATA_LINE, 0},
    [BUS_PREFETCH] = {LINE_IOQ_PREFETCH, LINE_DRDY_OWN, DATA_LINE, 0},
    [BUS_WRITE] = {LINE_IOQ_WRITE, LINE_DRDY_DRV, DATA_LINE, BUSY_LINE},
    [BUS_READ_PART] = {LINE_IOQ_READ_UC, LINE_DRDY_OWN, DATA_PART, 0},
    [BUS_WRITE_PART] = {LINE_IOQ_WRITE_UC, LINE_DRDY_DRV, DATA_PART, 0},
    [BUS_SNOOPED] = {LINES, LINE_DRDY_DRV, DATA_LINE, BUSY_LINE},
};

/*
 * 64 bytes take two bus clocks. A transfer takes at least the clocks of its data and one idle
 * clock.
 */
static unsigned netburst_bus_span(const struct model *model)
{
    const struct bus_config *bus = &model->config.bus;
    const unsigned clocks = 2 * bus->ratio_core / bus->ratio_bus;

    return clocks > DATA_LINE ? clocks : DATA_LINE + 1;
}

static struct bus_transfer *netburst_bus_oldest(struct model *model)
{
    return &model->bus.transfers[model->bus.first % NETBURST_TRANSFERS];
}

uint64_t netburst_bus_next(struct model *model)
{
    return model->bus.first == model->bus.end
               ? UINT64_MAX
               : netburst_bus_oldest(model)->at + netburst_bus_oldest(model)->reported;
}

static void netburst_bus_set_event(struct p4_clock *clock, unsigned line)
{
    clock->any |= LINE_SET(line);
    clock->events[line] = 1;
}

void netburst_bus_report(struct model *model, struct p4_clock *clock)
{
    struct bus_transfer *transfer = netburst_bus_oldest(model);
    const enum bus_kind kind = transfer->kind;

    if (!transfer->reported && kinds[kind].request < LINES)
        netburst_bus_set_event(clock, kinds[kind].request);
    if (transfer->reported < kinds[kind].busy)
        netburst_bus_set_event(clock, LINE_DBSY_DRV);
    netburst_bus_set_event(clock, kinds[kind].data);
    if (++transfer->reported == kinds[kind].clocks)
        model->bus.first++;
}

/* Advances to this clock, even if nothing retires. */
static void netburst_bus_wait_until(struct model *model, uint64_t clock)
{
    if (clock > netburst_clock(model))
        netburst_core_pass(&model->core, clock - netburst_clock(model));
    netburst_report_advance(model, clock, true);
}

void netburst_bus_transfer(struct model *model, enum bus_kind kind)
{
    struct netburst_bus *bus = &model->bus;
    const uint64_t next = model->at + 1;

    if (bus->end - bus->first == NETBURST_TRANSFERS)
        netburst_bus_wait_until(model, netburst_bus_oldest(model)->at + DATA_LINE);
    bus->free = bus->free > next ? bus->free : next;
    bus->transfers[bus->end++ % NETBURST_TRANSFERS] =
        (struct bus_transfer){.at = bus->free, .kind = (uint8_t)kind};
    bus->free += netburst_bus_span(model);
}

void netburst_bus_wait(struct model *model)
{
    if (model->bus.first != model->bus.end)
        netburst_bus_wait_until(model, model->bus.free);
}
