/*
 * SPDX-License-Identifier: MIT
 * Sets the Pentium 4's counters at the request of a program, after checking the values
 * (pmc/netburst/netburst_check.h).
 */
#include "pmc/netburst/counters/netburst_service.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "pmc/netburst/netburst_notation.h"
#include "pmc/netburst/counters/netburst_counters.h"
#include "pmc/netburst/netburst_events.h"

/* Returns NETBURST_NONE if there is no ESCR of that name. */
static unsigned escr_named(const char *name)
{
    unsigned escr = 0;
    while (escr < NETBURST_ESCRS && !netburst_is(name, strlen(name), netburst_escrs[escr].name))
        escr++;
    return escr < NETBURST_ESCRS ? escr : NETBURST_NONE;
}

static void netburst_service_add_counters(struct netburst_plan *plan,
                                          const struct netburst_request *request, uint64_t start[])
{
    for (unsigned i = 0; i < request->n; i++) {
        const struct netburst_raw *raw = &request->raw[i];
        unsigned escr = netburst_escr_at(raw->counter, raw->cccr >> CCCR_ROUTING_SHIFT & 7);
        plan->counters |= 1u << raw->counter;
        plan->cccr[raw->counter] = raw->cccr;
        plan->escr_of[raw->counter] = (uint8_t)escr;
        plan->escrs |= 1ull << escr;
        plan->escr[escr] = raw->escr;
        start[raw->counter] = request->start[i];
    }
}

/* Returns the reason why an ESCR without a counter cannot be set; NULL if it can. */
static const char *netburst_service_check_escr(const struct netburst_plan *plan, unsigned escr,
                                               uint32_t value)
{
    if (escr == NETBURST_NONE)
        return "no such ESCR; allowed: names such as FSB_ESCR0";
    if (!(netburst_escrs[escr].models >> netburst_here()->model & 1))
        return "this model does not have it";
    if (value & ESCR_RESERVED)
        return "bit 31 is reserved";
    if (plan->escrs >> escr & 1 && plan->escr[escr] != value)
        return "a counter also uses it, with another value";
    return NULL;
}

/* Adds the ESCRs without a counter. Returns 0, or -1 with a message in request->error. */
static int netburst_service_add_escrs(struct netburst_plan *plan, struct netburst_request *request)
{
    for (unsigned i = 0; i < request->n_alone; i++) {
        const struct netburst_alone *alone = &request->alone[i];
        unsigned escr = escr_named(alone->escr);
        const char *why = netburst_service_check_escr(plan, escr, alone->value);
        if (why) {
            format(request->error, sizeof request->error, "%s 0x%08x: %s", alone->escr,
                   alone->value, why);
            return -1;
        }
        plan->escrs |= 1ull << escr;
        plan->escr[escr] = alone->value;
    }
    return 0;
}

void netburst_service_handle(struct netburst_request *request)
{
    static struct netburst_plan plan; /* static, because the stack is small */
    static uint64_t start[NETBURST_COUNTERS];
    const struct netburst_control control = {request->raw, request->n, request->enable,
                                             request->vertical};
    request->failed =
        netburst_check_control(netburst_here(), &control, request->error, sizeof request->error);
    if (request->failed)
        return;
    memset(&plan, 0, sizeof plan);
    netburst_service_add_counters(&plan, request, start);
    request->failed = netburst_service_add_escrs(&plan, request);
    if (request->failed)
        return;
    plan.enable = request->enable;
    plan.vertical = request->vertical;
    netburst_start_from(&plan, start);
}
