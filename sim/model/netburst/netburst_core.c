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
    core->uop_time = NETBURST_CLOCK / config->width;
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
    return uops * core->uop_time;
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

static bool netburst_core_is_mmx(unsigned unit)
{
    return unit == UNIT_MMX || unit == UNIT_MMX_SHUFFLE;
}

/* When a SIMD register is available: later if it crosses between multiplication and MMX. */
static uint64_t netburst_core_sources(struct netburst_core *core, const struct netburst_plan *plan,
                                      uint64_t from)
{
    const uint64_t crossing = core->config.crossing * NETBURST_CLOCK;

    if (plan->unit != UNIT_MULTIPLY && !netburst_core_is_mmx(plan->unit))
        return netburst_core_all_ready(core, plan->sources, plan->source_count, from);
    for (unsigned i = 0; i < plan->source_count; i++) {
        const unsigned name = plan->sources[i];
        const bool crosses =
            name >= NAME_MM0 && name < NAME_ST0 &&
            ((core->made[name] == UNIT_MULTIPLY && netburst_core_is_mmx(plan->unit)) ||
             (netburst_core_is_mmx(core->made[name]) && plan->unit == UNIT_MULTIPLY));

        from =
            netburst_core_later(from, *netburst_core_ready(core, name) + (crosses ? crossing : 0));
    }
    return from;
}

static void netburst_core_exchange(struct netburst_core *core, unsigned other)
{
    uint8_t *a = &core->place[core->top & 7], *b = &core->place[(core->top + other) & 7];
    const uint8_t place = *a;

    *a = *b;
    *b = place;
}

/* ---- units ---------------------------------------------------------------------------------- */

#define HALF (NETBURST_CLOCK / 2)

/* The loads' and the slower units begin with a clock, the ALUs with half a clock. */
static uint64_t netburst_core_align(uint64_t time, uint64_t to)
{
    return (time + to - 1) / to * to;
}

/* The resource of a unit that begins with a clock. */
static const uint8_t resource_of[UNITS] = {
    [UNIT_SLOW] = RESOURCE_SLOW,         [UNIT_LOAD] = RESOURCE_LOAD,
    [UNIT_STORE] = RESOURCE_STORE,       [UNIT_ADD] = RESOURCE_ADD,
    [UNIT_MULTIPLY] = RESOURCE_MULTIPLY, [UNIT_DIVIDE] = RESOURCE_DIVIDE,
    [UNIT_MMX] = RESOURCE_MMX,           [UNIT_MMX_SHUFFLE] = RESOURCE_MMX_SHUFFLE,
    [UNIT_MOVE] = RESOURCE_MOVE,
};

static uint64_t netburst_core_alu(struct netburst_core *core, unsigned unit, uint64_t now,
                                  uint64_t from, uint64_t busy)
{
    unsigned port = RESOURCE_PORT_0;

    from = netburst_core_align(from, HALF);
    if (unit == UNIT_ALU)
        port = netburst_occupancy_less_used(&core->occupancy, RESOURCE_PORT_0, RESOURCE_PORT_1, now,
                                            from);
    return netburst_occupancy_occupy(&core->occupancy, port, now, from, busy);
}

/* Occupies the unit and its port; returns when the instruction begins. */
static uint64_t netburst_core_begin(struct netburst_core *core, unsigned unit, uint64_t now,
                                    uint64_t from, uint64_t busy)
{
    if (unit == UNIT_NONE || unit >= UNITS)
        return from;
    if (unit == UNIT_ALU || unit == UNIT_ALU_0)
        return netburst_core_alu(core, unit, now, from, busy);
    from = netburst_core_align(from, NETBURST_CLOCK);
    if (unit >= UNIT_ADD && unit <= UNIT_MMX_SHUFFLE)
        from = netburst_occupancy_occupy(&core->occupancy, RESOURCE_FP, now, from, NETBURST_CLOCK);
    from = netburst_occupancy_occupy(&core->occupancy, resource_of[unit], now, from, busy);
    if (unit == UNIT_SLOW || (unit >= UNIT_ADD && unit <= UNIT_MMX_SHUFFLE))
        netburst_occupancy_occupy(&core->occupancy, RESOURCE_PORT_1, now, from, HALF);
    else if (unit == UNIT_MOVE)
        netburst_occupancy_occupy(&core->occupancy, RESOURCE_PORT_0, now, from, HALF);
    return from;
}

/* ---- memory --------------------------------------------------------------------------------- */

static unsigned netburst_core_store_slot(uint32_t address)
{
    return address / 8 % NETBURST_STORES;
}

/* The time from a store's data to the load that gets them. */
static uint64_t netburst_core_forward(const struct netburst_core *core,
                                      const struct netburst_plan *plan,
                                      const struct netburst_core_store *store)
{
    const struct core_config *config = &core->config;
    unsigned clocks = config->forward;

    if (plan->attributes & PLAN_MOVES)
        clocks = config->forward_fp;
    else if (store->late)
        clocks = config->forward_late;
    else if (store->modified && (plan->attributes & PLAN_MODIFIES))
        clocks += config->forward_modified;
    return (uint64_t)clocks * NETBURST_CLOCK;
}

/* A load gets its value from a recent store to the same eight bytes. */
static uint64_t netburst_core_load(struct netburst_core *core, const struct netburst_plan *plan,
                                   const struct netburst_access *access, uint64_t begin)
{
    const struct netburst_core_store *store =
        &core->stores[netburst_core_store_slot(access->address)];
    uint64_t clocks = access->clocks;

    if (plan->attributes & PLAN_MOVES)
        clocks += core->config.load_fp;
    if (store->address == access->address / 8 && store->ready)
        begin = netburst_core_later(begin, store->ready + netburst_core_forward(core, plan, store));
    return netburst_core_align(begin, NETBURST_CLOCK) + clocks * NETBURST_CLOCK;
}

/* An access of 16 bytes is reported in two halves. */
static uint64_t netburst_core_loads(struct netburst_core *core, const struct netburst_plan *plan,
                                    const struct netburst_run *run, uint64_t now, uint64_t from)
{
    const uint64_t busy = plan->unit == UNIT_LOAD ? plan->busy : NETBURST_CLOCK;
    uint64_t done = from, begin = from;
    bool occupied = netburst_plan_is_microcode(plan);

    for (unsigned i = 0; i < run->accesses; i++) {
        if (run->access[i].write)
            continue;
        if (!occupied)
            begin = netburst_core_begin(core, UNIT_LOAD, now, from, busy);
        occupied |= plan->attributes & PLAN_WIDE;
        done = netburst_core_later(done, netburst_core_load(core, plan, &run->access[i], begin));
    }
    if (plan->unit == UNIT_LOAD && done == from) /* a prefetch reads nothing */
        netburst_core_begin(core, UNIT_LOAD, now, from, busy);
    return done;
}

/* Returns when the stores have left for the cache, before which they cannot retire. */
static uint64_t netburst_core_note_stores(struct netburst_core *core,
                                          const struct netburst_plan *plan,
                                          const struct netburst_run *run, uint64_t now,
                                          struct netburst_core_store store)
{
    uint64_t left = 0;
    bool occupied = plan->unit == UNIT_STORE || netburst_plan_is_microcode(plan);

    for (unsigned i = 0; i < run->accesses; i++) {
        const uint32_t address = run->access[i].address;

        if (!run->access[i].write)
            continue;
        if (!occupied)
            left = netburst_core_begin(core, UNIT_STORE, now, store.ready, NETBURST_STORE_TIME);
        occupied |= plan->attributes & PLAN_WIDE;
        store.address = address / 8;
        core->stores[netburst_core_store_slot(address)] = store;
    }
    return left;
}

/* ---- one instruction ------------------------------------------------------------------------ */

uint32_t netburst_core_uops(const struct core_config *config, const struct netburst_plan *plan,
                            uint32_t loads, uint32_t stores)
{
    const uint32_t uops = (netburst_plan_is_microcode(plan) ? config->rom_uops : plan->uops) +
                          loads + stores * config->store_uops;

    return uops ? uops : 1;
}

/* Microcode occupies dispatch for `busy`. */
static uint64_t netburst_core_dispatch(struct netburst_core *core, const struct netburst_plan *plan,
                                       const struct netburst_run *run, uint64_t busy)
{
    const unsigned uops = run->uops < NETBURST_FLIGHT ? run->uops : NETBURST_FLIGHT;
    const unsigned last = core->oldest + uops - 1;
    const uint64_t time = netburst_core_uop_time(core, (uint64_t)run->uops + plan->space);
    uint64_t now =
        netburst_core_later(core->next + (uint64_t)run->fetch_wait * NETBURST_CLOCK,
                            core->flight[last < NETBURST_FLIGHT ? last : last - NETBURST_FLIGHT]);

    if ((plan->attributes & PLAN_SERIALISES) || plan->unit == UNIT_ALONE)
        now = netburst_core_later(now, core->retired);
    core->next = now + (netburst_plan_is_microcode(plan) ? netburst_core_later(time, busy) : time);
    return now;
}

static void netburst_core_retire(struct netburst_core *core, const struct netburst_plan *plan,
                                 uint32_t uops, uint64_t done)
{
    core->retired = netburst_core_later(done, core->retired + netburst_core_uop_time(core, uops));
    for (uint32_t i = uops < NETBURST_FLIGHT ? uops : NETBURST_FLIGHT; i; i--) {
        core->flight[core->oldest] = core->retired;
        core->oldest = core->oldest + 1 < NETBURST_FLIGHT ? core->oldest + 1 : 0;
    }
    if ((plan->attributes & PLAN_SERIALISES) || plan->unit == UNIT_ALONE)
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

struct netburst_core_clocks {
    uint64_t latency, busy;
};

static const struct netburst_core_clocks value_clocks[NETBURST_VALUES] = {
#define VALUE(name, latency, busy, source)                                                         \
    {(uint64_t)((latency)*NETBURST_CLOCK + 0.5), (uint64_t)((busy)*NETBURST_CLOCK + 0.5)},
#include "sim/model/netburst/netburst_clocks.def"
#undef VALUE
};

/* The clocks of operand values if known, else of the plan, with those of repetitions. */
static struct netburst_core_clocks netburst_core_clocks(const struct netburst_core *core,
                                                        const struct netburst_plan *plan,
                                                        const struct netburst_run *run)
{
    struct netburst_core_clocks clocks = {plan->latency, plan->busy};
    uint64_t more = (uint64_t)run->more * NETBURST_CLOCK;

    if ((plan->attributes & PLAN_BY_VALUE) && run->value)
        clocks = value_clocks[run->value];
    if (plan->attributes & PLAN_REPEATED)
        more += (uint64_t)run->steps * core->config.string_step * NETBURST_CLOCK;
    clocks.latency += more;
    return clocks;
}

static void netburst_core_results(struct netburst_core *core, const struct netburst_plan *plan,
                                  uint64_t address, uint64_t done)
{
    for (unsigned i = 0; i < plan->result_count; i++) {
        *netburst_core_ready(core, plan->results[i]) = done;
        core->made[plan->results[i]] = plan->unit;
    }
    if (plan->late_result)
        core->ready[plan->late_result] = done + core->config.high_half * NETBURST_CLOCK;
    for (unsigned n = NAME_ESP - NAME_EAX; plan->pointers >> n; n++) /* an addition by an ALU */
        if (plan->pointers >> n & 1)
            core->ready[NAME_EAX + n] = address + HALF;
    if (plan->attributes & PLAN_EXCHANGES)
        netburst_core_exchange(core, plan->exchanged);
    core->top = (uint8_t)(core->top + plan->stack) & 7;
}

static void netburst_core_redirect(struct netburst_core *core, const struct netburst_run *run,
                                   uint64_t now, uint64_t done)
{
    core->wrong_uops = 0;
    if (!run->mispredicted)
        return;
    core->wrong_uops =
        netburst_core_wrong_path(core, now + netburst_core_uop_time(core, run->uops), done);
    core->next =
        netburst_core_later(core->next, done + (uint64_t)core->config.mispredict * NETBURST_CLOCK);
}

void netburst_core_instruction(struct netburst_core *core, const struct netburst_plan *plan,
                               const struct netburst_run *run)
{
    const struct netburst_core_clocks clocks = netburst_core_clocks(core, plan, run);
    const uint64_t now = netburst_core_dispatch(core, plan, run, clocks.busy);
    const uint64_t address =
        netburst_core_all_ready(core, plan->addresses, plan->address_count, now);
    const uint64_t data = netburst_core_loads(core, plan, run, now, address);
    const uint64_t sources = netburst_core_sources(core, plan, data);
    uint64_t begin = sources, done, stored;

    if (plan->unit != UNIT_LOAD)
        begin = netburst_core_begin(core, plan->unit, now, sources, clocks.busy);
    done = begin + clocks.latency;
    netburst_core_results(core, plan, address, done);
    stored = netburst_core_note_stores(core, plan, run, now,
                                       (struct netburst_core_store){
                                           .ready = plan->unit == UNIT_STORE ? sources : done,
                                           .late = address > now && address >= sources,
                                           .modified = plan->attributes & PLAN_MODIFIES,
                                       });
    netburst_core_retire(core, plan, run->uops, netburst_core_later(done, stored));
    netburst_core_redirect(core, run, now, done);
}
