/*
 * SPDX-License-Identifier: MIT
 * Conversion between processor and bus clocks, and the bus time of a line read; for p5_bus.c and
 * plain_read.c.
 */
#pragma once

#include <stddef.h>
#include <string.h>

#include "sim/model/p5/p5_state.h"

#define CHUNK_SHIFT 3 /* the bus is 8 bytes wide */
#define CHUNKS      4u

/* The first bus edge at or after a processor clock, counted in bus clocks. */
static inline uint64_t bus_line_edge(const struct model *model, uint64_t clock)
{
    const struct bus_config *config = &model->config.bus;

    return divided(clock * config->ratio_bus + config->ratio_core - 1, model->bus.ratio_core);
}

/* The same by a lookup table, which restarts at this clock if it does not cover it. */
static inline uint64_t bus_line_edge_by_table(struct model *model, uint64_t clock)
{
    struct bus *bus = &model->bus;
    const struct bus_config *config = &model->config.bus;

    if (__builtin_expect(clock - bus->origin_clock >= EDGES / 2, 0)) {
        const uint64_t periods = divided(clock, bus->ratio_core);

        bus->origin_clock = periods * config->ratio_core;
        bus->origin_edge = periods * config->ratio_bus;
    }
    return bus->origin_edge + bus->edges[clock - bus->origin_clock];
}

/* The first processor clock at or after a bus edge. */
static inline uint64_t bus_line_clock(const struct model *model, uint64_t edge)
{
    const struct bus_config *config = &model->config.bus;

    return divided(edge * config->ratio_core + config->ratio_bus - 1, model->bus.ratio_bus);
}

static inline bool bus_line_l2_holds(const struct model *model, uint32_t line)
{
    return __builtin_expect(
        model->bus.l2_tags && model->bus.l2_tags[line & model->bus.l2_mask] == line, 1);
}

static inline void bus_line_l2_insert(struct model *model, uint32_t line)
{
    if (model->bus.l2_tags && line < model->bus.l2_line_end)
        model->bus.l2_tags[line & model->bus.l2_mask] = line;
}

static inline const struct burst *bus_line_latency(const struct model *model, uint32_t line,
                                                   bool write)
{
    const struct bus_config *config = &model->config.bus;

    if (bus_line_l2_holds(model, line))
        return &config->l2;
    return write ? &config->dram_write : &config->dram_read;
}

/*
 * Additional bus clocks of a cycle that goes to memory. Its row then becomes the open row of the
 * bank.
 */
static inline unsigned bus_line_row_wait(struct model *model, const struct burst *burst,
                                         uint32_t line)
{
    const struct bus_config *config = &model->config.bus;
    uint32_t bank, row;

    if (__builtin_expect(burst == &config->l2, 1))
        return 0;
    bank = line >> model->bus.bank_shift & (config->banks - 1);
    row = config->row_bytes ? line >> model->bus.row_shift : 0;
    if (model->bus.open_rows[bank] == row)
        return 0;
    model->bus.open_rows[bank] = row;
    return config->row_miss;
}

/*
 * Bus clocks saved by a line whose address is sent while the previous cycle continues; it is
 * requested at edge `now`.
 */
static inline unsigned bus_line_pipelined(const struct model *model, const struct burst *burst,
                                          uint64_t now)
{
    const struct bus_config *config = &model->config.bus;
    const uint64_t free = model->bus.free_edge;
    unsigned most;

    if (__builtin_expect(now >= free, 1))
        return 0;
    most = burst == &config->l2 ? config->l2_pipelined : config->dram_pipelined;
    return free - now < most ? (unsigned)(free - now) : most;
}

/*
 * The edge at which a line's cycle begins, bus clocks until its first 8 bytes, and between further
 * ones.
 */
struct line_time {
    uint64_t from;
    unsigned first, next;
};

/* Sets the members of struct line_fill from `next` on with a single store. */
static inline void bus_line_place(struct line_fill *fill, uint32_t physical, unsigned next,
                                  unsigned read)
{
    const uint64_t critical = physical >> CHUNK_SHIFT & (CHUNKS - 1);
    const uint64_t place =
        next | critical << 16 | read << 24 | (uint64_t)(physical >> LINE_SHIFT) << 32;

    memcpy(&fill->next, &place, sizeof place);
}

_Static_assert(sizeof(struct line_fill) == offsetof(struct line_fill, next) + sizeof(uint64_t),
               "the fields from `next` on are 64 bits");

/* Occupies the bus for a line. `read` is as in struct line_fill. */
static inline __attribute__((always_inline)) void bus_line_occupy(struct model *model,
                                                                  uint32_t physical, unsigned read,
                                                                  struct line_fill *fill,
                                                                  struct line_time time)
{
    struct bus *bus = &model->bus;
    const unsigned length = time.first + (CHUNKS - 1) * time.next;
    const uint64_t at = time.from - bus->origin_edge;
    uint64_t start, until;

    if (__builtin_expect(at < EDGES / 2 && length < EDGES / 2, 1)) {
        const uint16_t *clocks = bus->clocks + at;

        start = bus->origin_clock + clocks[0];
        until = bus->origin_clock + clocks[length];
        fill->first = bus->origin_clock + clocks[time.first];
    } else {
        start = bus_line_clock(model, time.from);
        until = bus_line_clock(model, time.from + length);
        fill->first = bus_line_clock(model, time.from + time.first);
    }
    fill->until = until;
    fill->edge = time.from + time.first;
    bus_line_place(fill, physical, time.next, read);
    bus->free_edge = time.from + length;
    bus->free_at = until;
    bus->busy += until - start;
}

/*
 * The clock at which 8 bytes of the line arrive, in the burst order of the Developer's Manual, 6.2.
 */
static inline uint64_t bus_line_arrival(const struct model *model, const struct line_fill *fill,
                                        unsigned chunk)
{
    return bus_line_clock(model, fill->edge + (chunk ^ fill->critical) * (uint64_t)fill->next);
}
