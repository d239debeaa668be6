/*
 * SPDX-License-Identifier: MIT
 * Assigns a set of Pentium 4 events to counters and ESCRs, and explains why one does not fit.
 */
#include "pmc/netburst/netburst_assign.h"

#include "kernel/lib/format.h"
#include "pmc/netburst/netburst_fit.h"
#include "pmc/netburst/netburst_syntax.h"

/* ---- cascades ------------------------------------------------------------------------------- */

/*
 * Tries each pair of counters for cascaded counts[i] and the count that starts it, together with
 * all later cascades, until the units fit.
 */
static bool netburst_assign_cascades(const struct netburst_machine *machine,
                                     struct netburst_units *units, unsigned i, unsigned n,
                                     struct netburst_fit *fit)
{
    while (i < n && units->unit[i].start == NETBURST_ENABLED)
        i++;
    if (i == n)
        return netburst_fit_units(units, fit);
    struct netburst_unit *second = &units->unit[i];
    if (second->starter == NETBURST_NONE)
        return false;
    struct netburst_unit *first = &units->unit[second->starter];
    const uint32_t of_first = first->counters, of_second = second->counters;
    bool fits = false;
    for (unsigned a = 0; a < NETBURST_COUNTERS && !fits; a++) {
        for (unsigned b = 0; b < NETBURST_COUNTERS && !fits; b++) {
            if (!(of_first >> a & 1) || !(of_second >> b & 1) ||
                !netburst_count_cascade_bit(machine, second->start, a, b))
                continue;
            first->counters = 1u << a;
            second->counters = 1u << b;
            fits = netburst_assign_cascades(machine, units, i + 1, n, fit);
        }
    }
    first->counters = of_first;
    second->counters = of_second;
    return fits;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void netburst_assign_write_plan(const struct netburst_machine *machine,
                                       const struct netburst_units *units,
                                       const struct netburst_fit *fit, struct netburst_plan *plan)
{
    *plan = (struct netburst_plan){.enable = units->enable, .vertical = units->vertical};
    for (unsigned i = 0; i < units->n; i++) {
        const struct netburst_unit *unit = &units->unit[i];
        unsigned counter = fit->counter[i], escr = fit->escr[i];
        plan->escrs |= (uint64_t)1 << escr;
        plan->escr[escr] = unit->escr;
        plan->escr_user[escr] = unit->of;
        if (unit->role == NETBURST_COMPANION)
            continue;
        plan->counters |= 1u << counter;
        plan->cccr[counter] = unit->cccr;
        plan->escr_of[counter] = (uint8_t)escr;
        plan->user[counter] = unit->of;
        if (unit->role == NETBURST_TAGS)
            plan->upstream |= 1u << counter;
        else
            plan->counted_by[unit->of] = (uint8_t)counter;
        plan->after[counter] = unit->after;
        if (unit->start != NETBURST_ENABLED)
            plan->cccr[counter] |= netburst_count_cascade_bit(machine, unit->start,
                                                              fit->counter[unit->starter], counter);
    }
}

static unsigned most_events(const struct netburst_machine *machine)
{
    return machine->most ? machine->most : NETBURST_COUNTERS;
}

static bool netburst_assign_counts(const struct netburst_machine *machine,
                                   const struct netburst_count counts[], unsigned n,
                                   struct netburst_plan *plan, char *error, size_t size)
{
    struct netburst_units units;
    struct netburst_fit fit;
    if (n > most_events(machine) || netburst_units_of(machine, counts, n, &units, error, size))
        return false;
    if (!netburst_assign_cascades(machine, &units, 0, n, &fit))
        return false;
    netburst_assign_write_plan(machine, &units, &fit, plan);
    return true;
}

bool netburst_fits(const struct netburst_machine *machine, const struct netburst_count counts[],
                   unsigned n, struct netburst_plan *plan)
{
    return netburst_assign_counts(machine, counts, n, plan, NULL, 0);
}

/* ---- error messages -------------------------------------------------------------------------- */

#define MOST_NAME 96

/* The message so far. */
struct netburst_assign_message {
    char *text;
    size_t size;
    int length;
    const struct netburst_count *counts;
};

#define APPEND(message, ...)                                                                       \
    ((message)->length += (message)->length < (int)(message)->size                                 \
                              ? format((message)->text + (message)->length,                        \
                                       (message)->size - (size_t)(message)->length, __VA_ARGS__)   \
                              : 0)

static void netburst_assign_add_name(struct netburst_assign_message *message, unsigned i)
{
    char name[MOST_NAME];
    netburst_format(&message->counts[i], name, sizeof name);
    APPEND(message, "%s", name);
}

/* Appends "CRU_ESCR0 is used by A", or that the ESCR's counters are in use. */
static void netburst_assign_explain_escr(struct netburst_assign_message *message,
                                         const struct netburst_plan *plan,
                                         const struct netburst_unit *unit, unsigned escr)
{
    if (plan->escrs >> escr & 1 && plan->escr[escr] != unit->escr) {
        APPEND(message, "; %s is used by ", netburst_escrs[escr].name);
        netburst_assign_add_name(message, plan->escr_user[escr]);
        return;
    }
    uint32_t counters = netburst_registers_reach(escr) & unit->counters;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++) {
        if (!(counters >> i & 1))
            continue;
        if (plan->counters >> i & 1) {
            APPEND(message, "; counter %u of %s is used by %s", i, netburst_escrs[escr].name,
                   plan->upstream >> i & 1 ? "the tagging for " : "");
            netburst_assign_add_name(message, plan->user[i]);
        } else if (unit->start == NETBURST_ENABLED) {
            APPEND(message, "; counter %u of %s cannot be used together with the others", i,
                   netburst_escrs[escr].name);
        }
    }
}

static void netburst_assign_explain_start(struct netburst_assign_message *message,
                                          const struct netburst_machine *machine,
                                          const struct netburst_units *units, unsigned i)
{
    const struct netburst_unit *second = &units->unit[i];
    if (second->starter == NETBURST_NONE) {
        APPEND(message, "; no event before it can start it");
        return;
    }
    const struct netburst_unit *first = &units->unit[second->starter];
    for (unsigned a = 0; a < NETBURST_COUNTERS; a++)
        for (unsigned b = 0; b < NETBURST_COUNTERS; b++)
            if (first->counters >> a & 1 && second->counters >> b & 1 &&
                netburst_count_cascade_bit(machine, second->start, a, b)) {
                APPEND(message, "; counter %u could start %u for ", a, b);
                netburst_assign_add_name(message, second->starter);
            }
    APPEND(message, "; the other events cannot be moved so that a counter of ");
    netburst_assign_add_name(message, second->starter);
    APPEND(message, " starts a counter of this event");
}

/* Explains why counts[n] does not fit with the n counts before it, which fit as in *plan. */
static void netburst_assign_explain(const struct netburst_machine *machine,
                                    const struct netburst_count counts[], unsigned n,
                                    const struct netburst_plan *plan, char *error, size_t size)
{
    struct netburst_units units;
    struct netburst_assign_message message = {error, size, 0, counts};
    if (n == NETBURST_COUNTERS) {
        netburst_assign_add_name(&message, n);
        APPEND(&message, " does not fit: all 18 counters are in use");
        return;
    }
    if (netburst_units_of(machine, counts, n + 1, &units, error, size))
        return;
    netburst_assign_add_name(&message, n);
    APPEND(&message, " does not fit");
    if (counts[n].start != NETBURST_ENABLED)
        netburst_assign_explain_start(&message, machine, &units, n);
    for (unsigned i = 0; i < units.n; i++) {
        if (units.unit[i].of != n)
            continue;
        for (unsigned e = 0; e < 2; e++)
            if (units.unit[i].at[e] != NETBURST_NONE)
                netburst_assign_explain_escr(&message, plan, &units.unit[i], units.unit[i].at[e]);
    }
}

unsigned netburst_assign(const struct netburst_machine *machine,
                         const struct netburst_count counts[], unsigned n,
                         struct netburst_plan *plan, char *error, size_t size)
{
    if (netburst_fits(machine, counts, n, plan))
        return 0;
    struct netburst_plan before = {0};
    unsigned fitting = 0;
    while (netburst_fits(machine, counts, fitting + 1, plan)) {
        before = *plan;
        fitting++;
    }
    netburst_assign_explain(machine, counts, fitting, &before, error, size);
    return fitting + 1;
}
