/*
 * SPDX-License-Identifier: MIT
 * The external bus in order: line fills, write-backs, single cycles, write buffers, and the
 * direct-mapped second-level cache that decides between the two latencies.
 * A cycle starts on a bus clock's edge. An L2 victim's way to memory costs the processor nothing.
 */
#include "state.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_SHIFT 3 /* the bus is 8 bytes wide */
#define CHUNKS      4u

int bus_init(struct model *model)
{
    const uint32_t lines = model->config.bus.l2_bytes / LINE_BYTES;
    const unsigned ratio = model->config.bus.ratio_bus;

    model->bus.ratio_shifts = !(ratio & (ratio - 1));
    while (model->bus.ratio_shifts && ratio >> model->bus.ratio_shift > 1)
        model->bus.ratio_shift++;
    if (!lines)
        return 0;
    model->bus.l2_mask = lines - 1;
    model->bus.l2_tags = malloc(lines * sizeof *model->bus.l2_tags);
    if (!model->bus.l2_tags)
        return -1;
    bus_flush_l2(model);
    return 0;
}

void bus_release(struct model *model)
{
    free(model->bus.l2_tags);
    model->bus.l2_tags = NULL;
}

void bus_flush_l2(struct model *model)
{
    if (model->bus.l2_tags)
        memset(model->bus.l2_tags, 0xff,
               ((size_t)model->bus.l2_mask + 1) * sizeof *model->bus.l2_tags);
}

/* The first bus edge at or after a clock, counted in bus clocks. */
static uint64_t edge_from(const struct bus_config *config, uint64_t clock)
{
    return (clock * config->ratio_bus + config->ratio_core - 1) / config->ratio_core;
}

/* The first processor clock at or after a bus edge: asked for six times by every line that is read.
 */
static inline uint64_t clock_of(const struct model *model, uint64_t edge)
{
    const struct bus_config *config = &model->config.bus;
    const uint64_t parts = edge * config->ratio_core + config->ratio_bus - 1;

    return model->bus.ratio_shifts ? parts >> model->bus.ratio_shift : parts / config->ratio_bus;
}

/* The bus edge at which a cycle asked for now begins. */
static uint64_t begin(const struct model *model)
{
    const uint64_t edge = edge_from(&model->config.bus, model->clock);

    return edge > model->bus.free_edge ? edge : model->bus.free_edge;
}

/* Occupies the bus from edge `from` for so many bus clocks; returns the processor clock after it.
 */
static uint64_t occupy(struct model *model, uint64_t from, unsigned bus_clocks)
{
    const uint64_t start = clock_of(model, from);
    const uint64_t end = clock_of(model, from + bus_clocks);

    model->bus.busy += end - start;
    model->bus.free_edge = from + bus_clocks;
    model->bus.free_at = end;
    return end;
}

static bool l2_holds(const struct model *model, uint32_t line)
{
    return model->bus.l2_tags && model->bus.l2_tags[line & model->bus.l2_mask] == line;
}

static const struct burst *latency_of(const struct model *model, uint32_t line, bool write)
{
    const struct bus_config *config = &model->config.bus;

    if (l2_holds(model, line))
        return &config->l2;
    return write ? &config->dram_write : &config->dram_read;
}

void bus_read_line(struct model *model, uint32_t physical, struct line_fill *fill)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const unsigned critical = (physical >> CHUNK_SHIFT) % CHUNKS;
    const struct burst *burst = latency_of(model, line, false);
    const uint64_t from = begin(model);

    fill->line = line;
    for (unsigned i = 0; i < CHUNKS; i++) /* the Pentium's burst order: Developer's Manual, 6.2 */
        fill->arrival[critical ^ i] = clock_of(model, from + burst->first + i * burst->next);
    fill->until = occupy(model, from, burst->first + (CHUNKS - 1) * burst->next);
    if (model->bus.l2_tags)
        model->bus.l2_tags[line & model->bus.l2_mask] = line;
}

void bus_write_line(struct model *model, uint32_t line)
{
    const struct burst *burst = latency_of(model, line, true);

    occupy(model, begin(model), burst->first + (CHUNKS - 1) * burst->next);
}

uint64_t bus_read(struct model *model, uint32_t physical)
{
    return occupy(model, begin(model), latency_of(model, physical >> LINE_SHIFT, false)->first);
}

uint64_t bus_write(struct model *model, uint32_t physical)
{
    return occupy(model, begin(model), latency_of(model, physical >> LINE_SHIFT, true)->first);
}

uint64_t bus_io(struct model *model)
{
    return occupy(model, begin(model), model->config.bus.io);
}

void bus_write_buffered(struct model *model, unsigned pipe_v, uint32_t physical)
{
    struct bus *bus = &model->bus;
    const struct bus_config *config = &model->config.bus;
    unsigned buffer = pipe_v;

    if (config->write_buffers_shared) {
        buffer = bus->next_write_buffer;
        bus->next_write_buffer = (buffer + 1) % config->write_buffers;
    }
    buffer %= config->write_buffers;
    if (bus->write_buffers[buffer] > model->clock) {
        model->count[P5_clocks_stalled_full_write_buffers] +=
            bus->write_buffers[buffer] - model->clock;
        stall_until(model, LOST_WRITE_BUFFER, bus->write_buffers[buffer]);
    }
    bus->write_buffers[buffer] = bus_write(model, physical);
}

bool bus_write_buffers_full(const struct model *model)
{
    for (unsigned i = 0; i < model->config.bus.write_buffers; i++)
        if (model->bus.write_buffers[i] <= model->clock)
            return false;
    return true;
}

/* Cycles lie back to back up to free_at, so what is not over yet is the rest of the way there. */
uint64_t bus_busy(const struct model *model)
{
    const uint64_t to_come =
        model->bus.free_at > model->clock ? model->bus.free_at - model->clock : 0;

    return model->bus.busy > to_come ? model->bus.busy - to_come : 0;
}
