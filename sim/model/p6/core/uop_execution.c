/*
 * SPDX-License-Identifier: MIT
 * Schedules a renamed uop from the reservation station to its retirement.
 */
#include "sim/model/p6/core/core_state.h"
#include "sim/model/p6/core/p6_account.h"

static uint64_t execution_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t execution_operands_ready(struct p6_core *core, const struct p6_uop *uop,
                                         uint64_t clock)
{
    for (unsigned i = 0; i < P6_SOURCES && uop->sources[i].name != P6_NONE; i++)
        clock = execution_later(clock, alias_read(core, &uop->sources[i]).ready);
    return clock;
}

#define ROW(name, ...) {__VA_ARGS__},
static const uint8_t value_clocks[][P6_VALUES] = {
#define VALUE ROW
#include "sim/model/p6/core/values.def"
#undef VALUE
};
static const uint8_t value_busy[][P6_VALUES] = {
#define BUSY ROW
#include "sim/model/p6/core/values.def"
#undef BUSY
};
#undef ROW

/*
 * Sets the clocks of result and unit of an instruction that depends on operand values; uops.def has
 * those of the first column.
 */
static void execution_by_value(const struct queued *queued, unsigned *latency, unsigned *busy)
{
    const struct p6_uop *uop = &queued->uop;
    const uint8_t *clocks, *busy_clocks;

    if (!(queued->attributes & P6_BY_VALUE) || uop->unit == P6_UNIT_NONE)
        return;
    clocks = value_clocks[queued->values];
    busy_clocks = value_busy[queued->values];
    *latency += clocks[queued->value] - clocks[P6_VALUE_EXTENDED];
    *busy += busy_clocks[queued->value] - busy_clocks[P6_VALUE_EXTENDED];
}

static uint64_t execution_dispatch(struct p6_core *core, const struct queued *queued,
                                   unsigned ports, uint64_t ready, uint64_t *dispatch)
{
    const struct p6_uop *uop = &queued->uop;
    unsigned latency = uop->latency, busy = uop->busy;

    execution_by_value(queued, &latency, &busy);
    if (uop->kind == P6_LOAD)
        ready = memory_order_load_floor(core, queued, ready);
    *dispatch = port_book(core, ports, uop->unit, busy, ready);
    if (uop->unit == P6_UNIT_DIVIDE)
        clock_tally_span(core, P6_CORE_CYCLES_DIV_BUSY, *dispatch, *dispatch + busy);
    if (uop->kind == P6_LOAD) {
        for (unsigned i = 0; queued->has_access && i < queued->access.again; i++)
            port_book(core, uop->ports, P6_UNIT_NONE, 0, *dispatch + 1 + i);
        return memory_order_load(core, queued, *dispatch) + latency;
    }
    if (uop->kind == P6_STORE_ADDRESS)
        memory_order_store_address(core, queued, *dispatch + latency);
    if (uop->kind == P6_STORE_DATA)
        memory_order_store_data(core, *dispatch + latency);
    return *dispatch + latency;
}

static uint64_t execution_retire(struct p6_core *core, const struct queued *queued,
                                 uint64_t complete)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    const bool first = queued->resolves && queued->taken && parameters->taken_retires_first;
    uint64_t clock = execution_later(complete + parameters->complete_to_retire, core->last_retire);

    if (clock == core->last_retire && core->retire_count >= (first ? 1 : parameters->retire_width))
        clock++;
    if (clock > core->last_retire)
        core->retire_count = 0;
    core->last_retire = clock;
    core->retire_count++;
    return clock;
}

static void execution_record(struct p6_core *core, const struct queued *queued, uint64_t renamed,
                             uint64_t retired)
{
    const unsigned slot = core->number % UOP_RING;

    core->renamed[slot] = renamed;
    core->retired[slot] = retired;
    core->ends[slot] = queued->last;
    core->number++;
    if (queued->uop.kind == P6_LOAD)
        core->load_retired[core->loads++ % LOAD_RING] = retired;
    if (queued->uop.kind == P6_STORE_DATA)
        memory_order_store_retired(core, retired);
    core_state_tally_add(core, P6_CORE_UOPS_RETIRED, retired);
    if (queued->last)
        core_state_tally_add(core, P6_CORE_INST_RETIRED, retired);
}

void execution_schedule(struct p6_core *core, const struct queued *queued, uint64_t renamed,
                        unsigned ports)
{
    const struct p6_uop *uop = &queued->uop;
    const uint64_t before = core->last_retire;
    uint64_t complete = renamed + 1, dispatch = renamed, retired;

    if (uop->ports) {
        const uint64_t ready = renamed + core->parameters.rename_to_dispatch;

        complete = execution_dispatch(core, queued, ports,
                                      execution_operands_ready(core, uop, ready), &dispatch);
        core->station[core->station_used] = dispatch + core->parameters.station_release;
        core->station_port[core->station_used++] = (uint8_t)ports;
    }
    retired = execution_retire(core, queued, complete);
    if (core->account)
        p6_account_retire(core, queued,
                          &(struct p6_uop_times){before, renamed, dispatch, complete, retired});
    if (uop->kind == P6_EXCHANGE)
        alias_exchange(core, uop->results[0].name, uop->results[1].name);
    else
        alias_write(core, uop, queued->attributes & P6_ZEROING,
                    (struct alias_writer){complete, retired, core->number + 1, 0});
    execution_record(core, queued, renamed, retired);
    if (queued->resolves)
        core->resolved = complete;
    if (queued->attributes & P6_READS_TIME)
        core->read_clock = dispatch;
}
