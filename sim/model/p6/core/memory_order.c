/*
 * SPDX-License-Identifier: MIT
 * Memory order: store forwarding, loads that wait for a store, stores that commit to the cache in
 * order after retirement, locked accesses.
 */
#include "sim/model/p6/core/core_state.h"
#include "sim/model/p6/core/p6_account.h"

static uint64_t memory_order_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/*
 * A locked load begins when everything before it is complete, since it is not executed
 * speculatively.
 */
uint64_t memory_order_load_floor(struct p6_core *core, const struct queued *queued, uint64_t ready)
{
    ready = memory_order_later(ready, core->memory_floor);
    if (!(queued->attributes & P6_LOCKED))
        return ready;
    ready = memory_order_later(ready, core->last_retire);
    clock_tally_span(core, P6_CORE_SB_DRAINS, ready, core->last_commit);
    return memory_order_later(ready, core->last_commit);
}

static bool memory_order_overlaps(const struct p6_store *store, const struct p6_access *load)
{
    return load->address - store->address < store->bytes ||
           store->address - load->address < load->bytes;
}

static bool memory_order_covers(const struct p6_core *core, const struct p6_store *store,
                                const struct p6_access *load)
{
    const uint32_t offset = load->address - store->address;

    if (store->unaligned || (offset != 0 && !core->parameters.forward_inside))
        return false;
    return offset + load->bytes <= store->bytes;
}

/* Returns the youngest store in flight at `dispatch` that overlaps the load. */
static const struct p6_store *memory_order_store_before(const struct p6_core *core,
                                                        const struct p6_access *load,
                                                        uint64_t dispatch)
{
    for (uint64_t n = core->addressed; n > 0 && core->addressed - n < STORE_RING - 1; n--) {
        const struct p6_store *store = &core->stores[(n - 1) % STORE_RING];

        if (n <= core->committed && store->committed <= dispatch)
            return NULL; /* and so have all older stores */
        if (memory_order_overlaps(store, load))
            return store;
    }
    return NULL;
}

/*
 * A line fetch needs a fill buffer and a free path; a line already being fetched is awaited.
 * Returns the clocks beyond those of an undisturbed access.
 */
static uint64_t memory_order_line_wait(struct p6_core *core, const struct p6_access *load,
                                       uint64_t dispatch)
{
    const unsigned buffers = core->parameters.fill_buffers;
    const uint32_t line = load->address / P6_LINE;
    uint64_t begin = dispatch;

    if (load->way == P6_WAY_NONE) {
        for (unsigned i = 0; i < buffers; i++)
            if (core->fills[i].line == line && core->fills[i].arrives > dispatch + load->clocks)
                return core->fills[i].arrives - dispatch - load->clocks;
        return 0;
    }
    begin = memory_order_later(begin, core->fills[core->filled_lines % buffers].arrives);
    begin = memory_order_later(begin, core->way_free[load->way]);
    core->way_free[load->way] = begin + load->busy;
    core->fills[core->filled_lines++ % buffers] =
        (struct p6_line_fill){.line = line, .arrives = begin + load->clocks};
    return begin - dispatch;
}

uint64_t memory_order_load(struct p6_core *core, const struct queued *queued, uint64_t dispatch)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    const struct p6_access *load = queued->has_access ? &queued->access : NULL;
    const bool locked = queued->attributes & P6_LOCKED;
    const uint64_t clocks =
        load ? load->clocks + memory_order_line_wait(core, load, dispatch) : parameters->load;
    uint64_t ready = dispatch + clocks + (locked ? parameters->locked - parameters->load : 0);
    const struct p6_store *store = load ? memory_order_store_before(core, load, dispatch) : NULL;
    uint64_t waited = 0;

    if (store && memory_order_covers(core, store, load)) {
        ready = memory_order_later(ready, store->data_ready + parameters->forward);
        if (dispatch < store->address_known)
            waited = store->address_known + parameters->blocked_address;
    } else if (store) {
        waited = store->committed + (store->unaligned ? 0 : parameters->blocked_commit);
    } else if (dispatch + 1 < core->address_known) {
        waited = core->address_known + clocks;
    }
    if (core->account && load)
        p6_account_load(core, load, clocks - load->clocks, waited > ready ? waited - ready : 0);
    if (waited > ready) {
        core_state_tally_add(core, P6_CORE_LD_BLOCKS, dispatch);
        ready = waited;
    }
    return ready;
}

void memory_order_store_address(struct p6_core *core, const struct queued *queued, uint64_t known)
{
    struct p6_store *store = &core->stores[core->addressed++ % STORE_RING];

    *store =
        (struct p6_store){.address_known = known, .data_ready = known, .committed = UINT64_MAX / 2};
    if (queued->has_access) {
        store->address = queued->access.address;
        store->bytes = queued->access.bytes;
        store->wait = queued->access.clocks;
        store->unaligned = queued->access.unaligned;
    }
    core->address_known = memory_order_later(core->address_known, known);
}

void memory_order_store_data(struct p6_core *core, uint64_t ready)
{
    if (core->filled < core->addressed)
        core->stores[core->filled++ % STORE_RING].data_ready = ready;
}

void memory_order_store_retired(struct p6_core *core, uint64_t retired)
{
    struct p6_store *store = &core->stores[core->committed % STORE_RING];

    if (core->committed == core->filled)
        return;
    core->last_commit =
        memory_order_later(retired + core->parameters.commit, core->last_commit + 1) + store->wait;
    store->committed = core->last_commit;
    core->committed++;
}
