/*
 * SPDX-License-Identifier: MIT
 * The external bus, in order: line fills, write-backs, single cycles, write buffers, the
 * direct-mapped second-level cache that selects one of two latencies, and open rows of memory. A
 * cycle starts on the edge of a bus clock. Writing back an L2 victim costs the processor nothing.
 */
#include "sim/model/p5/bus_line.h"

#include <stdlib.h>
#include <string.h>

static void p5_bus_agents_init(struct model *model)
{
    const struct bus_config *config = &model->config.bus;
    struct bus_agent *refresh = &model->bus.refresh, *master = &model->bus.master;

    *refresh = (struct bus_agent){.interval = config->refresh_interval,
                                  .clocks = config->refresh,
                                  .next = config->refresh_interval};
    *master = (struct bus_agent){.interval = config->master_interval,
                                 .clocks = config->master,
                                 .random = true,
                                 .chance = chance_from(model->config.seed, CHANCE_MASTER)};
    if (master->interval)
        master->next = chance_interval(&master->chance, master->interval);
}

int p5_bus_init(struct model *model)
{
    const uint32_t lines = model->config.bus.l2_bytes / LINE_BYTES;
    struct bus *bus = &model->bus;

    p5_bus_agents_init(model);
    bus->ratio_core = divisor_of(model->config.bus.ratio_core);
    bus->ratio_bus = divisor_of(model->config.bus.ratio_bus);
    bus->bank_shift = (uint8_t)(__builtin_ctz(model->config.bus.bank_bytes) - LINE_SHIFT);
    if (model->config.bus.row_bytes)
        bus->row_shift = (uint8_t)(__builtin_ctz(model->config.bus.row_bytes) - LINE_SHIFT);
    for (unsigned i = 0; i < EDGES; i++) {
        bus->edges[i] = (uint16_t)bus_line_edge(model, i);
        bus->clocks[i] = (uint16_t)bus_line_clock(model, i);
    }
    model->bus.l2_line_end = model->config.bus.l2_reach << (20 - LINE_SHIFT);
    if (!lines)
        return 0;
    model->bus.l2_mask = lines - 1;
    model->bus.l2_tags = malloc(lines * sizeof *model->bus.l2_tags);
    if (!model->bus.l2_tags)
        return -1;
    p5_bus_flush_l2(model);
    return 0;
}

void p5_bus_release(struct model *model)
{
    free(model->bus.l2_tags);
    model->bus.l2_tags = NULL;
}

void p5_bus_flush_l2(struct model *model)
{
    if (model->bus.l2_tags)
        memset(model->bus.l2_tags, 0xff,
               ((size_t)model->bus.l2_mask + 1) * sizeof *model->bus.l2_tags);
}

/*
 * Performs all cycles that another bus agent requests up to `edge`. Each starts after the agent's
 * previous cycle and after the processor's cycles, which end at `free`. Returns the edge at which a
 * processor cycle requested at `edge` can start.
 */
static __attribute__((noinline)) uint64_t p5_bus_agent_cycles(const struct model *model,
                                                              struct bus_agent *agent,
                                                              uint64_t free, uint64_t edge)
{
    while (agent->next <= edge) {
        const uint64_t from = agent->next > free ? agent->next : free;

        free = from + agent->clocks;
        agent->free_at = bus_line_clock(model, free);
        agent->busy += agent->free_at - bus_line_clock(model, from);
        if (free > edge)
            edge = free;
        agent->next = agent->random ? free + chance_interval(&agent->chance, agent->interval)
                                    : agent->next + agent->interval;
    }
    return edge;
}

/* The bus edge at which a cycle requested now begins. */
static uint64_t p5_bus_begin_cycle(struct model *model)
{
    struct bus *bus = &model->bus;
    const uint64_t now = bus_line_edge(model, model->clock);
    const uint64_t edge = now > bus->free_edge ? now : bus->free_edge;

    if (__builtin_expect(bus->master.interval, 0))
        return p5_bus_agent_cycles(model, &bus->master, bus->free_edge, edge);
    return edge;
}

/*
 * Bus clocks that a cycle starting at edge `from` waits for a memory refresh. While the bus reads
 * L2, memory is refreshed.
 */
static unsigned p5_bus_refresh_wait(struct model *model, const struct burst *burst, uint64_t from)
{
    struct bus *bus = &model->bus;

    if (__builtin_expect(!bus->refresh.interval, 1) || burst == &model->config.bus.l2)
        return 0;
    const uint64_t idle =
        bus->memory_free_edge < bus->free_edge ? bus->memory_free_edge : bus->free_edge;
    const uint64_t start = p5_bus_agent_cycles(model, &bus->refresh, idle, from);
    bus->memory_free_edge = start + burst->first + (CHUNKS - 1) * burst->next;
    return (unsigned)(start - from);
}

/*
 * Occupies the bus from edge `from` for `bus_clocks` bus clocks. Returns the processor clock after
 * it.
 */
static uint64_t p5_bus_occupy(struct model *model, uint64_t from, unsigned bus_clocks)
{
    const uint64_t start = bus_line_clock(model, from);
    const uint64_t end = bus_line_clock(model, from + bus_clocks);

    model->bus.busy += end - start;
    model->bus.free_edge = from + bus_clocks;
    model->bus.free_at = end;
    return end;
}

/* Bus clocks that a cycle waits for memory before it begins, besides waiting for the bus. */
static unsigned p5_bus_memory_wait(struct model *model, const struct burst *burst, uint32_t line,
                                   uint64_t from)
{
    return p5_bus_refresh_wait(model, burst, from) + bus_line_row_wait(model, burst, line);
}

void p5_bus_read_line(struct model *model, uint32_t physical, struct line_fill *fill)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct burst *burst = bus_line_latency(model, line, false);
    const unsigned first =
        burst->first -
        bus_line_pipelined(model, burst, bus_line_edge_by_table(model, model->clock));
    const uint64_t from = p5_bus_begin_cycle(model);

    bus_line_occupy(model, physical, ALL_CHUNKS, fill,
                    (struct line_time){from, first + p5_bus_memory_wait(model, burst, line, from),
                                       burst->next});
    bus_line_l2_insert(model, line);
}

void p5_bus_write_line(struct model *model, uint32_t line)
{
    const struct burst *burst = bus_line_latency(model, line, true);

    const uint64_t from = p5_bus_begin_cycle(model);

    p5_bus_occupy(model, from,
                  p5_bus_memory_wait(model, burst, line, from) + burst->first +
                      (CHUNKS - 1) * burst->next);
}

static uint64_t p5_bus_single_cycle(struct model *model, uint32_t physical, bool write)
{
    const struct burst *burst = bus_line_latency(model, physical >> LINE_SHIFT, write);
    const uint64_t from = p5_bus_begin_cycle(model);

    return p5_bus_occupy(
        model, from, p5_bus_memory_wait(model, burst, physical >> LINE_SHIFT, from) + burst->first);
}

uint64_t p5_bus_read(struct model *model, uint32_t physical)
{
    return p5_bus_single_cycle(model, physical, false);
}

uint64_t p5_bus_read_table(struct model *model, uint32_t physical)
{
    const uint64_t there = p5_bus_read(model, physical);

    if (model->config.tlb.walk_fills_l2)
        bus_line_l2_insert(model, physical >> LINE_SHIFT);
    return there;
}

uint64_t p5_bus_write(struct model *model, uint32_t physical)
{
    return p5_bus_single_cycle(model, physical, true);
}

uint64_t p5_bus_io(struct model *model)
{
    return p5_bus_occupy(model, p5_bus_begin_cycle(model), model->config.bus.io);
}

void p5_bus_write_buffered(struct model *model, unsigned pipe_v, uint32_t physical)
{
    struct bus *bus = &model->bus;
    const struct bus_config *config = &model->config.bus;
    unsigned buffer = pipe_v;

    if (config->write_buffers_shared) {
        buffer = bus->next_write_buffer;
        bus->next_write_buffer = buffer + 1 < config->write_buffers ? buffer + 1 : 0;
    }
    if (buffer >= config->write_buffers) /* V's buffer, if both pipes share one */
        buffer = 0;
    if (bus->write_buffers[buffer] > model->clock) {
        model->count[P5_clocks_stalled_full_write_buffers] +=
            bus->write_buffers[buffer] - model->clock;
        p5_state_stall_until(model, LOST_WRITE_BUFFER, bus->write_buffers[buffer]);
    }
    bus->write_buffers[buffer] = p5_bus_write(model, physical);
}

bool p5_bus_write_buffers_full(const struct model *model)
{
    for (unsigned i = 0; i < model->config.bus.write_buffers; i++)
        if (model->bus.write_buffers[i] <= model->clock)
            return false;
    return true;
}

/*
 * Cycles up to free_at follow each other without gaps, including those of another bus agent (which
 * count too: SDM volume 3, event 18h), so the clocks still to come are those until free_at.
 */
uint64_t p5_bus_busy(const struct model *model)
{
    const struct bus *bus = &model->bus;
    struct bus_agent master = bus->master; /* a copy, advanced as the processor's next request
                                              would */
    uint64_t busy = bus->busy, free_at = bus->free_at;

    if (master.interval) {
        p5_bus_agent_cycles(model, &master, bus->free_edge,
                            model->clock * model->config.bus.ratio_bus /
                                model->config.bus.ratio_core);
        busy += master.busy;
        free_at = master.free_at > free_at ? master.free_at : free_at;
    }

    const uint64_t to_come = free_at > model->clock ? free_at - model->clock : 0;

    return busy > to_come ? busy - to_come : 0;
}
