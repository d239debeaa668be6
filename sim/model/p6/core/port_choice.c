/*
 * SPDX-License-Identifier: MIT
 * Chooses port 0 or 1 for a uop when it is renamed. It keeps this port even if the other one is
 * free earlier, so chains lose clocks to uops of other chains.
 */
#include "sim/model/p6/core/core_state.h"

enum { EITHER = P6_PORT_0 | P6_PORT_1 };

void port_choice_compare(struct p6_core *core, uint64_t clock)
{
    const struct p6_core_parameters *parameters = &core->parameters;
    /* A uop dispatched at d has an entry that is free at d + station_release. */
    const uint64_t since = clock + parameters->station_release;
    unsigned first = 0, second = 0;

    if (!parameters->ports_at_allocation)
        return;
    for (unsigned i = 0; i < core->station_used; i++)
        if (core->station[i] + parameters->port_counts_age > since) {
            first += core->station_port[i] == P6_PORT_0;
            second += core->station_port[i] == P6_PORT_1;
        }
    core->favoured = first <= second ? P6_PORT_0 : P6_PORT_1;
}

unsigned port_choice_of(struct p6_core *core, const struct p6_uop *uop)
{
    const unsigned port = core->favoured;

    if (uop->ports != EITHER || !core->parameters.ports_at_allocation)
        return uop->ports;
    core->favoured = EITHER ^ port;
    return port;
}
