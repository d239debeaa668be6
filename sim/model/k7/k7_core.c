/*
 * SPDX-License-Identifier: MIT
 * The K7's core: dispatch, units, store forwarding, retirement.
 */
#include "sim/model/k7/k7_core.h"

#include <stdlib.h>
#include <string.h>

#include "sim/model/k7/k7_account.h"

/* Number of clocks for which a unit's use is stored; earlier clocks are treated as full. */
#define USE_CLOCKS 4096u

/*
 * The most recent stores, and for each byte of memory, hashed by aligned 8 bytes, the number of the
 * last one to it.
 */
#define STORES      1024u
#define BYTES_SHIFT 10
#define STORE_BYTES 8u

#define IN_FLIGHT_MOST 128

struct k7_unit_use {
    uint64_t clock[USE_CLOCKS];
    uint16_t used[USE_CLOCKS];
};

struct k7_core_store {
    uint64_t ready, retired;
    uint32_t address;
    uint16_t row;
    uint8_t bytes, unit; /* the unit it uses */
    bool late;           /* its address was not known before its data */
    bool loads;          /* its data comes from memory */
};

struct k7_core {
    struct core_config config;
    uint64_t next;                      /* when the next instruction can be dispatched */
    uint64_t retired;                   /* when the last instruction retires */
    uint64_t number;                    /* of the next instruction */
    struct k7_account *account;         /* NULL: not requested */
    uint64_t serialised;                /* of that after the latest serialising one */
    uint64_t in_flight[IN_FLIGHT_MOST]; /* when each of the latest instructions retires */
    uint64_t ready[K7_NAMES];           /* ST registers by physical place */
    uint8_t top, place[8];              /* the x87 stack */
    uint16_t last_row;                  /* row, unit and completion of the previous instruction */
    uint8_t last_unit;
    uint64_t last_done;
    struct k7_unit_use unit_use[K7_BOOKED];
    uint64_t store_count; /* store n is in stores[n % STORES]; the first is number 1 */
    struct k7_core_store stores[STORES];
    uint64_t byte_store[1u << BYTES_SHIFT][STORE_BYTES];
};

struct k7_core *k7_core_create(const struct core_config *config)
{
    struct k7_core *core = calloc(1, sizeof *core);

    if (!core)
        return NULL;
    core->config = *config;
    for (unsigned i = 0; i < 8; i++)
        core->place[i] = (uint8_t)i;
    return core;
}

void k7_core_destroy(struct k7_core *core)
{
    free(core->account);
    free(core);
}

uint64_t k7_core_time(const struct k7_core *core)
{
    return core->retired;
}

uint64_t k7_core_clock(const struct k7_core *core)
{
    return (core->retired + K7_CLOCK - 1) / K7_CLOCK;
}

struct k7_account *k7_core_begin_account(struct k7_core *core)
{
    if (!core->account)
        core->account = k7_account_create();
    return core->account;
}

struct k7_account *k7_core_account(const struct k7_core *core)
{
    return core->account;
}

uint64_t k7_core_rest(const struct k7_core *core)
{
    return k7_core_clock(core) * K7_CLOCK - core->retired;
}

void k7_core_serialise(struct k7_core *core)
{
    if (core->next < core->retired)
        core->next = core->retired;
}

void k7_core_idle(struct k7_core *core, uint64_t clocks)
{
    if (core->account)
        k7_account_pass(core->account, k7_core_rest(core) + clocks * K7_CLOCK);
    core->retired = (k7_core_clock(core) + clocks) * K7_CLOCK;
    k7_core_serialise(core);
}

static uint64_t k7_core_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- units ----------------------------------------------------------------------------------- */

static unsigned k7_core_unit_used(struct k7_unit_use *use, uint64_t clock)
{
    const unsigned slot = clock % USE_CLOCKS;

    if (use->clock[slot] < clock) {
        use->clock[slot] = clock;
        use->used[slot] = 0;
    }
    return use->clock[slot] == clock ? use->used[slot] : K7_CLOCK;
}

/*
 * Reserves `amount` of the unit's time from `from` on. Returns the start that makes the instruction
 * end with the reservation.
 */
static uint64_t k7_core_book(struct k7_core *core, unsigned unit, uint64_t from, uint64_t amount)
{
    struct k7_unit_use *use = &core->unit_use[unit];
    uint64_t clock = from / K7_CLOCK, left = amount, end = from;

    for (; left; clock++) {
        const unsigned used = k7_core_unit_used(use, clock);
        const uint64_t part = left < K7_CLOCK - used ? left : K7_CLOCK - used;

        if (!part)
            continue;
        use->used[clock % USE_CLOCKS] = (uint16_t)(used + part);
        left -= part;
        end = clock * K7_CLOCK + used + part;
    }
    return k7_core_later(from, end > amount ? end - amount : 0);
}

/* When the unit has time next. */
static uint64_t k7_core_earliest(struct k7_core *core, unsigned unit, uint64_t from)
{
    uint64_t clock = from / K7_CLOCK;

    while (k7_core_unit_used(&core->unit_use[unit], clock) >= K7_CLOCK)
        clock++;
    return clock * K7_CLOCK + k7_core_unit_used(&core->unit_use[unit], clock);
}

static uint64_t k7_core_book_unit(struct k7_core *core, unsigned unit, uint64_t from,
                                  uint64_t amount)
{
    switch (unit) {
    case K7_VECTOR:
        return from;
    case K7_CHAINED:
        return k7_core_book(core, K7_ALU, from, K7_CLOCK / 3);
    case K7_CHAINED_X87:
        return k7_core_book(core, K7_FMUL, from, K7_CLOCK);
    case K7_FADD_OR_FMUL: /* one of two units, busy for twice the time of the two together */
        unit = k7_core_earliest(core, K7_FMUL, from) < k7_core_earliest(core, K7_FADD, from)
                   ? K7_FMUL
                   : K7_FADD;
        return k7_core_book(core, unit, from, 2 * amount);
    default:
        return k7_core_book(core, unit, from, amount);
    }
}

/* ---- operands -------------------------------------------------------------------------------- */

static uint64_t *k7_core_ready(struct k7_core *core, unsigned name)
{
    if (name < K7_ST0)
        return &core->ready[name];
    return &core->ready[K7_ST0 + core->place[(core->top + name - K7_ST0) & 7]];
}

static uint64_t k7_core_all_ready(struct k7_core *core, const uint8_t *names, unsigned count,
                                  uint64_t from)
{
    for (unsigned i = 0; i < count; i++)
        from = k7_core_later(from, *k7_core_ready(core, names[i]));
    return from;
}

static void k7_core_exchange(struct k7_core *core, unsigned other)
{
    uint8_t *a = &core->place[core->top & 7], *b = &core->place[(core->top + other) & 7];
    const uint8_t place = *a;

    *a = *b;
    *b = place;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static uint64_t *k7_core_byte_store(struct k7_core *core, uint32_t address)
{
    const uint32_t hash = address / STORE_BYTES * 2654435761u; /* Knuth's */

    return &core->byte_store[hash >> (32 - BYTES_SHIFT)][address % STORE_BYTES];
}

/* The number of the last store to this byte that can still be forwarded at `from`, or 0. */
static uint64_t k7_core_store_of(struct k7_core *core, uint32_t address, uint64_t from)
{
    const uint64_t number = *k7_core_byte_store(core, address);
    const struct k7_core_store *store = &core->stores[number % STORES];

    if (!number || core->store_count - number >= STORES || address - store->address >= store->bytes)
        return 0;
    return store->retired + core->config.store_queue * K7_CLOCK < from ? 0 : number;
}

/* The stores whose bytes a load needs. */
struct k7_load_stores {
    const struct k7_core_store *last; /* in program order; NULL: none */
    uint64_t ready;                   /* when all of them have their data */
};

static struct k7_load_stores k7_core_stores_before(struct k7_core *core,
                                                   const struct k7_access *access, uint64_t from)
{
    struct k7_load_stores found = {NULL, 0};
    uint64_t last = 0;

    for (unsigned i = 0; i < access->bytes; i++) {
        const uint64_t number = k7_core_store_of(core, access->address + i, from);

        if (!number)
            continue;
        found.ready = k7_core_later(found.ready, core->stores[number % STORES].ready);
        last = k7_core_later(last, number);
    }
    if (last)
        found.last = &core->stores[last % STORES];
    return found;
}

/* Clocks from the store's data to the load's, if both were measured together. */
static uint64_t k7_core_forwarding(const struct k7_plan *plan, const struct k7_core_store *store,
                                   const struct k7_row *pair, uint64_t otherwise)
{
    if (!pair || !pair->has_latency || ((plan->attributes & K7_MOVES) && !store->late))
        return otherwise;
    if (store->loads)
        return pair->latency > otherwise ? pair->latency - otherwise : 0;
    return pair->latency > plan->latency ? pair->latency - plan->latency : 0;
}

/* When a load that begins at `from` has its value. */
static uint64_t k7_core_load(struct k7_core *core, const struct k7_plan *plan,
                             const struct k7_access *access, uint64_t from)
{
    const uint64_t clocks = (uint64_t)access->clocks * K7_CLOCK;
    const struct k7_load_stores stores = k7_core_stores_before(core, access, from);
    const struct k7_core_store *store = stores.last;
    const struct k7_row *pair, *row;
    bool covers;

    if (!store)
        return from + clocks;
    covers = store->address <= access->address &&
             store->address + store->bytes >= access->address + access->bytes;
    if (!covers)
        return k7_core_later(from, stores.ready) + core->config.partial_forward * K7_CLOCK + clocks;
    pair = k7_row_forwarded(store->row, plan->row);
    row = k7_row_numbered(store->row);
    if (pair && store->unit == K7_STORE && pair->has_throughput &&
        pair->throughput > row->throughput) /* microcode does not occupy units for others */
        k7_core_book(core, K7_STORE, from, pair->throughput - row->throughput);
    return k7_core_later(from, store->ready) + k7_core_forwarding(plan, store, pair, clocks);
}

static uint64_t k7_core_all_loads(struct k7_core *core, const struct k7_plan *plan,
                                  const struct k7_run *run, uint64_t from)
{
    uint64_t done = from;

    for (unsigned i = 0; i < run->accesses; i++) {
        const bool is_units = plan->unit == K7_LOAD || plan->unit == K7_VECTOR;

        if (run->access[i].write)
            continue;
        if (!is_units)
            k7_core_book(core, K7_LOAD, from, K7_CLOCK / 2);
        done = k7_core_later(done, k7_core_load(core, plan, &run->access[i], from));
    }
    return done;
}

static void k7_core_note_stores(struct k7_core *core, const struct k7_plan *plan,
                                const struct k7_run *run, struct k7_core_store store)
{
    for (unsigned i = 0; i < run->accesses; i++)
        store.loads |= !run->access[i].write && !(plan->attributes & K7_MODIFIES);
    for (unsigned i = 0; i < run->accesses; i++) {
        const struct k7_access *access = &run->access[i];

        if (!access->write)
            continue;
        if (plan->attributes & K7_STORES_MORE)
            k7_core_book(core, K7_STORE, store.ready, K7_CLOCK / 2);
        store.address = access->address;
        store.bytes = access->bytes;
        core->stores[++core->store_count % STORES] = store;
        for (unsigned byte = 0; byte < access->bytes; byte++)
            *k7_core_byte_store(core, access->address + byte) = core->store_count;
    }
}

/* ---- one instruction ------------------------------------------------------------------------- */

/*
 * A serialising instruction begins with a clock, as on a chip, except in a row of them: measured
 * CPUIDs take 71.33 clocks each. So the fraction of a clock at which the code before it ends does
 * not change the clocks between two of them.
 */
static uint64_t k7_core_dispatch_time(const struct k7_core *core, const struct k7_plan *plan,
                                      const struct k7_run *run)
{
    const unsigned oldest = core->number % core->config.reorder_buffer;
    uint64_t now =
        k7_core_later(core->next + (uint64_t)run->fetch_wait * K7_CLOCK, core->in_flight[oldest]);

    if (plan->attributes & K7_SERIALISES)
        now = k7_core_later(now, core->serialised == core->number ? core->retired
                                                                  : k7_core_clock(core) * K7_CLOCK);
    return now;
}

static void k7_core_dispatch(struct k7_core *core, const struct k7_plan *plan, uint64_t now,
                             uint64_t busy)
{
    const uint64_t slot = K7_CLOCK / core->config.width;

    core->next = now + (plan->unit == K7_VECTOR ? k7_core_later(slot, busy) : slot);
}

static uint64_t k7_core_retire(struct k7_core *core, const struct k7_plan *plan, uint64_t done)
{
    core->retired = k7_core_later(done, core->retired + K7_CLOCK / core->config.width);
    core->in_flight[core->number++ % core->config.reorder_buffer] = core->retired;
    if (plan->attributes & K7_SERIALISES) {
        k7_core_serialise(core);
        core->serialised = core->number;
    }
    return core->retired;
}

/* When a result is available. */
static uint64_t k7_core_result_time(const struct k7_plan *plan, const struct k7_result *result,
                                    uint64_t began, uint64_t done, uint64_t pointed)
{
    switch (result->when) {
    case K7_LATE:
        return began + plan->late;
    case K7_POINTER:
        return pointed;
    case K7_WITH_LOAD:
        return began + K7_CLOCK;
    default:
        return done;
    }
}

/* XCHG: each result is available a fixed time after the other's source. */
static void k7_core_swap(struct k7_core *core, const struct k7_plan *plan, uint64_t now)
{
    uint64_t *a = k7_core_ready(core, plan->results[0].name);
    uint64_t *b = k7_core_ready(core, plan->results[plan->result_count - 1].name);
    const uint64_t first = k7_core_later(now, *b) + plan->latency,
                   second = k7_core_later(now, *a) + plan->late;

    *a = first;
    *b = a == b ? k7_core_later(first, second) : second;
}

static void k7_core_redirect(struct k7_core *core, const struct k7_run *run, uint64_t done)
{
    if (run->mispredicted)
        core->next = k7_core_later(core->next, done + (uint64_t)core->config.mispredict * K7_CLOCK);
    else if (run->taken)
        core->next = ((core->next + K7_CLOCK - 1) / K7_CLOCK + core->config.taken) * K7_CLOCK;
}

/*
 * Sets the clocks from the row chosen by operand values, else from the plan; adds those of the
 * steps.
 */
static void k7_core_latency(const struct k7_plan *plan, const struct k7_run *run, uint64_t *latency,
                            uint64_t *busy)
{
    const struct k7_row *step = k7_row_numbered(plan->step);

    *latency = run->value ? k7_row_alone(run->value) : plan->latency;
    *busy = run->value ? run->value->throughput : plan->busy;
    if (!(plan->attributes & K7_REPEATED) || !step)
        return;
    *latency += (uint64_t)step->latency * run->steps;
    *busy += (uint64_t)step->throughput * run->steps;
}

/*
 * The instruction directly follows one with which it was measured. Both together occupy their unit
 * for the throughput of the pair's row, and the second starts early enough that both have the
 * latency of that row.
 */
static void k7_core_apply_pair(struct k7_core *core, const struct k7_plan *plan, uint64_t now,
                               uint64_t *sources, uint64_t *busy)
{
    const struct k7_row *first = k7_row_numbered(core->last_row);
    const struct k7_row *second = k7_row_numbered(plan->row);
    const struct k7_row *both = k7_row_following(core->last_row, plan->row);
    uint64_t apart;

    if (!both)
        return;
    if (plan->unit == K7_VECTOR)
        *busy = both->throughput - first->throughput;
    else if (both->throughput > first->throughput)
        k7_core_book(core, core->last_unit, now, both->throughput - first->throughput);
    apart = (uint64_t)first->latency + second->latency;
    if (both->has_latency && both->latency < apart && *sources == core->last_done)
        *sources = k7_core_later(now, *sources - (apart - both->latency));
}

void k7_core_instruction(struct k7_core *core, const struct k7_plan *plan, const struct k7_run *run)
{
    const uint64_t before = core->retired;
    uint64_t latency, busy, now, pointer, pointed, sources, loaded, began, done;
    struct k7_core_store store = {.row = plan->row, .unit = plan->unit};

    k7_core_latency(plan, run, &latency, &busy);
    now = k7_core_dispatch_time(core, plan, run);
    pointer = k7_core_all_ready(core, plan->addresses, plan->address_count, now);
    sources = k7_core_all_ready(core, plan->sources, plan->source_count, now);
    pointed = pointer + plan->pointed + latency - plan->latency; /* the clocks of steps delay the
                                                                    pointers too */
    if (plan->attributes & K7_FOLLOWING)
        k7_core_apply_pair(core, plan, now, &sources, &busy);
    k7_core_dispatch(core, plan, now, busy);
    if (plan->unit == K7_LOAD)
        pointer = k7_core_book(core, K7_LOAD, pointer, busy);
    loaded = k7_core_later(sources, k7_core_all_loads(core, plan, run, pointer));
    began = loaded;
    if (plan->unit == K7_LOAD)
        k7_core_book(core, K7_ALU, began, K7_CLOCK / 3);
    else
        began = k7_core_book_unit(core, plan->unit, began, busy);
    done = began + latency;
    store.ready = done;
    store.late = pointer >= sources && pointer > now;
    for (unsigned i = 0; i < plan->result_count && !(plan->attributes & K7_SWAPS); i++)
        *k7_core_ready(core, plan->results[i].name) =
            k7_core_result_time(plan, &plan->results[i], began, done, pointed);
    if (plan->attributes & K7_SWAPS)
        k7_core_swap(core, plan, now);
    if (plan->attributes & K7_EXCHANGES)
        k7_core_exchange(core, plan->exchanged);
    core->top = (uint8_t)(core->top + plan->stack) & 7;
    core->last_row = run->value ? (uint16_t)k7_row_number(run->value) : plan->row;
    core->last_unit = plan->unit;
    core->last_done = done;
    store.retired = k7_core_retire(core, plan, done);
    if (core->account)
        k7_account_retire(core->account, plan, run,
                          &(struct k7_account_times){before, now, pointer, loaded, began, done,
                                                     store.retired, K7_CLOCK / core->config.width});
    k7_core_note_stores(core, plan, run, store);
    k7_core_redirect(core, run, done);
}
