/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's core: dispatch, units, store forwarding, retirement. It is an estimate:
 * schedulers, replays and the two uop queues are not modelled, and an instruction's uops begin
 * together.
 */
#include "sim/model/netburst/netburst_core.h"

#include <string.h>

void netburst_core_init(struct netburst_core *core, const struct core_config *config)
{
    memset(core, 0, sizeof *core);
    core->config = *config;
    for (unsigned i = 0; i < 8; i++)
        core->place[i] = (uint8_t)i;
}

uint64_t netburst_core_clock(const struct netburst_core *core)
{
    return (core->retired + NETBURST_CLOCK - 1) / NETBURST_CLOCK;
}

/* The time of `uops` uops at dispatch or retirement. */
static uint64_t netburst_core_uop_time(const struct netburst_core *core, uint64_t uops)
{
    return uops * (NETBURST_CLOCK / core->config.width);
}

uint64_t netburst_core_uop_clock(const struct netburst_core *core, uint64_t before)
{
    return (core->retired - netburst_core_uop_time(core, before) + NETBURST_CLOCK - 1) /
           NETBURST_CLOCK;
}

static uint64_t netburst_core_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void netburst_core_pass(struct netburst_core *core, uint64_t clocks)
{
    core->retired = (netburst_core_clock(core) + clocks) * NETBURST_CLOCK;
    core->next = netburst_core_later(core->next, core->retired);
}

/* ---- operands ------------------------------------------------------------------------------- */

static uint64_t *netburst_core_ready(struct netburst_core *core, unsigned name)
{
    if (name < NAME_ST0)
        return &core->ready[name];
    return &core->ready[NAME_ST0 + core->place[(core->top + name - NAME_ST0) & 7]];
}

static uint64_t netburst_core_all_ready(struct netburst_core *core, const uint8_t *names,
                                        unsigned count, uint64_t from)
{
    for (unsigned i = 0; i < count; i++)
        from = netburst_core_later(from, *netburst_core_ready(core, names[i]));
    return from;
}

static void netburst_core_exchange(struct netburst_core *core, unsigned other)
{
    uint8_t *a = &core->place[core->top & 7], *b = &core->place[(core->top + other) & 7];
    const uint8_t place = *a;

    *a = *b;
    *b = place;
}

static uint64_t netburst_core_reserve(struct netburst_core *core, unsigned unit, uint64_t from,
                                      uint64_t busy)
{
    if (unit == UNIT_MICROCODE)
        return from;
    from = netburst_core_later(from, core->unit[unit]);
    core->unit[unit] = from + busy;
    return from;
}

/* ---- memory --------------------------------------------------------------------------------- */

static unsigned netburst_core_store_slot(uint32_t address)
{
    return address / 8 % NETBURST_STORES;
}

/* A load gets its value from a recent store to the same eight bytes. */
static uint64_t netburst_core_load(struct netburst_core *core, const struct netburst_plan *plan,
                                   const struct netburst_run *run, uint64_t from)
{
    uint64_t done = from;

    for (unsigned i = 0; i < run->accesses; i++) {
        const struct netburst_access *access = &run->access[i];
        const unsigned store = netburst_core_store_slot(access->address);
        uint64_t begin;

        if (access->write)
            continue;
        begin = plan->unit == UNIT_LOAD
                    ? from
                    : netburst_core_reserve(core, UNIT_LOAD, from, NETBURST_CLOCK);
        if (core->stores[store].address == access->address / 8)
            begin = netburst_core_later(begin, core->stores[store].ready +
                                                   (uint64_t)core->config.forward * NETBURST_CLOCK);
        done = netburst_core_later(done, begin + (uint64_t)access->clocks * NETBURST_CLOCK);
    }
    return done;
}

static void netburst_core_store(struct netburst_core *core, const struct netburst_plan *plan,
                                const struct netburst_run *run, uint64_t done)
{
    for (unsigned i = 0; i < run->accesses; i++) {
        const unsigned store = netburst_core_store_slot(run->access[i].address);

        if (!run->access[i].write)
            continue;
        if (plan->unit != UNIT_STORE)
            netburst_core_reserve(core, UNIT_STORE, done, NETBURST_CLOCK);
        core->stores[store].address = run->access[i].address / 8;
        core->stores[store].ready = done;
    }
}

/* ---- one instruction ------------------------------------------------------------------------ */

static uint64_t netburst_core_dispatch(struct netburst_core *core, const struct netburst_plan *plan,
                                       const struct netburst_run *run)
{
    uint64_t now = netburst_core_later(core->next + (uint64_t)run->fetch_wait * NETBURST_CLOCK,
                                       core->flight[core->number % NETBURST_FLIGHT]);

    if ((plan->attributes & PLAN_SERIALISES) || plan->unit == UNIT_MICROCODE)
        now = netburst_core_later(now, core->retired);
    core->next = now + netburst_core_uop_time(core, run->uops);
    return now;
}

static void netburst_core_retire(struct netburst_core *core, const struct netburst_plan *plan,
                                 uint32_t uops, uint64_t done)
{
    core->retired = netburst_core_later(done, core->retired + netburst_core_uop_time(core, uops));
    core->flight[core->number++ % NETBURST_FLIGHT] = core->retired;
    if ((plan->attributes & PLAN_SERIALISES) || plan->unit == UNIT_MICROCODE)
        core->next = netburst_core_later(core->next, core->retired);
}

/*
 * The number of uops that enter before a mispredicted branch completes: as many as dispatch allows,
 * and at most NETBURST_FLIGHT.
 */
static uint32_t netburst_core_wrong_path(const struct netburst_core *core, uint64_t from,
                                         uint64_t done)
{
    const uint64_t uops = done > from ? (done - from) / netburst_core_uop_time(core, 1) : 0;

    return uops < NETBURST_FLIGHT ? (uint32_t)uops : NETBURST_FLIGHT;
}

void netburst_core_instruction(struct netburst_core *core, const struct netburst_plan *plan,
                               const struct netburst_run *run)
{
    const uint64_t now = netburst_core_dispatch(core, plan, run);
    uint64_t from = netburst_core_all_ready(core, plan->addresses, plan->address_count, now);
    uint64_t done;

    if (plan->unit == UNIT_LOAD)
        from = netburst_core_reserve(core, UNIT_LOAD, from, plan->busy);
    from = netburst_core_load(core, plan, run, from);
    from = netburst_core_all_ready(core, plan->sources, plan->source_count, from);
    if (plan->unit != UNIT_LOAD)
        from = netburst_core_reserve(core, plan->unit, from, plan->busy);
    done = from + plan->latency + (uint64_t)run->more * NETBURST_CLOCK;
    if (plan->attributes & PLAN_REPEATED)
        done += (uint64_t)run->steps * core->config.string_step * NETBURST_CLOCK;
    for (unsigned i = 0; i < plan->result_count; i++)
        *netburst_core_ready(core, plan->results[i]) = done;
    if (plan->attributes & PLAN_EXCHANGES)
        netburst_core_exchange(core, plan->exchanged);
    core->top = (uint8_t)(core->top + plan->stack) & 7;
    netburst_core_store(core, plan, run, done);
    netburst_core_retire(core, plan, run->uops, done);
    core->wrong_uops =
        run->mispredicted
            ? netburst_core_wrong_path(core, now + netburst_core_uop_time(core, run->uops), done)
            : 0;
    if (run->mispredicted)
        core->next = netburst_core_later(core->next,
                                         done + (uint64_t)core->config.mispredict * NETBURST_CLOCK);
}
